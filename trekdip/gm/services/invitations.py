"""Offering a seat to one person: by account name, or by e-mail address with a signed link.

Nobody is seated who has not agreed: who has a seat is waited for, can be missed, and is written down.
"""

import datetime as dt

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from trekdip.accounts.models import User
from trekdip.games import clock, gate
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, Seat, SeatRequest
from trekdip.games.services.audit import audit_record, reason_checked, require_gm
from trekdip.games.services.locks import lock_current, lock_game
from trekdip.games.services.seats import newcomer_problem, taking_problem
from trekdip.games.services.table import game_join
from trekdip.gm.models import Invitation
from trekdip.gm.services.acts import account_named, seat_replace

_SALT = "trekdip.invitation"
VALID_DAYS = 30
MAX_OPEN = 30
MAX_A_DAY = 60  # of one person at all tables: these mails go to whomever they like


def invitation_token(invitation: Invitation) -> str:
    """What the link of an invitation carries: signed by the site, so nobody makes one up."""
    return signing.dumps(invitation.pk, salt=_SALT)


def invitation_of(token: str) -> Invitation:
    """The invitation of a link; raises NotFound for one that is not the site's, too old or taken back."""
    try:
        number = signing.loads(token, salt=_SALT, max_age=VALID_DAYS * 24 * 3600)
    except signing.SignatureExpired as error:
        raise NotFound("This invitation has expired. Ask the GM for another.") from error
    except signing.BadSignature as error:
        raise NotFound("This is no invitation. Copy the whole link.") from error
    invitation = Invitation.objects.select_related("game", "user").filter(pk=number).first()
    if invitation is None or invitation.withdrawn_at is not None:
        raise NotFound("This invitation was taken back.")
    return invitation


@transaction.atomic
def invitation_send(*, by: User, game: Game, to: str, root: str, power: str = "") -> Invitation:
    """Invite an account by its name, or whoever reads an e-mail address, and mail them the link.

    `root` is the site's address with scheme, for the link. `power` is needed in a game in play: the vacant
    seat that is offered. Raises NotAllowed unless `by` is the GM, NotNow if there is no such seat to offer or
    too many invitations are open, BadInput for an unknown name or an address that is none.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    _require_offer(game, power)
    to = to.strip()
    user = None if "@" in to and "." in to.rpartition("@")[2] else _account(to)
    if user is None:
        _require_address(to)
    return _written(Invitation(game=game, by=by, user=user, email="" if user else to, power=power), root)


@transaction.atomic
def seat_offer(
    *, by: User, game: Game, power: str, newcomer: str, reason: str, root: str
) -> Invitation | None:
    """Offer a power's seat in play, vacant or not, to an account, by its name: it changes hands when the
    account accepts, and until then it is whose it was.

    Who has agreed already, by asking for this vacant seat, or as the GM, has it at once: None. `root` as for
    `invitation_send`. Raises what `seat_replace` and `invitation_send` do.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    phase = lock_current(game.pk)
    if phase is None:
        raise NotNow("The game is not in play.")
    reason = reason_checked(reason, needed=True)
    seat = game.seats.filter(power=power).first()
    if seat is None:
        raise NotFound("That power is not in this game.")
    if problem := taking_problem(game, phase, seat):
        raise NotAllowed(problem)
    user = account_named(newcomer)
    asked = SeatRequest.objects.filter(seat=seat, user=user, outcome=SeatRequest.Outcome.OPEN)
    if user == by or asked.exists():
        seat_replace(by=by, game=game, power=power, newcomer=user, reason=reason)
        return None
    if problem := newcomer_problem(game, user, power):
        raise BadInput(problem, field="newcomer")
    offer = Invitation(game=game, by=by, user=user, power=power, replaces_id=seat.user_id, reason=reason)
    return _written(offer, root)


@transaction.atomic
def invitation_decline(*, by: User, token: str) -> None:
    """Decline what one's account was offered: it is over, and nothing is held against anybody.

    Raises NotFound as `invitation_of` does, NotAllowed for somebody else than the account invited, NotNow if
    it was accepted.
    """
    invitation = invitation_of(token)
    game = lock_game(invitation.game_id)
    if invitation.user_id != by.pk:
        raise NotAllowed("This invitation is for somebody else's account.")
    _end(invitation, game)


@transaction.atomic
def invitation_withdraw(*, by: User, game: Game, invitation_id: int) -> None:
    """Take an invitation back: its link opens nothing any more.

    Raises NotAllowed unless `by` is the GM, NotFound for one of another table, NotNow if it was accepted.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    invitation = Invitation.objects.filter(game=game, pk=invitation_id, withdrawn_at=None).first()
    if invitation is None:
        raise NotFound("There is no such invitation.")
    _end(invitation, game)


@transaction.atomic
def invitation_accept(*, by: User, token: str, power: str | None = None) -> Seat:
    """Take the seat one was invited to; `power` is chosen where players choose.

    Raises NotFound as `invitation_of` does, NotAllowed for somebody else than the account invited, NotNow if
    it was used or the seat is gone, and what joining and replacing raise.
    """
    invitation = invitation_of(token)
    game = lock_game(invitation.game_id)
    invitation.refresh_from_db()
    if invitation.withdrawn_at is not None:
        raise NotFound("This invitation was taken back.")
    if invitation.accepted_at is not None:
        raise NotNow("This invitation was used already.")
    if invitation.user_id is not None and invitation.user_id != by.pk:
        raise NotAllowed("This invitation is for somebody else's account.")
    if game.gm_id != invitation.by_id:
        raise NotNow("Whoever invited you does not manage this game any more.")
    if game.status == Game.Status.FORMING:
        seat = game_join(by=by, game=game, power=power, invited=True)
    else:
        _require_offer(game, invitation.power, replaces=invitation.replaces_id)
        reason = invitation.reason or "by invitation"
        seat_replace(by=invitation.by, game=game, power=invitation.power, newcomer=by, reason=reason)
        seat = game.seats.get(power=invitation.power)
    invitation.accepted_at = clock.now_at(game)
    invitation.save(update_fields=["accepted_at"])
    return seat


def _written(invitation: Invitation, root: str) -> Invitation:
    """The invitation, written down and mailed; raises NotNow above the numbers there may be, BadInput for
    somebody who is invited already.
    """
    game, by, user = invitation.game, invitation.by, invitation.user
    open_ones = Invitation.objects.filter(game=game, accepted_at=None, withdrawn_at=None)
    if open_ones.count() >= MAX_OPEN:
        raise NotNow(f"{MAX_OPEN} invitations are open. Take some back first.")
    named = user.get_username() if user else invitation.email
    if open_ones.filter(user=user, email=invitation.email).exists():
        raise BadInput(f"{named} is invited already.", field="to")
    now = clock.now_at(game)
    if Invitation.objects.filter(by=by, at__gt=now - dt.timedelta(days=1)).count() >= MAX_A_DAY:
        raise NotNow(f"You have sent {MAX_A_DAY} invitations within a day. Wait a little.")
    invitation.at = now
    invitation.save()
    # An address is its owner's: the audit, which everybody reads in the end, names accounts alone.
    details = {"invited": named if user else "by e-mail", "power": invitation.power}
    audit_record(game=game, act="invitation_send", by=by, at=now, reason=invitation.reason, details=details)
    _mail(invitation, user.email if user else invitation.email, root)
    return invitation


def _end(invitation: Invitation, game: Game) -> None:
    """Have its link open nothing any more; raises NotNow if it was accepted. The game is locked."""
    invitation.refresh_from_db()
    if invitation.accepted_at is not None:
        raise NotNow("That invitation was accepted already.")
    invitation.withdrawn_at = clock.now_at(game)
    invitation.save(update_fields=["withdrawn_at"])


def _require_offer(game: Game, power: str, *, replaces: int | None = None) -> None:
    """Raises NotNow unless the table has the seat to give: vacant, or still that player's."""
    if game.status == Game.Status.FORMING:
        if game.seats.count() >= len(gate.variant(game.variant).powers):
            raise NotNow("All seats of this table are taken.")
        return
    if game.status not in {Game.Status.RUNNING, Game.Status.PAUSED}:
        raise NotNow("The game is over.")
    seat = game.seats.filter(power=power).first()
    if seat is None or seat.user_id not in {None, replaces}:
        raise NotNow("That seat is not vacant.")


def _account(name: str) -> User:
    """The account of that name, in any case of letters."""
    user = User.objects.filter(username__iexact=name, is_active=True).first()
    if user is None:
        raise BadInput(f"There is no account {name!r}. Give an e-mail address instead.", field="to")
    return user


def _require_address(address: str) -> None:
    """Raises BadInput for what is no e-mail address."""
    try:
        validate_email(address)
    except ValidationError as error:
        raise BadInput(f"{address!r} is no e-mail address.", field="to") from error


def _mail(invitation: Invitation, address: str, root: str) -> None:
    """Send the link when the invitation is written; the desk shows it as well."""
    link = root + reverse("invitation", args=[invitation_token(invitation)])
    game = invitation.game
    title = gate.variant(game.variant).title
    text = (
        f"{invitation.by.get_username()} invites you to a game of {title} on Trekdip: {game.title}.\n\n"
        f"Take your seat here, within {VALID_DAYS} days:\n{link}\n\n"
        "If you do not know what this is about, do nothing: no account was made for you.\n"
    )

    def send() -> None:
        send_mail(f"Your seat in {game.title}", text, settings.DEFAULT_FROM_EMAIL, [address])

    transaction.on_commit(send, robust=True)
