"""Orders by mail: the secret address of a seat, and what a mail to it does.

The orders take the same way as those of the page. Whoever sends to an address proves nothing but that they
know it: the answer goes to the account's own address, never to the sender.
"""

import datetime as dt
import logging
import secrets

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games import wire
from trekdip.games.errors import NotAllowed, NotNow, Refusal
from trekdip.games.models import Game, Phase, Seat
from trekdip.games.services import sheet_final, sheet_submit
from trekdip.notices import inbound, kinds, tokens
from trekdip.notices.models import Letter, Letterbox, Notice

log = logging.getLogger(__name__)

MAX_LETTERS = 30  # an hour and address
_SLACK = dt.timedelta(minutes=5)  # clocks of other people's computers


@transaction.atomic
def letterbox_make(*, by: User, game: Game) -> Letterbox:
    """Draw a new secret address for the asker's seat; the one before it is gone.

    Raises NotAllowed without a power in this game, NotNow where this site takes no mail.
    """
    if not settings.ORDERS_DOMAIN:
        raise NotNow("This site takes no orders by mail.")
    seat = Seat.objects.select_for_update(no_key=True).filter(game=game, user=by, power__isnull=False).first()
    if seat is None:
        raise NotAllowed("You have no power in this game, so there is no address for its orders.")
    Letterbox.objects.filter(seat=seat).delete()
    salt = secrets.token_urlsafe(24)
    return Letterbox.objects.create(
        seat=seat,
        user=by,
        salt=salt,
        token_hash=tokens.hashed(tokens.address_token(salt)),
        made_at=timezone.now(),
    )


@transaction.atomic
def letterbox_remove(*, by: User, game: Game) -> None:
    """Take no more orders by mail for the asker's seat; doing it again changes nothing."""
    Letterbox.objects.filter(seat__game=game, user=by).delete()


def letter_receive(*, raw: bytes, recipients: list[str]) -> bool:
    """Take a mail; True if it reached a seat and was answered.

    Everything else is passed over without a word to anybody: mail that is too large, to no address of
    ours, by a machine, the same again, too many. Logged is that it came, never what it said.
    """
    if len(raw) > inbound.MAX_BYTES:
        log.info("a mail was too large")
        return False
    reading = inbound.read(raw, recipients=recipients, domain=settings.ORDERS_DOMAIN or "invalid")
    if not reading.tokens:
        log.info("a mail was to no address of a seat")
        return False
    if reading.automatic:
        log.info("a mail was passed over: %s", reading.automatic)
        return False
    token = reading.tokens[0]
    if not Letterbox.objects.filter(token_hash=tokens.hashed(token)).exists():
        log.info("a mail was to an address that nobody has")
        return False
    _ = reading.text  # it takes its time: before anything is locked
    return _take(token, reading)


@transaction.atomic
def _take(token: str, reading: inbound.Reading) -> bool:
    """Hand the orders of a mail over and have them answered; False if the address or the mail is no good."""
    found = Letterbox.objects.filter(token_hash=tokens.hashed(token))
    # The phase is locked before the address, as whoever replaces a player locks them.
    phase = _newest(found.values_list("seat__game", flat=True).first())
    letterbox = found.select_for_update(no_key=True, of=("self",)).select_related("seat", "user").first()
    if letterbox is None or letterbox.seat.user_id != letterbox.user_id or not letterbox.user.is_active:
        log.info("a mail was to an address that nobody has")
        return False
    now = timezone.now()
    hour = letterbox.letters.filter(received_at__gt=now - dt.timedelta(hours=1)).count()
    if hour >= MAX_LETTERS:
        log.warning("address %s gets too many mails", letterbox.pk)
        return False
    _, new = Letter.objects.get_or_create(
        letterbox=letterbox, fingerprint=reading.fingerprint, defaults={"received_at": now}
    )
    if not new:
        log.info("address %s got a mail again", letterbox.pk)
        return False
    if phase is None:
        return False
    _answer(letterbox, phase, reading, now)
    return True


def _newest(game_id: int | None) -> Phase | None:
    """The game's newest phase, locked and fresh; None without a game or before its first."""
    return (
        Phase.objects.select_for_update(no_key=True).filter(game_id=game_id).order_by("-ordinal").first()
        if game_id is not None
        else None
    )


def _answer(letterbox: Letterbox, phase: Phase, reading: inbound.Reading, now: dt.datetime) -> None:
    """Save the orders as the page does, and write a notice of what came of it."""
    game = phase.game
    problem = _why_not(phase, reading)
    if not problem:
        try:
            problem = _saved(letterbox.user, phase, reading).problem or ""
        except Refusal as refusal:
            problem = str(refusal)
    Notice.objects.create(
        recipient=letterbox.user,
        channel=kinds.MAIL,
        viewer=letterbox.seat.power or "",
        game=game,
        kind=kinds.RECEIPT.id,
        key=f"{game.slug}/{phase.ordinal}/{reading.fingerprint[:40]}",
        ordinal=phase.ordinal,
        facts={"problem": problem},
        created_at=now,
        due_at=now,
    )


def _saved(by: User, phase: Phase, reading: inbound.Reading) -> wire.Receipt:
    """The orders as a whole sheet; or, without any, the mark on the sheet there is."""
    if not reading.text and reading.final is not None:
        return sheet_final(by=by, game=phase.game, ordinal=phase.ordinal, final=reading.final)
    return sheet_submit(by=by, game=phase.game, ordinal=phase.ordinal, text=reading.text, final=reading.final)


def _why_not(phase: Phase, reading: inbound.Reading) -> str:
    """Why a mail does not even get to the sheet; empty if it does."""
    if not reading.text and reading.final is None:
        return "No orders were found in it. Write one order a line, above whatever you quote."
    if reading.written_at is not None and reading.written_at + _SLACK < phase.opened_at:
        return f"It was written before {phase.title} began, so it was meant for an earlier phase."
    return ""
