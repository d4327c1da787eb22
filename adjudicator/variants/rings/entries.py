"""Entries that hide what concerns warp: the truth for the owner, what shows of it for everybody else (G-k,
G-o). Where sentences come from is `reasons`' affair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from adjudicator.outcomes import EVERYBODY, ILLEGAL, Entry
from adjudicator.variants.rings.language import many
from adjudicator.variants.rings.muster import Stray

PUBLIC = "public"


class Told(msgspec.Struct, frozen=True):
    """What became of some ships: `shown` is what others see of the order, `place` and `count` make the name
    of the ships; `shown` None: all of it is public."""

    power: str
    rank: int  # of the place, on the map
    unit: str | None
    text: str
    words: tuple[str, ...]
    because: str
    shown: Shown | None = None
    hidden: bool = False  # others see nothing at all


class Shown(msgspec.Struct, frozen=True):
    """What others see: the ships are named `{count}S {name}`, their order is `head`, that name and `tail`."""

    name: str
    count: int
    tail: str
    words: tuple[str, ...]
    because: str
    head: str = ""


def listed(told: Iterable[Told], powers: Sequence[str]) -> tuple[Entry, ...]:
    """The entries by race, place and text. What others see is added up, so that it does not tell how the
    hidden orders differ; the order of entries depends on what each shows."""
    rank = {p: i for i, p in enumerate(powers)}
    rows: list[tuple[tuple[int, int, str], Entry]] = []
    veiled: dict[tuple[str, int, Shown], int] = {}
    for one in told:
        audience = (EVERYBODY,) if one.shown is None and not one.hidden else (one.power,)
        entry = Entry(one.power, one.unit, one.text, one.words, one.because, audience)
        rows.append(((rank[one.power], one.rank, one.text), entry))
        if one.shown is not None:
            key = one.power, one.rank, msgspec.structs.replace(one.shown, count=0)
            veiled[key] = veiled.get(key, 0) + one.shown.count
    for (power, place, shown), count in veiled.items():
        unit = f"{many(count)} {shown.name}"
        others = tuple(p for p in (*powers, PUBLIC) if p != power)
        order = f"{shown.head}{unit}{shown.tail}"
        entry = Entry(power, unit, order, shown.words, shown.because, others, veiled=True)
        rows.append(((rank[power], place, entry.order), entry))
    rows.sort(key=lambda row: row[0])
    return tuple(entry for _, entry in rows)


def told_strays(strays: Iterable[Stray], last: int) -> list[Told]:
    """The lines that are for no ship, behind all places."""
    return [
        Told(
            s.power, last, s.unit, s.text, (ILLEGAL,), f"This order does not count: {s.problem}.",
            hidden=s.hidden,
        )
        for s in strays
    ]  # fmt: skip
