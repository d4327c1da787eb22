"""A bot that plays a seat by chance, in any game: python example_bot.py https://trekdip.example GAME TOKEN

Needs httpx and websockets. GAME is what follows /games/ in its address. Each phase gets one order a unit.
"""

import asyncio
import contextlib
import json
import random
import sys

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

site, game, token = sys.argv[1:4]
headers = {"Authorization": f"Bearer {token}"}
url = f"{site}/api/v1/games/{game}"


def orders(state: dict) -> list[str]:
    """One of the legal orders for each unit, by chance, but no patterns; in winter as many as are due."""
    lists = ([order for order in legal if "*" not in order] for legal in state["legal"].values())
    chosen = [random.choice(legal) for legal in lists if legal]
    due = state["view"]["adjustments"].get(state["viewer"])
    return chosen if due is None else chosen[: abs(due)]


async def play() -> None:
    """Answer what comes; when the connection ends, as it does when the site restarts, connect again."""
    async for stream in connect(f"ws{url[4:]}/stream", additional_headers=headers, max_size=None):
        with contextlib.suppress(ConnectionClosed):
            while state := json.loads(await stream.recv()):
                if state["type"] == "state" and state["viewer"] in state["view"]["awaiting"]:
                    sheet = {"ordinal": state["ordinal"], "orders": orders(state), "final": True}
                    receipt = httpx.post(f"{url}/orders", headers=headers, json=sheet).json()
                    print(state["title"], receipt["problem"], *receipt.get("lines", []), sep="\n  ")


asyncio.run(play())
