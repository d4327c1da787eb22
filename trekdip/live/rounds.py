"""Work that is asked for one by one and done many at a time. Knows no games and no sockets."""

import asyncio
import logging
from collections.abc import Callable, Coroutine

logger = logging.getLogger(__name__)


class Rounds:
    """Does `work` for the numbers that are asked for: at once while little is asked, up to `most` of them in
    a round when much is, and at most `at_once` rounds beside each other.

    A number is in one round at a time; what is asked for again meanwhile is done once more. A round that
    fails is logged and not tried again. For one event loop.
    """

    def __init__(
        self, name: str, work: Callable[[list[int]], Coroutine[None, None, None]], *, most: int, at_once: int
    ) -> None:
        self._name = name
        self._work = work
        self._most = most
        self._at_once = at_once
        self._waiting: dict[int, None] = {}  # in the order in which they were asked for
        self._rounds: dict[asyncio.Task[None], list[int]] = {}

    def ask(self, number: int) -> None:
        """Have it done soon."""
        self._waiting[number] = None
        self._begin()

    async def stop(self) -> None:
        """End all rounds and forget what was asked for; returns when they have ended."""
        self._waiting.clear()
        rounds = list(self._rounds)
        for task in rounds:
            task.cancel()
        await asyncio.gather(*rounds, return_exceptions=True)

    def _begin(self) -> None:
        while len(self._rounds) < self._at_once and (numbers := self._next()):
            task = asyncio.create_task(self._work(numbers), name=self._name)
            self._rounds[task] = numbers
            task.add_done_callback(self._ended)

    def _next(self) -> list[int]:
        """What the next round is for, taken off the list of what waits."""
        busy = {number for numbers in self._rounds.values() for number in numbers}
        free = [number for number in self._waiting if number not in busy][: self._most]
        for number in free:
            del self._waiting[number]
        return free

    def _ended(self, task: asyncio.Task[None]) -> None:
        numbers = self._rounds.pop(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            logger.error("%s of %s failed", self._name, numbers, exc_info=problem)
        self._begin()
