"""A socket's mailbox: it holds the newest state only, so a slow reader costs one message, and one reminder.

Knows no games.
"""

import asyncio


class Mailbox:
    """Latest wins: what was not yet taken is replaced by what comes next.

    For one event loop. `put` never blocks; `take` waits. Ordinals never go back: a state older than
    one already put is dropped, whichever way it came.
    """

    __slots__ = ("_filled", "_newest", "_reminder", "_text")

    def __init__(self) -> None:
        self._filled = asyncio.Event()
        self._newest = -1
        self._text = ""
        self._reminder = ""

    def put(self, ordinal: int, text: str) -> None:
        """Offer the state `text` of phase `ordinal` for sending."""
        if ordinal < self._newest:
            return
        self._newest = ordinal
        self._text = text
        self._filled.set()

    def remind(self, text: str) -> None:
        """Offer a word that says the same however often it is said, such as that there is press."""
        self._reminder = text
        self._filled.set()

    async def take(self) -> str:
        """Wait for something that was not taken yet, and take it: a state before a reminder."""
        await self._filled.wait()
        text, self._text = self._text or self._reminder, ""
        if text == self._reminder:
            self._reminder = ""
        if not self._reminder:
            self._filled.clear()
        return text
