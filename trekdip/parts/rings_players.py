"""A simple scripted player of rings: grabs supply planets nearby, backs its own attacks, warps to free ones.

Chooses from what its seat may know; stores nothing.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from trekdip.games import gate

View = Mapping[str, Any]
Legal = Mapping[str, Sequence[str]]


def orders(view: View, legal: Legal, power: str, rng: random.Random) -> list[str]:
    """A sheet for one power: lines out of its list of legal orders."""
    if str(view["turn"]).endswith("M"):
        return _Season(view, power, rng).orders(legal)
    if str(view["turn"]).endswith("R"):
        return [_retreat(texts, rng) for texts in legal.values() if texts]
    return _winter(view, legal, power, rng)


def _retreat(texts: Sequence[str], rng: random.Random) -> str:
    """All ships of a stack together, on the board rather than into the wormhole."""
    together = [text for text in texts if _size(text) == _size(texts[0]) and " R " in text]
    open_sky = [text for text in together if not text.endswith(" wormhole")]
    return rng.choice(open_sky or together or list(texts[:1]))


def _winter(view: View, legal: Legal, power: str, rng: random.Random) -> list[str]:
    """Builds one by one in places drawn by lot, or the disbands that are due."""
    due = int(view["adjustments"].get(power, 0))
    single = [text for texts in legal.values() for text in texts if text != "WAIVE" and _size(text) == 1]
    rng.shuffle(single)
    if due <= 0:
        return single[:-due]
    home = [text for text in single if text.split()[-1] in gate.geometry("rings")["wheel"]["great"]]
    chosen = single[:due]
    while home and len(chosen) < due:
        chosen.append(home[0])
    return chosen


def _size(text: str) -> int:
    """How many ships an order is for."""
    words = text.split()
    number = (words[1] if words[0] in {"B", "D"} else words[0]).rstrip("S")
    return int(number or 1)


class _Season:
    """One movement phase as a player sees it."""

    def __init__(self, view: View, power: str, rng: random.Random) -> None:
        self.power, self.rng = power, rng
        provinces = gate.geometry("rings")["provinces"]
        own = set(view["centers"].get(power, ()))
        self.wanted = {place for place, facts in provinces.items() if facts["centre"] and place not in own}
        self.defended = {
            text.split()[-1]: _size(text)
            for other, texts in view["units"].items()
            for text in texts
            if other != power and not text.endswith(" wormhole")
        }
        self.going: Counter[str] = Counter()

    def orders(self, legal: Legal) -> list[str]:
        """Attacks first, then what backs them, then the rest."""
        stacks = [key for key in legal if " warp " not in key and legal[key]]
        self.rng.shuffle(stacks)
        chosen = {key: order for key in stacks if (order := self._attack(legal[key])) is not None}
        for key in stacks:
            if key not in chosen:
                chosen[key] = self._rest(legal[key])
        return list(chosen.values())

    def _attack(self, texts: Sequence[str]) -> str | None:
        """A move of all ships to a wanted planet that the attack can hope for."""
        goals = [t for t in self._whole(texts) if " - " in t and " S " not in t]
        hopeful = [t for t in goals if t.split()[-1] in self.wanted and self._hopeful(t)]
        if not hopeful or self.rng.random() < 0.1:
            return None
        order = self.rng.choice(hopeful)
        self.going[order.split()[-1]] += _size(order)
        return order

    def _hopeful(self, text: str) -> bool:
        goal = text.rsplit(maxsplit=1)[-1]
        return self.going[goal] + _size(text) > self.defended.get(goal, 0) or self.rng.random() < 0.3

    def _rest(self, texts: Sequence[str]) -> str:
        """Support an own attack nearby, else warp or drift towards something wanted, else hold."""
        whole = self._whole(texts)
        backing = [t for t in whole if f" S {self.power} - " in t and self.going[t.split()[-1]]]
        if backing:
            return self.rng.choice(backing)
        joining = [t for t in whole if " - " in t and " S " not in t and self.going[t.split()[-1]]]
        warps = [t for t in whole if " warp " in t]
        moves = [t for t in whole if " - " in t and " S " not in t]
        lot = self.rng.random()
        if joining and lot < 0.4:
            return self.rng.choice(joining)
        if warps and lot < 0.55:
            return self.rng.choice(warps)
        if moves and lot < 0.85:
            return self.rng.choice(moves)
        return next((t for t in whole if t.endswith(" H")), texts[0])

    def _whole(self, texts: Sequence[str]) -> list[str]:
        """The orders for all ships of the stack."""
        most = max(map(_size, texts))
        return [text for text in texts if _size(text) == most]
