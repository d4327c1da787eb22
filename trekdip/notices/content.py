"""The words of a notice, found at the moment it is sent from the recipient's own View. Knows no channel.

Everything comes through the games' selectors with the recipient as the one who asks: what they cannot read on
the page is in no notice.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.conf import settings
from django.urls import reverse

from trekdip.games import dispatches, gate, selectors, wire
from trekdip.games.errors import Refusal
from trekdip.games.models import Game, Phase
from trekdip.games.panels import Panels, panels
from trekdip.games.selectors import Person, Reported, Table
from trekdip.games.words import Words
from trekdip.notices import kinds, paces
from trekdip.notices.models import Errand, Notice
from trekdip.press import selectors as press
from trekdip.press.parties import EVERYBODY, title_of


@dataclass(frozen=True)
class Line:
    """One line under a heading: a sentence, what became of it, and why."""

    text: str
    outcome: str = ""
    why: str = ""
    bad: bool = False


@dataclass(frozen=True)
class Group:
    """Lines under a heading."""

    heading: str
    lines: list[Line]


@dataclass(frozen=True)
class Content:
    """A notice in words. `subject` does without the game's title; `link` is where to read on.

    `quotes` are words of a person, kept apart from the site's own.
    """

    game: str
    subject: str
    link: str
    link_text: str
    lead: list[str] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    quotes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Telling:
    """What an errand is about, as its recipient sees it now."""

    user: Person
    errand: Errand
    game: Game
    table: Table
    zone: str
    coming: wire.GameState | None = None

    def state(self) -> wire.GameState:
        """The recipient's state of the phase the errand is about, or the one that may be coming."""
        if self.coming is not None:
            return self.coming
        return selectors.game_state(self.user, self.game, self.errand.ordinal)

    def panels(self, state: wire.GameState) -> Panels:
        """The words beside that board."""
        return panels(self.table, state)

    def content(
        self,
        subject: str,
        *lead: str,
        groups: list[Group] | None = None,
        quotes: list[str] | None = None,
        phase: int | None = None,
    ) -> Content:
        """The content with a link to the phase, or to the game."""
        place = [self.table.slug] if phase is None else [self.table.slug, phase]
        where = reverse("game" if phase is None else "phase", args=place)
        return Content(
            game=self.table.title,
            subject=subject,
            link=settings.SITE_URL + where,
            link_text="Open the game" if phase is None else "See the board",
            lead=[line for line in lead if line],
            groups=groups or [],
            quotes=[quote for quote in quotes or [] if quote],
        )


def compose(user: Person, errand: Errand, *, zone: str) -> Content | None:
    """The words for this recipient; None where there is nothing (any more) to tell them.

    That is so if they may not read it, the phase was taken back, or a reminder is not due any more.
    """
    try:
        game = errand.game
        if errand.ordinal is not None and _is_withdrawn(game, errand.ordinal):
            return None
        telling = Telling(user, errand, game, selectors.table(user, game), zone)
        return _TELLERS[errand.kind](telling)
    except Refusal:
        return None


def foreseen(user: Person, game: Game, state: wire.GameState, *, zone: str) -> Content:
    """The words for whoever would enter a phase in this state, which is not stored."""
    kind = kinds.OVER if state.status == "finished" else kinds.PHASE
    errand = Notice(game=game, kind=kind.id, ordinal=state.ordinal)
    telling = Telling(user, errand, game, selectors.table(user, game), zone, coming=state)
    return _over(telling) if kind == kinds.OVER else _phase(telling)


def _is_withdrawn(game: Game, ordinal: int) -> bool:
    """Whether the game was taken back to before this phase."""
    return Phase.objects.filter(game=game, ordinal=ordinal, withdrawn__isnull=False).exists()


def _phase(telling: Telling) -> Content:
    """Results in words, what was told in private, what is asked, until when."""
    state = telling.state()
    beside = telling.panels(state)
    groups = [
        Group(
            power.title,
            [Line(line.sentence, line.outcome, line.why, bad=line.failed) for line in power.lines],
        )
        for power in beside.results
    ]
    told = [
        Line(dispatch.sentence, dispatch.heading)
        for season in dispatches.seasons(telling.table.variant, state.viewer, [_reported(state)])
        for dispatch in season.dispatches
    ]
    if told and state.viewer in {power for power, _ in telling.table.powers}:
        groups.insert(0, Group("Dispatches, for your eyes alone", told))
    awaited = "Your orders are awaited." if beside.owes else ""
    asked = beside.task or awaited if state.status in {"open", "paused"} else ""
    return telling.content(
        state.title,
        asked,
        _until(telling, state),
        groups=groups,
        phase=state.ordinal,
    )


def _reported(state: wire.GameState) -> Reported:
    """What came with the state's View, as the dispatches read it."""
    view = state.view_data()
    return Reported(
        state.ordinal, state.turn, state.title, view.get("reports") or {}, view.get("orders") or []
    )


def _until(telling: Telling, state: wire.GameState) -> str:
    """Until when orders are taken, on the reader's clock."""
    if state.deadline is not None:
        return f"Orders are taken until {paces.in_zone(state.deadline, telling.zone)}."
    if state.status == "open":
        return "There is no deadline: the GM ends the phase."
    return "The clock stands still." if state.status == "paused" else ""


def _reminder(telling: Telling) -> Content | None:
    """Only while the reader owes."""
    state = telling.state()
    beside = telling.panels(state)
    if not beside.owes:
        return None
    sent = (
        "You have saved orders, but they are not marked as final."
        if state.sheet
        else "You have sent none yet."
    )
    return telling.content(
        f"Your orders for {state.title} are awaited", sent, beside.task, _until(telling, state)
    )


def _grace(telling: Telling) -> Content | None:
    """Who is publicly missing, and until when there is grace."""
    state = telling.state()
    if state.status not in {"open", "paused"}:
        return None
    titles = dict(telling.table.powers)
    missing = [titles.get(power, power) for power in telling.errand.facts["powers"]]
    return telling.content(
        f"Time of grace in {state.title}",
        f"No orders have come from: {', '.join(missing)}." if missing else "Orders are missing.",
        _until(telling, state),
    )


def _press(telling: Telling) -> Content:
    """A message that the reader may read, and who says it."""
    key = telling.errand.facts["conversation"]
    said = press.message(telling.user, telling.game, key, telling.errand.key)
    by = title_of(gate.variant(telling.game.variant), said.party)
    to = "everybody" if key == EVERYBODY else "you"
    return Content(
        game=telling.table.title,
        subject=f"{by} writes to {to}",
        link=settings.SITE_URL + reverse("press_thread", args=[telling.table.slug, key]),
        link_text="Read and answer",
        lead=["Something is attached: see it on the page."] if said.attached else [],
        quotes=[said.text] if said.text else [],
    )


def _vote(telling: Telling) -> Content:
    """What is voted on, and who called for it where that is open."""
    about = _VOTES.get(telling.errand.facts["vote"], telling.errand.facts["vote"])
    by = telling.errand.facts["by"]
    caller = dict(telling.table.powers).get(by, by)
    return telling.content(
        f"A vote on {about}",
        f"It was called by {caller}." if caller else "Who called it is not told.",
        "You can answer it on the page of the game.",
    )


def _seat(telling: Telling) -> Content:
    """Who sits there now, as the reader's table says it."""
    power = telling.errand.facts["power"]
    seat = next((row for row in telling.table.seats if row.power == power), None)
    title = dict(telling.table.powers).get(power, power)
    if seat is not None and seat.mine:
        return telling.content(
            f"You play {title}",
            f"{title} is yours from now on. What this power has seen and was told, you can see, too.",
        )
    player = seat.player if seat is not None else None
    return telling.content(
        f"{title} has another player" if player else f"{title} is without a player",
        f"{title} is played by {player} from now on." if player else "A replacement is looked for.",
    )


def _desk(telling: Telling) -> Content:
    """The GM's own words, under the site's heading."""
    facts = telling.errand.facts
    if facts["about"] == "deadline":
        state = telling.state()
        return telling.content(
            f"Another deadline for {state.title}", _until(telling, state), quotes=[facts["text"]]
        )
    if facts["about"] == "chat":
        return telling.content("The chat of your game is switched off", facts["text"])
    heading = "A correction" if facts["about"] == "correction" else "An announcement"
    said = (
        "What was published has been corrected. The GM gives this reason:"
        if facts["about"] == "correction"
        else "The GM says:"
    )
    return telling.content(f"{heading} by the GM", said, quotes=[facts["text"]])


def _over(telling: Telling) -> Content:
    """How it ended."""
    result = telling.table.result
    ended = f"{result}." if result else "The game is over."
    return telling.content("The game is over", ended, "Everything that was hidden can be seen now.")


def _receipt(telling: Telling) -> Content:
    """How orders that came by mail were understood, line by line, from the seat's own sheet as it stands."""
    state = telling.state()
    problem = telling.errand.facts["problem"]
    words = Words(telling.table.variant)
    sheet = state.sheet
    lines = [_understood(line, words) for line in sheet.lines] if sheet else []
    bad = sum(line.bad for line in lines)
    if problem:
        stands = (
            "What you had saved before stands." if sheet else "No orders of yours are saved for this phase."
        )
        lead = ["Your mail changed nothing.", problem, stands]
    else:
        final = "final" if sheet and sheet.final else "not final"
        lead = [f"Your orders are saved, marked as {final}.", _until(telling, state)]
        if bad:
            lead.insert(1, f"{bad} of {len(lines)} lines will not count: see below.")
    return telling.content(
        f"Your orders for {state.title}" + (" were not taken" if problem else ""),
        *lead,
        groups=[Group("As understood", lines)] if lines else [],
    )


def _understood(line: wire.Line, words: Words) -> Line:
    """One line of a sheet: as typed, as an order in words, and its problem."""
    order = words.order(line.unit, line.order) if line.order else ""
    return Line(line.text, order if line.ok else "does not count", line.problem or "", bad=not line.ok)


_VOTES = {
    "draw": "a draw",
    "concede": "conceding the game",
    "end": "ending the game",
    "extension": "more time for this phase",
    "extend": "more time for this phase",
    "pause": "a pause",
    "resume": "the end of the pause",
}

_TELLERS: dict[str, Callable[[Telling], Content | None]] = {
    "phase": _phase,
    "reminder": _reminder,
    "grace": _grace,
    "press": _press,
    "vote": _vote,
    "seat": _seat,
    "desk": _desk,
    "over": _over,
    "receipt": _receipt,
}
