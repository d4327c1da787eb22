"""Every write of games: keyword-only functions, each one transaction, news sent after the commit."""

from trekdip.games.services.absences import absence_announce, absence_cancel
from trekdip.games.services.advance import advance_save
from trekdip.games.services.clock_votes import clock_vote_answer, clock_vote_call, clock_vote_withdraw
from trekdip.games.services.declarations import declaration_make
from trekdip.games.services.endings import ballot_cast, end_agree, proposal_make, proposal_withdraw
from trekdip.games.services.handing import gm_accept, gm_decline, gm_offer
from trekdip.games.services.missing import missing_hold, missing_nmr
from trekdip.games.services.news import outbox_send
from trekdip.games.services.observers import (
    observer_agree,
    observer_ask,
    observer_object,
    observer_withdraw,
)
from trekdip.games.services.pauses import pause_end
from trekdip.games.services.phases import phase_resolve
from trekdip.games.services.plans import plan_delete, plan_rename, plan_save
from trekdip.games.services.reminders import phase_remind
from trekdip.games.services.sheets import sheet_final, sheet_submit
from trekdip.games.services.table import (
    countries_assign,
    game_cancel,
    game_create,
    game_join,
    game_leave,
    game_start,
    seat_assign,
    seat_kick,
)
from trekdip.games.services.takeovers import takeover_answer, takeover_ask, takeover_withdraw

__all__ = [
    "absence_announce",
    "absence_cancel",
    "advance_save",
    "ballot_cast",
    "clock_vote_answer",
    "clock_vote_call",
    "clock_vote_withdraw",
    "countries_assign",
    "declaration_make",
    "end_agree",
    "game_cancel",
    "game_create",
    "game_join",
    "game_leave",
    "game_start",
    "gm_accept",
    "gm_decline",
    "gm_offer",
    "missing_hold",
    "missing_nmr",
    "observer_agree",
    "observer_ask",
    "observer_object",
    "observer_withdraw",
    "outbox_send",
    "pause_end",
    "phase_remind",
    "phase_resolve",
    "plan_delete",
    "plan_rename",
    "plan_save",
    "proposal_make",
    "proposal_withdraw",
    "seat_assign",
    "seat_kick",
    "sheet_final",
    "sheet_submit",
    "takeover_answer",
    "takeover_ask",
    "takeover_withdraw",
]
