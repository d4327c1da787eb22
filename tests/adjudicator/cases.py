"""Case files: what one looks like, and how it is run against the adjudicator's public face.

A file `tests/adjudicator/**/cases/<name>.json` holds `about` and a list of `cases`; a case has `id`,
`title`, `cites` (rules, rulings, DATC), a `setup` and `steps`. A step gives `orders` by power and says what
to `expect` of the outcome, what certain `views` must or must not show, and what was `legal` before the
orders. A later step goes on from where the earlier one led. Only what is written is checked:

- `turn`, `winner`, `awaiting` (a set), `warp` (rings: power -> destinations or null), `memory` (the notebook
  as outcomes of cosmic tell it): equal;
- `units`, `centers` by power (exact sets) and `adjustments` by power; powers not named are not checked;
- `dislodged`: the exact list, any order; keys left out of an entry are not checked;
- `results`: unit -> result words, as a set; `orders`: unit -> the order that counted; a unit may be written
  with its power in front ("ferengi F lyo") where two have the same text;
- `illegal`: power -> orders that were reported illegal;
- `reports`: power -> reports, each matched by one that has at least those keys; `no_reports`: power ->
  kinds it must not get;
- in views also `not_in_units`: units that nobody may be shown to have there; `hidden_orders`: units whose
  order is not shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import adjudicator as adj

Json = dict[str, Any]
HERE = Path(__file__).parent
STEP_KEYS = {"orders", "expect", "views", "legal"}
OUTCOME_KEYS = {
    "turn", "units", "dislodged", "results", "orders", "illegal", "centers", "adjustments", "awaiting",
    "reports", "no_reports", "winner", "warp", "memory",
}  # fmt: skip
VIEW_KEYS = OUTCOME_KEYS | {"not_in_units", "hidden_orders"}


@dataclass(frozen=True)
class Case:
    """One case and the file it stands in."""

    file: Path
    body: Json

    @property
    def name(self) -> str:
        """`stdip/borg-6a`, or `6.E.1` for the cases next to this module."""
        folder = self.file.parent.parent.relative_to(HERE).as_posix()
        return self.body["id"] if folder == "." else f"{folder}/{self.body['id']}"


def all_cases() -> list[Case]:
    """Every case of every file, in a stable order."""
    return [
        Case(file, body)
        for file in sorted(HERE.glob("**/cases/*.json"))
        for body in json.loads(file.read_text(encoding="utf-8"))["cases"]
    ]


def run(case: Case) -> list[str]:
    """Play the case; every difference between what is written and what happens, in words."""
    wrong: list[str] = []
    state = adj.setup(case.body["setup"])
    for number, step in enumerate(case.body["steps"], start=1):
        found = list(malformed(step))
        for power, wanted in step.get("legal", {}).items():
            found += check_legal(adj.legal(state, power), wanted, power)
        done = adj.resolve(state, step.get("orders", {}))
        outcome = done.to_dict()
        found += check(outcome, step.get("expect", {}), "outcome")
        for viewer, wanted in step.get("views", {}).items():
            found += check(adj.view(done.state, viewer), wanted, f"view of {viewer}")
        wrong += [f"step {number}: {text}" for text in found]
        state = done.state
    return wrong


def malformed(step: Json) -> Iterator[str]:
    """A key nobody reads would be an expectation nobody checks."""
    yield from (f"unknown key {key!r} in a step" for key in step.keys() - STEP_KEYS)
    yield from (f"unknown key {key!r} in expect" for key in step.get("expect", {}).keys() - OUTCOME_KEYS)
    for viewer, wanted in step.get("views", {}).items():
        yield from (f"unknown key {key!r} in the view of {viewer}" for key in wanted.keys() - VIEW_KEYS)
    if not any(step.get(key) for key in ("expect", "views", "legal")):
        yield "a step that expects nothing"


def check_legal(legal: Mapping[str, list[str]], wanted: Json, power: str) -> Iterator[str]:
    offered = {text for texts in legal.values() for text in texts}
    yield from (
        f"legal of {power}: lacks {text}" for text in wanted.get("includes", []) if text not in offered
    )
    yield from (f"legal of {power}: offers {text}" for text in wanted.get("excludes", []) if text in offered)


def check(got: Json, wanted: Json, where: str) -> list[str]:
    """Compare an outcome or a view with the expectation of a case."""
    found: list[str] = []
    for key, expected in wanted.items():
        found += [f"{where}: {text}" for text in CHECKS.get(key, plain(key))(got, expected)]
    return found


def plain(key: str) -> Any:
    def compare(got: Json, expected: object) -> Iterator[str]:
        if got.get(key) != expected:
            yield f"{key} is {got.get(key)!r}, not {expected!r}"

    return compare


def as_sets(key: str) -> Any:
    def compare(got: Json, expected: Mapping[str, list[str]]) -> Iterator[str]:
        for power, texts in expected.items():
            held = got[key].get(power, [])
            if sorted(held) != sorted(texts):
                yield f"{key} of {power}: {sorted(held)}, not {sorted(texts)}"

    return compare


def awaiting(got: Json, expected: Iterable[str]) -> Iterator[str]:
    if set(got["awaiting"]) != set(expected):
        yield f"awaiting {sorted(got['awaiting'])}, not {sorted(expected)}"


def adjustments(got: Json, expected: Mapping[str, int]) -> Iterator[str]:
    for power, count in expected.items():
        if got["adjustments"].get(power, 0) != count:
            yield f"adjustments of {power}: {got['adjustments'].get(power, 0)}, not {count}"


def same(got: object, expected: object) -> bool:
    """Equal, lists of plain words in any order."""
    if (
        isinstance(got, list)
        and isinstance(expected, list)
        and not any(isinstance(x, dict | list) for x in got + expected)
    ):
        return sorted(map(str, got)) == sorted(map(str, expected))
    return got == expected


def matches(entry: Json, expected: Json) -> bool:
    return all(key in entry and same(entry[key], value) for key, value in expected.items())


def pair_off(entries: list[Json], expected: list[Json]) -> tuple[list[Json], list[Json]]:
    """What nobody expected, and what nobody found; the choosiest expectations choose first."""
    left, missing = list(entries), []
    for want in sorted(expected, key=len, reverse=True):
        fit = next((entry for entry in left if matches(entry, want)), None)
        if fit is None:
            missing.append(want)
        else:
            left.remove(fit)
    return left, missing


def dislodged(got: Json, expected: list[Json]) -> Iterator[str]:
    left, missing = pair_off(got["dislodged"], expected)
    if left or missing:
        yield f"dislodged {got['dislodged']}, not {expected}"


def reports(got: Json, expected: Mapping[str, list[Json]]) -> Iterator[str]:
    for power, wanted in expected.items():
        held = got["reports"].get(power, []) if isinstance(got["reports"], dict) else got["reports"]
        _, missing = pair_off(held, wanted)
        yield from (f"{power} gets no report {want}; it gets {held}" for want in missing)


def no_reports(got: Json, expected: Mapping[str, list[str]]) -> Iterator[str]:
    for power, kinds in expected.items():
        held = got["reports"].get(power, []) if isinstance(got["reports"], dict) else got["reports"]
        yield from (f"{power} must not get {report}" for report in held if report["kind"] in kinds)


def entries_of(got: Json, unit: str) -> list[Json]:
    """The orders of a unit, named as "A bul" or as "borg A bul", that were not superseded."""
    return [
        entry
        for entry in got["orders"]
        if unit in {entry["unit"], f"{entry['power']} {entry['unit']}"}
        and "superseded" not in entry["result"]
    ]


def results(got: Json, expected: Mapping[str, list[str]]) -> Iterator[str]:
    for unit, words in expected.items():
        found = entries_of(got, unit)
        if not any(set(entry["result"]) == set(words) for entry in found):
            yield f"{unit}: {[(e['order'], e['result'], e.get('because')) for e in found]}, not {words}"


def orders(got: Json, expected: Mapping[str, str]) -> Iterator[str]:
    for unit, text in expected.items():
        found = [entry["order"] for entry in entries_of(got, unit)]
        if text not in found:
            yield f"order of {unit}: {found}, not {text!r}"


def illegal(got: Json, expected: Mapping[str, list[str]]) -> Iterator[str]:
    for power, texts in expected.items():
        found = [e["order"] for e in got["orders"] if e["power"] == power and "illegal" in e["result"]]
        yield from (
            f"{power}: {text} is not reported illegal; only {found}" for text in texts if text not in found
        )


def not_in_units(got: Json, expected: Iterable[str]) -> Iterator[str]:
    shown = {unit for units in got["units"].values() for unit in units}
    yield from (f"shows {unit}" for unit in expected if unit in shown)


def hidden_orders(got: Json, expected: Iterable[str]) -> Iterator[str]:
    yield from (
        f"shows the order of {unit}: {entries_of(got, unit)}" for unit in expected if entries_of(got, unit)
    )


def winner(got: Json, expected: list[str] | None) -> Iterator[str]:
    if got["winner"] != expected:
        yield f"winner {got['winner']}, not {expected}"


CHECKS: dict[str, Any] = {
    "units": as_sets("units"),
    "centers": as_sets("centers"),
    "awaiting": awaiting,
    "adjustments": adjustments,
    "dislodged": dislodged,
    "reports": reports,
    "no_reports": no_reports,
    "results": results,
    "orders": orders,
    "illegal": illegal,
    "not_in_units": not_in_units,
    "hidden_orders": hidden_orders,
    "winner": winner,
}
