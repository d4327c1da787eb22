"""Who may know what: views, built up from nothing out of facts that are addressed to their viewer.

`facts` is the one place that reads a position for a view; each fact carries its audience and `view_of` sees
facts only. In a variant without hidden units every fact is everybody's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from adjudicator.outcomes import EVERYBODY
from adjudicator.position import Position, Unit
from adjudicator.variant import Variant

PUBLIC, GM = "public", "gm"
ALL = frozenset({EVERYBODY})


class Fact(msgspec.Struct, frozen=True):
    """One thing to know: what it is about (a key of the view), what it says, and who may know it.

    `audience` holds `"*"` (everybody) or viewers; the GM may know everything. A `veiled` fact stands in
    for the truth: it is for its audience alone. `why` names the reason for that audience, where the variant
    says it: a word and its particulars (`explained`)."""

    about: str
    says: Any
    audience: frozenset[str] = ALL
    veiled: bool = False
    why: tuple[str, ...] = ()

    def known_to(self, viewer: str) -> bool:
        """May this viewer know it?"""
        if viewer == GM:
            return not self.veiled
        return EVERYBODY in self.audience or viewer in self.audience


def facts(variant: Variant, position: Position) -> list[Fact]:
    """Everything there is to know of a position, each fact with its audience."""
    return plain_facts(variant, position) if variant.facts is None else list(variant.facts(variant, position))


def plain_facts(variant: Variant, position: Position) -> list[Fact]:
    """The facts of a position as every variant has them; a variant with more to tell adds its own."""
    found = [
        Fact("turn", position.turn),
        Fact("winner", list(position.winner) if position.winner is not None else None),
    ]
    found += [Fact("units", (u.owner, u.name), audience_of(variant, u, position)) for u in position.units]
    for one in position.dislodged:
        row = {"power": one.unit.owner, "unit": one.unit.name, "by": one.by, "retreats": list(one.retreats)}
        found.append(Fact("dislodged", row, audience_of(variant, one.unit, position)))
    found += [Fact("centers", (owner, center)) for center, owner in position.centers.items()]
    if position.record is not None:
        for entry in position.record.entries:
            audience = frozenset(entry.audience)
            found.append(Fact("orders", entry.to_dict(), audience, veiled=entry.veiled))
        found += told(position)
    phase = variant.phases[position.turn[-1]]
    if position.winner is None:
        found += [Fact("awaiting", p) for p in phase.awaited(variant, position)]
    found += [Fact("adjustments", pair) for pair in adjustments(variant, position).items()]
    return found


def told(position: Position) -> list[Fact]:
    """What was told to one power alone with the last results."""
    reports = position.record.reports if position.record is not None else ()
    return [Fact("reports", (r.to, r.to_dict()), frozenset({r.to}), why=("told",)) for r in reports]


def audience_of(variant: Variant, unit: Unit, position: Position) -> frozenset[str]:
    """Who knows of a unit: everybody, unless a rule hides it; then its owner and those a rule grants it."""
    if not any(r.hides(unit, position) for r in variant.rulebook.having("hides")):
        return ALL
    grants = variant.rulebook.having("detects")
    return frozenset(
        {unit.owner} | {p for p in variant.ids if any(r.detects(p, unit, position) for r in grants)}
    )


def adjustments(variant: Variant, position: Position) -> dict[str, int]:
    """Builds (+) and disbands (-) due, when the phase is adjustments."""
    if position.turn[-1] != "A" or position.winner is not None:
        return {}
    due = {p: variant.adjustment(variant, position, p) for p in variant.ids}
    return {p: n for p, n in due.items() if n}


def views_of(variant: Variant, known: list[Fact], viewers: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The views of several viewers; what everybody may know is folded once, and so is the rest
    for those who may know the same."""
    guarded = [fact for fact in known if EVERYBODY not in fact.audience]
    differs = {fact.about for fact in guarded}
    parts = differs | {fact.says[0] for fact in known if fact.about == "further" and "further" in differs}
    common = view_of(variant, [fact for fact in known if fact.about not in differs], PUBLIC)
    rest = [fact for fact in known if fact.about in differs]
    folds: dict[tuple[bool, ...], dict[str, Any]] = {}
    views = {}
    for viewer in viewers:
        sees = tuple([fact.known_to(viewer) for fact in guarded])
        if sees not in folds:
            own = view_of(variant, rest, viewer)
            folds[sees] = {**common, **{about: own[about] for about in own if about in parts}}
        views[viewer] = {**folds[sees], "viewer": viewer}
    return views


def view_of(variant: Variant, known: Iterable[Fact], viewer: str) -> dict[str, Any]:
    """The view of one viewer, in the shapes of an outcome: the fold of the facts addressed to that viewer."""
    view: dict[str, Any] = {
        "viewer": viewer, "turn": None, "units": {}, "dislodged": [], "centers": {}, "orders": [],
        "reports": {}, "awaiting": [], "adjustments": {}, "winner": None,
    }  # fmt: skip
    units: dict[str, list[str]] = {p: [] for p in variant.ids}
    centers: dict[str, list[str]] = {p: [] for p in variant.ids}
    for fact in known:
        if not fact.known_to(viewer):
            continue
        match fact.about:
            case "units":
                units[fact.says[0]].append(fact.says[1])
            case "centers":
                centers[fact.says[0]].append(fact.says[1])
            case "reports":
                view["reports"].setdefault(fact.says[0], []).append(fact.says[1])
            case "adjustments":
                view["adjustments"][fact.says[0]] = fact.says[1]
            case "memory":  # (key, value): what the viewer may know of the variant's notebook
                view.setdefault("memory", {})[fact.says[0]] = fact.says[1]
            case "further":  # (key, value): a part that only this variant's views have
                view[fact.says[0]] = fact.says[1]
            case "ghosts":
                view.setdefault("ghosts", []).append(fact.says)
            case "turn" | "winner":
                view[fact.about] = fact.says
            case _:
                view[fact.about].append(fact.says)
    view["units"] = {p: names for p, names in units.items() if names}
    view["centers"] = {p: sorted(ids) for p, ids in centers.items() if ids}
    return view


def explained(known: Iterable[Fact], viewer: str) -> list[dict[str, Any]]:
    """The facts addressed to a viewer, each with the reason: `about`, `says`, `veiled`, `why`.

    `why` begins with a word: `open` (everybody may know), `own`, `told` (a report), `sensed` and `ghost`
    (then the turn, and what sensed it: `contact A pru`, `scan F war`, `centre mos`), `infiltrated`,
    `commands`, `knows` (the unit it is about), `looks` (what this viewer's own knowledge makes of it);
    `alone` where the variant says no more than that it is this viewer's."""
    return [
        {
            "about": fact.about,
            "says": fact.says,
            "veiled": fact.veiled,
            "why": ["open"] if EVERYBODY in fact.audience else list(fact.why or ("alone",)),
        }
        for fact in known
        if fact.known_to(viewer)
    ]


def known_units(position: Position, _power: str) -> tuple[Unit, ...]:
    """Where nothing is hidden every power knows all units."""
    return position.units
