"""Every read of games: who asks comes first. Players and spectators get stored views, never the truth."""

from trekdip.games.selectors.advance import advance
from trekdip.games.selectors.agreements import Agreements, ProposalRow, agreements, proposed, result_words
from trekdip.games.selectors.choosing import Choosable, Watchable, choosable
from trekdip.games.selectors.clock import (
    Away,
    Clock,
    ClockHead,
    Happened,
    Vote,
    clock,
    clock_head,
    rhythm_plan,
)
from trekdip.games.selectors.declarations import Declarations, Made, declarations
from trekdip.games.selectors.due import outbox_unsent, pauses_over, phases_due, reminders_due
from trekdip.games.selectors.imagined import imaginable, imagine, imagined_state
from trekdip.games.selectors.lists import GameCard, Lobby, awaited_of, lobby, my_games
from trekdip.games.selectors.missing import MissingRow, nmr_figures
from trekdip.games.selectors.news import Corrected, PublicNews, Told, public_news
from trekdip.games.selectors.observers import ObserverRow, Observers, observers
from trekdip.games.selectors.plans import plans
from trekdip.games.selectors.reports import Reported, reported
from trekdip.games.selectors.revealed import Draws, Revealed, draws, revealed
from trekdip.games.selectors.seats import RequestRow, Seats, VacantSeat, seats_of, seats_to_take
from trekdip.games.selectors.states import (
    History,
    HistoryEntry,
    board,
    game_state,
    history,
    last_year,
    newest_states,
    ordinal_of,
    state_for,
)
from trekdip.games.selectors.tables import (
    AuditRow,
    SeatRow,
    Table,
    audit,
    kinds_of,
    kinds_of_phase,
    table,
    variants,
    variants_with,
)
from trekdip.games.selectors.viewers import (
    Person,
    game_get,
    is_gm,
    sees_truth,
    shown_name,
    viewer_of,
    viewers_of,
)

__all__ = [
    "Agreements",
    "AuditRow",
    "Away",
    "Choosable",
    "Clock",
    "ClockHead",
    "Corrected",
    "Declarations",
    "Draws",
    "GameCard",
    "Happened",
    "History",
    "HistoryEntry",
    "Lobby",
    "Made",
    "MissingRow",
    "ObserverRow",
    "Observers",
    "Person",
    "ProposalRow",
    "PublicNews",
    "Reported",
    "RequestRow",
    "Revealed",
    "SeatRow",
    "Seats",
    "Table",
    "Told",
    "VacantSeat",
    "Vote",
    "Watchable",
    "advance",
    "agreements",
    "audit",
    "awaited_of",
    "board",
    "choosable",
    "clock",
    "clock_head",
    "declarations",
    "draws",
    "game_get",
    "game_state",
    "history",
    "imaginable",
    "imagine",
    "imagined_state",
    "is_gm",
    "kinds_of",
    "kinds_of_phase",
    "last_year",
    "lobby",
    "my_games",
    "newest_states",
    "nmr_figures",
    "observers",
    "ordinal_of",
    "outbox_unsent",
    "pauses_over",
    "phases_due",
    "plans",
    "proposed",
    "public_news",
    "reminders_due",
    "reported",
    "result_words",
    "revealed",
    "rhythm_plan",
    "seats_of",
    "seats_to_take",
    "sees_truth",
    "shown_name",
    "state_for",
    "table",
    "variants",
    "variants_with",
    "viewer_of",
    "viewers_of",
]
