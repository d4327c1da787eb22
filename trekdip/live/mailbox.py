"""A socket's mailbox: it holds the newest state only, so a slow reader costs one message, and one reminder.

Knows no games.
"""

import asyncio
from typing import NamedTuple


class Taken(NamedTuple):
    """What was in the mailbox, and when somebody last vouched that its owner may be told (`time.monotonic`;
    None: nobody has).
    """

    text: str
    vouched_at: float | None


class Mailbox:
    """Latest wins: what was not yet taken is replaced by what comes next.

    For one event loop. `put` never blocks; `take` waits. Ordinals never go back: a state older than
    one already put is dropped, whichever way it came.
    """

    __slots__ = ("_filled", "_newest", "_reminder", "_text", "_vouched_at")

    def __init__(self) -> None:
        self._filled = asyncio.Event()
        self._newest = -1
        self._text = ""
        self._reminder = ""
        self._vouched_at: float | None = None

    def put(self, ordinal: int, text: str, *, vouched_at: float | None = None) -> None:
        """Offer the state `text` of phase `ordinal` for sending."""
        if ordinal < self._newest:
            return
        self._newest = ordinal
        self._text = text
        self._vouched_at = vouched_at
        self._filled.set()

    def remind(self, text: str) -> None:
        """Offer a word that says the same however often it is said, such as that there is press."""
        self._reminder = text
        self._filled.set()

    async def take(self) -> Taken:
        """Wait for something that was not taken yet, and take it: a state before a reminder."""
        await self._filled.wait()
        if self._text:
            taken, self._text = Taken(self._text, self._vouched_at), ""
        else:
            taken, self._reminder = Taken(self._reminder, None), ""
        if not self._reminder:
            self._filled.clear()
        return taken
