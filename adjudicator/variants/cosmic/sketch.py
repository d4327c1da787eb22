"""What a board of cosmic shows beside units: warps that last or hold for this season, the danger beside black
holes, double spaces, strengths. From a view and the printed board; a view tells all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.sketch import Line, Note, Ring, Tag
from adjudicator.variants.cosmic.battle import STRENGTH, SUPPORT_STRENGTH
from adjudicator.variants.cosmic.cosmos import the_cosmos
from adjudicator.variants.cosmic.lanes import read_warp


def sketch(view: Mapping[str, Any]) -> list[Note]:
    """All notes of a view."""
    memory: Mapping[str, Any] = view.get("memory") or {}
    standing = dict(_standing(view))
    return [
        *_warps(memory.get("warps") or (), "lasting", "until another warp undoes it"),
        *_warps(memory.get("season_warps") or (), "season", "for this season"),
        *_dangers(view, standing),
        *_doubles(),
        *_holes(),
        *_numbers(standing),
        *_strengths(standing),
    ]


def _standing(view: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Space -> power and kind of the unit that stands there."""
    for power, units in (view.get("units") or {}).items():
        for text in units:
            kind, place = str(text).split()[:2]
            yield place, (str(power), kind)


def _warps(texts: Any, how: str, until: str) -> Iterator[Line]:
    names = the_cosmos().names
    for text in texts:
        warp = read_warp(str(text))
        if warp is None:
            continue
        state, sort = ("connected", "open") if warp.connects else ("disconnected", "shut")
        yield Line(
            warp.a, warp.b, f"warp {sort} {how}", f"{names[warp.a]} and {names[warp.b]}: {state} {until}."
        )


def _dangers(view: Mapping[str, Any], standing: Mapping[str, tuple[str, str]]) -> Iterator[Ring]:
    """Spaces beside a hole, whether or not a unit stands there (X-e)."""
    cosmos = the_cosmos()
    season = str(view.get("turn") or "")[:1] in {"A", "G"}
    for place in sorted(cosmos.rim, key=cosmos.rank.__getitem__):
        hole = cosmos.names[cosmos.hole[place]]
        if place not in standing:
            told = "who is there after a season without a support is lost"
            yield Ring(place, "danger", f"{cosmos.names[place]} lies beside {hole}: {told}.")
            continue
        kind = {"F": "fleet", "Q": "fold"}[standing[place][1]]
        told = f"The {kind} in {cosmos.names[place]} stands beside {hole}: "
        told += (
            "it is lost this season unless a support saves it or it gets away."
            if season
            else "it will need a support or have to leave in the coming season."
        )
        yield Ring(place, "danger held", told)


def _doubles() -> Iterator[Ring]:
    cosmos = the_cosmos()
    for half, other in sorted(cosmos.twin.items()):
        told = f"{half} and {other} are halves of one double space: what is beside one is beside both."
        yield Ring(half, "double", told, wide=1.95)


def _holes() -> Iterator[Ring]:
    cosmos = the_cosmos()
    for hole in sorted(cosmos.holes):
        yield Ring(hole, "maw", f"{cosmos.names[hole].capitalize()}: nothing enters or leaves it.", wide=1.25)


def _numbers(standing: Mapping[str, tuple[str, str]]) -> Iterator[Note]:
    """The numbers of spaces that a unit covers, under it."""
    cosmos = the_cosmos()
    for place in standing:
        if place not in cosmos.centres and place in cosmos.rank:
            yield Ring(place, "lid", wide=1.5)
            yield Tag(place, cosmos.names[place], "number", below=True)


def _strengths(standing: Mapping[str, tuple[str, str]]) -> Iterator[Tag]:
    """What a unit moves and holds with, and what it supports with if that is another number (X-a, X-d)."""
    for place, (_, kind) in standing.items():
        moves, helps = STRENGTH[kind], SUPPORT_STRENGTH[kind] - (place in the_cosmos().rim)
        told = f"Moves and holds with {moves}, supports with {helps}"
        told += ", one less for being beside a black hole." if place in the_cosmos().rim else "."
        yield Tag(place, str(moves) if moves == helps else f"{moves}·{helps}", "strength", told)
