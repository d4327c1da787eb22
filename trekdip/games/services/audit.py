"""Writing down who did what at a table. Reading it is a selector's work."""

import datetime as dt
from typing import Any

from trekdip.accounts.models import User
from trekdip.games.errors import BadInput, NotAllowed
from trekdip.games.models import AuditEntry, Game

REASON_LENGTH = 500


def audit_record(
    *,
    game: Game,
    act: str,
    by: User | None,
    at: dt.datetime,
    reason: str = "",
    details: dict[str, Any] | None = None,
) -> AuditEntry:
    """Write an act into the audit, in the caller's transaction. `by` None is the site itself."""
    return AuditEntry.objects.create(
        game=game, act=act, by=by, at=at, reason=reason_checked(reason), details=details or {}
    )


def reason_checked(reason: str, *, needed: bool = False) -> str:
    """The reason, trimmed. Raises BadInput if it is no text, too long, or missing where the table is owed
    one.
    """
    reason = reason.strip()
    if "\x00" in reason:
        raise BadInput("The reason holds a character that is not text. Type it anew.", field="reason")
    if len(reason) > REASON_LENGTH:
        raise BadInput(f"Keep the reason under {REASON_LENGTH} characters.", field="reason")
    if needed and not reason:
        raise BadInput("Say why: the players can read it when the game is over.", field="reason")
    return reason


def require_gm(by: User, game: Game) -> None:
    """Raises NotAllowed unless `by` manages the game."""
    if game.gm_id != by.pk:
        raise NotAllowed("Only the GM of this game can do that.")
