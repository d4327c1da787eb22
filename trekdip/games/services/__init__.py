"""Every write of games: keyword-only functions, each one transaction, news sent after the commit."""

from trekdip.games.services.advance import advance_save
from trekdip.games.services.declarations import declaration_make
from trekdip.games.services.news import outbox_send
from trekdip.games.services.observers import (
    observer_agree,
    observer_ask,
    observer_object,
    observer_withdraw,
)
from trekdip.games.services.phases import phase_resolve
from trekdip.games.services.plans import plan_delete, plan_rename, plan_save
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

__all__ = [
    "advance_save",
    "countries_assign",
    "declaration_make",
    "game_cancel",
    "game_create",
    "game_join",
    "game_leave",
    "game_start",
    "observer_agree",
    "observer_ask",
    "observer_object",
    "observer_withdraw",
    "outbox_send",
    "phase_resolve",
    "plan_delete",
    "plan_rename",
    "plan_save",
    "seat_assign",
    "seat_kick",
    "sheet_final",
    "sheet_submit",
]
