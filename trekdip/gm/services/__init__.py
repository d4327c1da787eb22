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
from trekdip.gm.services.corrections import Change, correction_make
from trekdip.gm.services.invitations import (
    invitation_accept,
    invitation_decline,
    invitation_of,
    invitation_send,
    invitation_token,
    invitation_withdraw,
    seat_offer,
)
from trekdip.gm.services.publishing import held_release, held_reopen, result_publish, sheet_edit
from trekdip.gm.services.readings import reading_record
from trekdip.gm.services.rounds import Processed, round_process
from trekdip.gm.services.talk import announcement_make, note_save

__all__ = [
    "Change",
    "Processed",
    "announcement_make",
    "correction_make",
    "deadline_force",
    "deadline_move",
    "game_pause",
    "game_resume",
    "held_release",
    "held_reopen",
    "invitation_accept",
    "invitation_decline",
    "invitation_of",
    "invitation_send",
    "invitation_token",
    "invitation_withdraw",
    "note_save",
    "phase_rerun",
    "power_nmr",
    "reading_record",
    "result_publish",
    "round_process",
    "seat_offer",
    "seat_replace",
    "sheet_edit",
]
