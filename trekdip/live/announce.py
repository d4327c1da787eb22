"""Telling every process that something new can be read. Carries numbers, never content."""

from typing import Literal

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

GROUP = "pokes"
Kind = Literal["phase", "seats", "press"]


def poke(game_id: int, ordinal: int, *, kind: Kind = "phase") -> None:
    """Announce that game `game_id` has news: its newest phase is `ordinal`.

    `kind` "phase": sockets get their viewer's state anew; "seats": who may see what has changed, so every
    socket of the game is asked again who it is; "press": something was said, and whoever it was said to is
    told that there is news (`ordinal` means nothing then). To be called after the commit, from a
    synchronous context. May raise what the carrier raises (Redis away): callers on commit leave the
    outbox row for the sweep.
    """
    async_to_sync(poke_async)(game_id, ordinal, kind=kind)


async def poke_async(game_id: int, ordinal: int, *, kind: Kind = "phase") -> None:
    """`poke` for asynchronous callers."""
    layer = get_channel_layer()
    await layer.group_send(GROUP, {"type": "poke", "game": game_id, "ordinal": ordinal, "kind": kind})
