"""Every read of the desk: for the GM alone, and the truth only for a GM who does not play."""

from trekdip.gm.selectors.correcting import Base, Harm, Statement, correction_base, correction_statement
from trekdip.gm.selectors.matrix import Matrix
from trekdip.gm.selectors.rounds import Task, open_tasks
from trekdip.gm.selectors.seeing import Preview, Seen, preview, see, viewers, who_knows
from trekdip.gm.selectors.standing import Desk, DeskPhase, DeskSeat, Truth, desk, truth
from trekdip.gm.selectors.table import Invited, Offered, invitations, note, offered

__all__ = [
    "Base",
    "Desk",
    "DeskPhase",
    "DeskSeat",
    "Harm",
    "Invited",
    "Matrix",
    "Offered",
    "Preview",
    "Seen",
    "Statement",
    "Task",
    "Truth",
    "correction_base",
    "correction_statement",
    "desk",
    "invitations",
    "note",
    "offered",
    "open_tasks",
    "preview",
    "see",
    "truth",
    "viewers",
    "who_knows",
]
