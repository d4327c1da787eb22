"""A bot that plays a seat at random: python example_bot.py https://trekdip.example GAME TOKEN

Needs httpx and websockets. It listens for phases and answers each with one order a unit.
"""

import json
import random
import sys

import httpx
from websockets.sync.client import connect

site, game, token = sys.argv[1:4]
headers = {"Authorization": f"Bearer {token}"}
url = f"{site}/api/v1/games/{game}"


def orders(state: dict) -> list[str]:
    """One of the legal orders for each unit, by chance; in winter as many as are due."""
    chosen = [random.choice(legal) for legal in state["legal"].values() if legal]
    due = state["view"].get("adjustments", {}).get(state["viewer"])
    return chosen if due is None else chosen[: abs(due)]


with connect(f"{url.replace('http', 'ws', 1)}/stream", additional_headers=headers) as stream:
    for message in stream:
        state = json.loads(message)
        if state["viewer"] not in state["view"]["awaiting"] or state["status"] != "open":
            print(state["title"], state["status"])
            continue
        sheet = {"ordinal": state["ordinal"], "orders": orders(state), "final": True}
        receipt = httpx.post(f"{url}/orders", headers=headers, json=sheet).json()
        print(state["title"], *(line["order"] or line["problem"] for line in receipt["lines"]), sep="\n  ")
