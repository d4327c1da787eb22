"""A game's clock as everybody may see it: what it waits for, what happened to it, who is away, votes.

Nothing here tells who has sent orders, but for powers that were missing at a deadline, which Add 10 has named
to everybody; answers in votes are counted, not told.
"""

import datetime as dt
from dataclasses import dataclass, field

from django.db.models import Q
from django.db.models.functions import Now

from trekdip.accounts.models import User
from trekdip.games import gate, rhythm, terms
from trekdip.games.clock_words import length_words, rhythm_words, terms_words
from trekdip.games.models import Absence, ClockBallot, ClockEvent, ClockVote, Game, Phase, Seat
from trekdip.games.selectors.viewers import Person, shown_name
from trekdip.games.services.clock_votes import electorate, needed
from trekdip.games.services.timing import extensions_left, pauses_left

Act = ClockEvent.Act
_EVENTS = 50
_SHOWN = [Act.MOVE, Act.EXTEND, Act.ABSENCE, Act.PAUSE, Act.STOP, Act.HOLD, Act.RESUME]


@dataclass(frozen=True)
class Happened:
    """Something that happened to the clock. `by` is a GM's name; `powers` are titles."""

    at: dt.datetime
    turn: str
    act: str
    words: str
    by: str | None
    reason: str
    powers: list[str]
    was: dt.datetime | None
    deadline: dt.datetime | None


@dataclass(frozen=True)
class Away:
    """A player who is or will be away until `last`, the last moment of it; `now`: it has begun."""

    id: int
    power: str
    title: str
    player: str
    begins: dt.datetime
    last: dt.datetime
    note: str
    now: bool
    mine: bool


@dataclass(frozen=True)
class Vote:
    """An open vote. `by` is the title of the power that called it; `answer` is the asker's own."""

    id: int
    kind: str
    minutes: int
    words: str
    by: str
    by_power: str
    reason: str
    yes: int
    no: int
    needed: int
    voters: int
    answer: bool | None
    may_answer: bool
    mine: bool


@dataclass(frozen=True)
class ClockHead:
    """What stands about the clock at the head of a game's page, and beside its powers.

    `missing` are titles, in a time of grace or a wait, `waited` the ids; `away` is the last day by power.
    """

    missing: list[str] = field(default_factory=list)
    waited: list[str] = field(default_factory=list)
    grace: bool = False
    waits: bool = False
    late: bool = False
    news: Happened | None = None
    paused_until: dt.datetime | None = None
    voting: bool = False
    away: dict[str, dt.datetime] = field(default_factory=dict)


@dataclass(frozen=True)
class Clock:
    """Everything on the page of a game's clock."""

    head: ClockHead
    ordinal: int | None
    title: str
    deadline: dt.datetime | None
    remaining: dt.timedelta | None
    planned: list[tuple[str, dt.datetime]]
    words: list[str]
    events: list[Happened]
    away: list[Away]
    vote: Vote | None
    extensions_left: int
    extension: str
    pauses_left: int
    pause: str
    may_extend: bool
    may_pause: bool
    may_resume: bool
    may_be_away: bool


def clock_head(game: Game) -> ClockHead:
    """What everybody sees of the clock at the head of the page. At most four queries."""
    phase = _at_work(game)
    if phase is None:
        return ClockHead()
    card = gate.variant(game.variant)
    events = list(
        ClockEvent.objects.filter(phase=phase, act__in=[*_SHOWN, Act.LATE]).select_related("by", "phase")
    )
    news = next((one for one in reversed(events) if one.act in _SHOWN), None)
    late = any(one.act == Act.LATE for one in events) and phase.deadline is None
    rows = _absences(game)
    return ClockHead(
        missing=[card.power_title(power) for power in phase.missing],
        waited=list(phase.missing),
        grace=bool(phase.missing) and game.status == Game.Status.RUNNING,
        waits=game.status == Game.Status.PAUSED and game.pause == Game.Pause.MISSING,
        late=late and news is None,
        news=_happened(news, card) if news else None,
        paused_until=game.paused_until if game.status == Game.Status.PAUSED else None,
        voting=ClockVote.objects.filter(game=game, outcome=ClockVote.Outcome.OPEN).exists(),
        away={seat.power: _last(row) for row, seat, present in rows if present and seat.power},
    )


def clock(user: Person, game: Game) -> Clock:
    """The page of a game's clock, for whoever asks. A constant number of queries."""
    card = gate.variant(game.variant)
    phase = _at_work(game)
    paces, agreed = rhythm.from_data(game.rhythm), terms.from_data(game.clock_terms)
    seat = Seat.objects.filter(game=game, user=user.pk, power__isnull=False).first()
    vote = _vote(game, phase, seat, agreed, card) if phase else None
    running = game.status == Game.Status.RUNNING and phase is not None and phase.status == Phase.Status.OPEN
    extensions, pauses = extensions_left(game), pauses_left(game)
    ends = game.pause == Game.Pause.VOTE or (game.gm_plays and game.pause == Game.Pause.GM)
    votes = seat is not None and vote is None
    events = (
        ClockEvent.objects.filter(game=game).select_related("by", "phase__game").order_by("-pk")[:_EVENTS]
    )
    return Clock(
        head=clock_head(game),
        ordinal=phase.ordinal if phase else None,
        title=phase.title if phase else "",
        deadline=phase.deadline if phase else None,
        remaining=phase.remaining if phase else None,
        planned=_planned(game, phase, paces) if running and phase else [],
        words=[*rhythm_words(paces, gate.kinds_of(game.variant)), *terms_words(agreed)],
        events=[_happened(event, card) for event in events],
        away=[
            Away(
                id=row.pk,
                power=sat.power or "",
                title=card.power_title(sat.power or ""),
                player=shown_name(user, game, row.user),
                begins=row.begins,
                last=_last(row),
                note=row.note,
                now=present,
                mine=row.user_id == user.pk,
            )
            for row, sat, present in _absences(game)
        ],
        vote=vote,
        extensions_left=extensions,
        extension=length_words(agreed.extension),
        pauses_left=pauses,
        pause=length_words(agreed.pause),
        may_extend=bool(
            votes and running and extensions and phase and phase.deadline and phase.grace_at is None
        ),
        may_pause=bool(votes and running and pauses),
        may_resume=bool(votes and game.status == Game.Status.PAUSED and ends),
        may_be_away=isinstance(user, User) and seat is not None and phase is not None,
    )


def rhythm_plan(
    variant: str, paces: rhythm.Rhythm, start: dt.datetime, *, after: str = "", first: bool = True
) -> list[tuple[str, dt.datetime]]:
    """The next ten deadlines by a rhythm, as (title of the phase, moment), if every phase is played and takes
    its full time. `after` is the turn code of the phase that comes before them; without it a year begins.
    """
    year = gate.year_of(variant)
    codes = [code for code, _ in year]
    begin = codes.index(after[0] + after[-1]) + 1 if after else 0
    steps = [*year[begin:], *year[:begin]]
    planned = rhythm.plan(paces, [code[-1] for code, _ in steps], start, first=first)
    return [(steps[number % len(steps)][1], one.at) for number, one in enumerate(planned)]


def _planned(game: Game, phase: Phase, paces: rhythm.Rhythm) -> list[tuple[str, dt.datetime]]:
    """What the rhythm has in store after the present phase."""
    if phase.deadline is None:
        return []
    return rhythm_plan(game.variant, paces, phase.deadline, after=phase.turn, first=False)


def _at_work(game: Game) -> Phase | None:
    """The phase at work without its truth."""
    states = [Phase.Status.OPEN, Phase.Status.HELD, Phase.Status.STUCK]
    return Phase.objects.filter(game=game, status__in=states).defer("truth", "trace").first()


def _absences(game: Game) -> list[tuple[Absence, Seat, bool]]:
    """Absences of the game's players that are not over, each with the seat and whether it has begun. At an
    anonymous table those from all games are not shown: they would tell who plays there.
    """
    seats = {
        seat.user_id: seat
        for seat in Seat.objects.filter(game=game, user__isnull=False, power__isnull=False)
        if seat.user_id
    }
    here = Q(game=game) if game.names_hidden else Q(game=game) | Q(game=None)
    found = (
        Absence.objects.filter(here, user__in=list(seats), ends__gt=Now())
        .annotate(asked=Now())
        .select_related("user")
    )
    return [(row, seats[row.user_id], row.begins <= row.asked) for row in found]


def _last(row: Absence) -> dt.datetime:
    """The last moment of an absence: absences end where a day begins."""
    return row.ends - dt.timedelta(seconds=1)


def _happened(event: ClockEvent, card: gate.VariantCard) -> Happened:
    """An event for people."""
    return Happened(
        at=event.at,
        turn=event.phase.title,
        act=event.act,
        words=event.get_act_display(),
        by=event.by.get_username() if event.by else None,
        reason=event.reason,
        powers=[card.power_title(power) for power in event.powers],
        was=event.was,
        deadline=event.deadline,
    )


def _vote(
    game: Game, phase: Phase, seat: Seat | None, agreed: terms.Terms, card: gate.VariantCard
) -> Vote | None:
    """The open vote, if there is one."""
    vote = ClockVote.objects.filter(game=game, outcome=ClockVote.Outcome.OPEN).select_related("seat").first()
    if vote is None:
        return None
    voters = {one.pk for one in electorate(game, phase)}
    answers = dict(ClockBallot.objects.filter(vote=vote, seat__in=voters).values_list("seat_id", "yes"))
    words = {
        ClockVote.Kind.EXTENSION: f"{length_words(vote.minutes)} more for this phase" if vote.minutes else "",
        ClockVote.Kind.PAUSE: f"a pause of {length_words(vote.minutes)}" if vote.minutes else "",
        ClockVote.Kind.RESUME: "an end of the pause",
    }[ClockVote.Kind(vote.kind)]
    return Vote(
        id=vote.pk,
        kind=vote.kind,
        minutes=vote.minutes,
        words=words,
        by=card.power_title(vote.seat.power or ""),
        by_power=vote.seat.power or "",
        reason=vote.reason,
        yes=sum(answers.values()),
        no=len(answers) - sum(answers.values()),
        needed=needed(agreed, len(voters)),
        voters=len(voters),
        answer=answers.get(seat.pk) if seat else None,
        may_answer=seat is not None and seat.pk in voters,
        mine=seat is not None and vote.seat_id == seat.pk,
    )
