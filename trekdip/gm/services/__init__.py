"""Every write of the desk: keyword-only functions, each one transaction, each written in the audit."""

from trekdip.gm.services.acts import (
    deadline_force,
    deadline_move,
    game_pause,
    game_resume,
    phase_rerun,
    power_nmr,
    seat_replace,
)

__all__ = [
    "deadline_force",
    "deadline_move",
    "game_pause",
    "game_resume",
    "phase_rerun",
    "power_nmr",
    "seat_replace",
]
