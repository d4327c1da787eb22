"""A table before and after play: creating, joining, leaving, seating, starting, cancelling.

Phases have their own module.
"""

import logging
import unicodedata
from typing import Any

from django.db import transaction
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games import clock, gate, terms
from trekdip.games import rhythm as rhythms
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, Observer, Phase, Seat
from trekdip.games.press_terms import PressTerms
from trekdip.games.rhythm import Rhythm, RhythmError
from trekdip.games.services.audit import audit_record, reason_checked, require_gm
from trekdip.games.services.locks import lock_current, lock_game
from trekdip.games.services.lots import adjudicator_seed, seed_hash, shuffled
from trekdip.games.services.news import announce_seats
from trekdip.games.services.phases import phase_open
from trekdip.games.services.seats import seat_vacate, sent_away, taking_problem
from trekdip.games.terms import Terms

log = logging.getLogger(__name__)

TITLE_LENGTH = 80
# Marks that turn the words after them around: a title stands in lists and sentences of the site's own.
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_MARKS = {"\u200e", "\u200f", "\u061c"}
MAX_HOURS = 24 * 60
MAX_FORMING = 20  # tables of one person that wait for players: the lobby has room for fifty


@transaction.atomic
def game_create(
    *,
    by: User,
    title: str,
    variant: str,
    joining: str = Game.Joining.OPEN,
    seating: str = Game.Seating.LOT,
    gm_plays: bool = False,
    early: bool = True,
    holds: bool = False,
    rhythm: Rhythm | dict[str, int] | None = None,
    clock_terms: Terms | None = None,
    options: dict[str, Any] | None = None,
    press: PressTerms | None = None,
    draws: str = Game.Draws.NAMED,
    takeovers: str = Game.Takeovers.ASKED,
    seed: str | None = None,
) -> Game:
    """Set up a table with `by` as its GM, and its secret seed.

    `rhythm` None is the rulebook's, Thursday, Friday and Saturday at 21:00 in Boston; instead of a Rhythm
    it may give the hours of each kind of phase by its letter (what it leaves out ends when the GM says so;
    `{}`: all of them). `clock_terms` None are the rulebook's: twelve hours of grace. `early` lets a
    phase end as soon as everybody awaited is final. A GM who plays takes a seat like everybody else and
    never sees the truth. With `holds` results wait for the GM, who looks at them and publishes. `options` go
    to the variant. `press` None: players write to whomever they like. `draws`: which the table allows;
    `takeovers`: how vacant seats are filled later. `seed` (32 hexadecimal digits) is
    given by demonstrations and tests alone; games between people draw their own. Raises BadInput naming the
    field, NotNow for somebody who has too many tables waiting.
    """
    title = " ".join(title.split())
    if not title or len(title) > TITLE_LENGTH:
        raise BadInput(f"Give the game a title of at most {TITLE_LENGTH} characters.", field="title")
    if any(unicodedata.bidirectional(sign) in _TURNING or sign in _MARKS or sign < " " for sign in title):
        raise BadInput("The title holds a sign that cannot be seen. Type it anew.", field="title")
    if variant not in {card.id for card in gate.variants()}:
        raise BadInput(f"There is no variant {variant!r}.", field="variant")
    if problem := gate.options_problem(variant, options or {}):
        raise BadInput(f"The game cannot begin so: {problem}.", field="variant")
    if joining not in Game.Joining.values:
        raise BadInput("Choose who may join: anybody, or whoever has the link.", field="joining")
    if seating not in Game.Seating.values:
        raise BadInput("Choose how powers come to players.", field="seating")
    if draws not in Game.Draws.values or takeovers not in Game.Takeovers.values:
        raise BadInput("Choose what draws there are, and how vacant seats are filled.", field="draws")
    if holds and gm_plays:
        raise BadInput("A GM who plays may not see results before the others do.", field="holds")
    if Game.objects.filter(gm=by, status=Game.Status.FORMING).count() >= MAX_FORMING:
        raise NotNow(f"{MAX_FORMING} tables of yours wait for players. Start one or call one off first.")
    game = Game(
        title=title,
        variant=variant,
        gm=by,
        joining=joining,
        seating=seating,
        gm_plays=gm_plays,
        early=early,
        holds=holds,
        draws=draws,
        takeovers=takeovers,
        rhythm=rhythms.to_data(_checked_rhythm(variant, rhythm)),
        clock_terms=terms.to_data(clock_terms or terms.RULEBOOK.terms),
        options=options or {},
        created_at=timezone.now(),
        **(press or PressTerms()).fields(variant, gm_plays=gm_plays),
    )
    game.seed = seed or game.seed
    game.seed_hash = seed_hash(game.seed)
    game.save()
    audit_record(game=game, act="game_create", by=by, at=game.created_at)
    return game


@transaction.atomic
def game_join(
    *, by: User, game: Game, token: str = "", power: str | None = None, invited: bool = False
) -> Seat:
    """Take a seat at a forming table; where players choose, of a power that is free.

    `invited`: the GM has asked this very person. Raises NotAllowed without the invite link, for a GM who does
    not play and for whom the GM has sent away, NotNow if the table is full or has begun, BadInput for a power
    that cannot be had.
    """
    game = lock_game(game.pk)
    _require_forming(game)
    known = invited or game.gm_id == by.pk
    if game.joining == Game.Joining.INVITE and token != game.invite_token and not known:
        raise NotAllowed("This table is joined by its invite link. Ask the GM for it.")
    if not known and sent_away(game, by):
        raise NotAllowed("The GM has taken your seat at this table. You come back by an invitation.")
    if game.gm_id == by.pk and not game.gm_plays:
        raise NotAllowed("You manage this game and see everything in it, so you cannot play in it.")
    if Observer.objects.filter(game=game, user=by, seen=True).exists():
        raise NotAllowed("You have seen what is hidden at this table, so you cannot play at it.")
    seats = list(game.seats.all())
    if any(seat.user_id == by.pk for seat in seats):
        raise NotNow("You have a seat at this table already.")
    card = gate.variant(game.variant)
    if len(seats) >= len(card.powers):
        raise NotNow("All seats of this table are taken.")
    if game.seating == Game.Seating.CHOSEN:
        _require_free(card, seats, power)
    else:
        power = None
    return Seat.objects.create(game=game, user=by, power=power, joined_at=timezone.now())


@transaction.atomic
def game_leave(*, by: User, game: Game) -> None:
    """Give up one's seat: gone while the table is forming, vacant for a replacement once it plays.

    Raises NotAllowed for somebody without a seat, NotNow when the game is over.
    """
    game = lock_game(game.pk)
    seat = game.seats.filter(user=by).first()
    if seat is None:
        raise NotAllowed("You have no seat in this game.")
    _give_up(game, seat, by, act="seat_leave", reason="")


@transaction.atomic
def seat_kick(*, by: User, game: Game, seat_id: int, reason: str = "") -> None:
    """Take a seat from its player: gone while the table is forming, vacant for a replacement once it plays.

    Raises NotAllowed unless `by` is the GM, and for a GM who plays unless the player sends no orders;
    NotFound for a seat of another table, BadInput without a reason in play.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    seat = game.seats.filter(pk=seat_id, user__isnull=False).first()
    if seat is None:
        raise NotFound("Nobody sits there.")
    reason = reason_checked(reason, needed=game.status != Game.Status.FORMING)
    if problem := taking_problem(game, lock_current(game.pk), seat):
        raise NotAllowed(problem)
    _give_up(game, seat, by, act="seat_kick", reason=reason)


@transaction.atomic
def seat_assign(*, by: User, game: Game, seat_id: int, power: str | None) -> None:
    """Give a seat of a forming table its power, or take it back with None. For tables where the GM assigns.

    Raises NotAllowed unless `by` is the GM, NotFound, NotNow, or BadInput for a power that cannot be had.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    _require_forming(game)
    if game.seating != Game.Seating.ASSIGNED:
        raise NotNow(f"At this table powers are {game.get_seating_display()}.")
    seat = game.seats.filter(pk=seat_id).first()
    if seat is None:
        raise NotFound("There is no such seat at this table.")
    if power is not None:
        others = [other for other in game.seats.all() if other.pk != seat.pk]
        _require_free(gate.variant(game.variant), others, power)
    seat.power = power
    seat.save(update_fields=["power"])
    audit_record(
        game=game,
        act="seat_assign",
        by=by,
        at=timezone.now(),
        details={"player": _name(seat), "power": power},
    )


@transaction.atomic
def countries_assign(*, by: User, game: Game, countries: dict[str, str]) -> None:
    """Say in which country each power of a forming table begins; powers left out get theirs by lot.

    Raises NotAllowed unless `by` is the GM, NotNow once the table has begun, BadInput for a power or country
    there is none of, and for a country given twice.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    _require_forming(game)
    titles = dict(gate.countries(game.variant))
    powers = dict(gate.variant(game.variant).powers)
    for power, country in countries.items():
        if power not in powers or country not in titles:
            raise BadInput("Choose countries and powers of this variant.", field="countries")
    given = list(countries.values())
    twice = next((country for country in given if given.count(country) > 1), None)
    if twice is not None:
        raise BadInput(f"{titles[twice]} can be given to one power only.", field="countries")
    kept = {name: value for name, value in game.options.items() if name != "assignment"}
    game.options = {**kept, "assignment": countries} if countries else kept
    game.save(update_fields=["options"])
    audit_record(game=game, act="countries_assign", by=by, at=timezone.now(), details=dict(countries))


@transaction.atomic
def game_start(*, by: User, game: Game) -> Phase:
    """Begin: draw the lots where powers are drawn, and open the first phase with everybody's view.

    Raises NotAllowed unless `by` is the GM, NotNow while seats or powers are missing.
    """
    game = lock_game(game.pk)
    require_gm(by, game)
    _require_forming(game)
    problem = start_problem(game, list(game.seats.select_related("user")))
    if problem:
        raise NotNow(problem)
    card = gate.variant(game.variant)
    if game.seating == Game.Seating.LOT:
        _draw_powers(game, [power for power, _ in card.powers])
    now = clock.now_at(game)
    game.status = Game.Status.RUNNING
    game.started_at = now
    game.save(update_fields=["status", "started_at"])
    try:
        entering = gate.opening(game.variant, seed=adjudicator_seed(game.seed), options=game.options)
    except gate.AdjudicationError as error:
        log.exception("game %s could not be set up", game.slug)
        raise NotNow(
            "The game could not be set up, and nothing was changed. Please tell whoever runs this site."
        ) from error
    phase = phase_open(game=game, ordinal=0, entering=entering, at=now)
    audit_record(game=game, act="game_start", by=by, at=now)
    announce_seats(phase)
    return phase


def start_problem(game: Game, seats: list[Seat]) -> str | None:
    """Why a forming table cannot begin yet, in words for its GM; None if it can."""
    missing = len(gate.variant(game.variant).powers) - len(seats)
    if missing > 0:
        return f"{missing} more {'player is' if missing == 1 else 'players are'} needed."
    without = [_name(seat) for seat in seats if seat.power is None]
    if without and game.seating != Game.Seating.LOT:
        return f"No power yet for {', '.join(without)}."
    return None


@transaction.atomic
def game_cancel(*, by: User, game: Game, reason: str = "") -> None:
    """Call a forming table off. Raises NotAllowed unless `by` is the GM, NotNow once it plays."""
    game = lock_game(game.pk)
    require_gm(by, game)
    _require_forming(game)
    game.status = Game.Status.CANCELLED
    game.ended_at = timezone.now()
    game.save(update_fields=["status", "ended_at"])
    audit_record(game=game, act="game_cancel", by=by, at=game.ended_at, reason=reason)


def _checked_rhythm(variant: str, given: Rhythm | dict[str, int] | None) -> Rhythm:
    """The rhythm, if the variant can keep it; raises BadInput."""
    kinds = [letter for letter, _ in gate.kinds_of(variant)]
    if given is None:
        return terms.RULEBOOK.rhythm_of(kinds)
    try:
        return rhythms.checked(given if isinstance(given, Rhythm) else rhythms.in_hours(given), kinds)
    except RhythmError as error:
        raise BadInput(str(error), field="rhythm") from error


def _require_forming(game: Game) -> None:
    """Raises NotNow once the table has begun or is over."""
    if game.status != Game.Status.FORMING:
        raise NotNow("That is only possible before the game has begun.")


def _require_free(card: gate.VariantCard, seats: list[Seat], power: str | None) -> None:
    """Raises BadInput unless the power exists and nobody among the seats has it."""
    if power is None or power not in dict(card.powers):
        raise BadInput("Choose a power.", field="power")
    if any(seat.power == power for seat in seats):
        raise BadInput(f"{card.power_title(power)} is taken.", field="power")


def _draw_powers(game: Game, powers: list[str]) -> None:
    """Seats in the order of joining get the powers in the order of the draw."""
    for seat, power in zip(game.seats.order_by("pk"), shuffled(game.seed, "powers", powers), strict=True):
        seat.power = power
        seat.save(update_fields=["power"])


def _give_up(game: Game, seat: Seat, by: User, *, act: str, reason: str) -> None:
    """Remove a seat's player, in the way the state of the game asks for, and write it down."""
    if game.status == Game.Status.FORMING:
        details = {"player": _name(seat), "power": seat.power}
        seat.delete()
        audit_record(game=game, act=act, by=by, at=timezone.now(), reason=reason, details=details)
    elif game.status in {Game.Status.RUNNING, Game.Status.PAUSED}:
        # A sheet being submitted by the old player comes wholly before this lock, or is refused.
        phase = lock_current(game.pk)
        seat_vacate(
            game=game,
            phase=phase,
            seat=seat,
            act=act,
            at=clock.now_at(game),
            by=by,
            reason=reason,
            told="given up by its player" if act == "seat_leave" else "by the GM",
        )
    else:
        raise NotNow("The game is over.")


def _name(seat: Seat) -> str:
    """The name of whoever sits there."""
    return seat.user.get_username() if seat.user is not None else "nobody"
