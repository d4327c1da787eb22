"""The mailbox: the newest state, once, and never an older one."""

import asyncio

from trekdip.live.mailbox import Mailbox


async def test_the_latest_wins() -> None:
    mailbox = Mailbox()
    mailbox.put(1, "one")
    mailbox.put(2, "two")
    assert (await mailbox.take()).text == "two"


async def test_what_was_taken_is_not_given_again() -> None:
    mailbox = Mailbox()
    mailbox.put(1, "one")
    assert (await mailbox.take()).text == "one"
    waiting = asyncio.create_task(mailbox.take())
    await asyncio.sleep(0)
    assert not waiting.done()
    mailbox.put(2, "two")
    assert (await waiting).text == "two"


async def test_an_older_phase_never_follows_a_newer_one() -> None:
    mailbox = Mailbox()
    mailbox.put(2, "two")
    mailbox.put(1, "late")
    assert (await mailbox.take()).text == "two"


async def test_the_same_phase_may_come_again_changed() -> None:
    mailbox = Mailbox()
    mailbox.put(2, "before")
    assert (await mailbox.take()).text == "before"
    mailbox.put(2, "deadline moved")
    assert (await mailbox.take()).text == "deadline moved"
