"""Rounds: much that is asked for is done many at a time, and nothing that is asked for is left out."""

import asyncio

import pytest

from trekdip.live.rounds import Rounds


class Work:
    """Work that ends when the test says so: the rounds that were begun, by order."""

    def __init__(self) -> None:
        self.begun: list[list[int]] = []
        self.gates: list[asyncio.Event] = []

    async def __call__(self, numbers: list[int]) -> None:
        gate = asyncio.Event()
        self.begun.append(numbers)
        self.gates.append(gate)
        await gate.wait()
        if 13 in numbers:
            raise OSError("the database is away")

    async def end(self, which: int) -> None:
        """Let this round end, and what follows from it begin."""
        self.gates[which].set()
        await settled()


async def settled() -> None:
    """Until nothing more begins by itself."""
    for _ in range(5):
        await asyncio.sleep(0)


async def asked(rounds: Rounds, *numbers: int) -> None:
    """Ask for these, each at a moment of its own."""
    for number in numbers:
        rounds.ask(number)
        await settled()


async def test_one_is_done_at_once_and_many_are_done_together() -> None:
    work = Work()
    rounds = Rounds("work", work, most=3, at_once=1)
    await asked(rounds, 1, 2, 3, 4, 5)
    assert work.begun == [[1]]
    await work.end(0)
    assert work.begun == [[1], [2, 3, 4]]
    await work.end(1)
    assert work.begun == [[1], [2, 3, 4], [5]]
    await rounds.stop()


async def test_what_is_asked_for_again_comes_once_more_and_never_beside_itself() -> None:
    work = Work()
    rounds = Rounds("work", work, most=3, at_once=2)
    await asked(rounds, 1, 1, 1, 2)
    assert work.begun == [[1], [2]]
    await work.end(1)
    assert work.begun == [[1], [2]]
    await work.end(0)
    assert work.begun == [[1], [2], [1]]
    await rounds.stop()


async def test_a_round_that_fails_keeps_nothing_else_from_being_done(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work = Work()
    rounds = Rounds("work", work, most=3, at_once=1)
    await asked(rounds, 13, 14)
    await work.end(0)
    assert work.begun == [[13], [14]]
    assert "work of [13] failed" in caplog.text
    await rounds.stop()


async def test_nothing_begins_after_the_end() -> None:
    work = Work()
    rounds = Rounds("work", work, most=1, at_once=1)
    await asked(rounds, 1, 2)
    await rounds.stop()
    await settled()
    assert work.begun == [[1]]
