"""The tables of games and every invariant a database can hold.

No behaviour: services write, selectors read.

The truth of a game (`Phase.truth`, `Unit`, `Order`, `Game.seed`) stands beside what people may see
(`PhaseView`). Players and spectators are served from `PhaseView` alone; the truth's rows are read by the
gate and the GM's desk.
"""

from trekdip.games.models.endings import Ballot, Proposal, SeatRequest
from trekdip.games.models.phases import Order, Outbox, Phase, Unit
from trekdip.games.models.sheets import Advance, Declaration, OrderSheet, Plan
from trekdip.games.models.table import Game, Seat, new_seed, new_slug, new_token
from trekdip.games.models.timing import Absence, ClockBallot, ClockEvent, ClockVote, Reminder
from trekdip.games.models.views import ImmutableError, PhaseView
from trekdip.games.models.watching import AuditEntry, Consent, Observer

__all__ = [
    "Absence",
    "Advance",
    "AuditEntry",
    "Ballot",
    "ClockBallot",
    "ClockEvent",
    "ClockVote",
    "Consent",
    "Declaration",
    "Game",
    "ImmutableError",
    "Observer",
    "Order",
    "OrderSheet",
    "Outbox",
    "Phase",
    "PhaseView",
    "Plan",
    "Proposal",
    "Reminder",
    "Seat",
    "SeatRequest",
    "Unit",
    "new_seed",
    "new_slug",
    "new_token",
]
