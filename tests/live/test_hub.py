"""What the hub hands to listeners who come, go or change while it asks who may be told what."""

import time

import pytest

from trekdip.live import payloads
from trekdip.live.hub import Hub, Listener
from trekdip.live.payloads import News, Payload

ANNA, ERIK, EVE = 7, 8, 9


def listener(game: int, user: int | None, viewer: str, session: str | None, ended: list[str]) -> Listener:
    """A socket; `ended` gets its session when the hub ends it."""
    return Listener(game, user, viewer, end=lambda: ended.append(session or ""), session=session)


def held(one: Listener) -> str:
    """The state that waits in a mailbox, empty for none."""
    return one.mailbox._text


async def test_who_comes_and_goes_while_the_hub_asks_gets_no_state_of_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub, ended = Hub(), list[str]()
    stays = listener(1, ANNA, "austria", "anna", ended)
    watches = listener(2, ANNA, "public", "anna too", ended)
    goes = listener(1, ANNA, "austria", "gone", ended)
    stranger = listener(1, None, "public", None, ended)
    loses = listener(2, ERIK, "austria", "erik", ended)
    late = {
        "own": listener(1, ANNA, "austria", "newly signed in", ended),
        "other seat": listener(1, ERIK, "england", "erik", ended),
        "no seat": listener(1, EVE, "austria", "eve", ended),
        "of the other game": listener(1, ERIK, "austria", "erik of two", ended),
    }
    for one in (stays, watches, goes, stranger, loses):
        hub.register(one)

    async def asked(wanted: dict[int, frozenset[str]], keys: frozenset[str]) -> News:
        assert wanted == {1: frozenset({"austria", "public"}), 2: frozenset({"austria", "public"})}
        assert keys == {"anna", "gone", "erik"}
        hub.unregister(goes)
        for one in late.values():
            hub.register(one)
        return News(
            viewers={1: {ANNA: "austria", ERIK: "england"}, 2: {EVE: "austria"}},
            payloads={
                (game, viewer): Payload(3, f"{viewer} of {game}")
                for game, viewers in wanted.items()
                for viewer in viewers
            },
            holders={"anna": ANNA, "erik": ERIK},
            asked_at=time.monotonic(),
        )

    monkeypatch.setattr(payloads, "news", asked)
    await hub._deliver([1, 2])
    assert [held(one) for one in (stays, watches, stranger)] == ["austria of 1", "public of 2", "public of 1"]
    assert {name: held(one) for name, one in late.items()} == {
        "own": "austria of 1",
        "other seat": "",
        "no seat": "",
        "of the other game": "",
    }
    assert [held(one) for one in (goes, loses)] == ["", ""]
    assert sorted(ended) == ["erik", "erik of two", "eve"]
    assert (await stays.mailbox.take()).vouched_at is not None
    # Whose session was not asked about is looked at again before anything is sent.
    assert (await late["own"].mailbox.take()).vouched_at is None
