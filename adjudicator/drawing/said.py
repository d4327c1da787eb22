"""What a canonical order says, as far as an arrow needs it: which unit, what it does, where to. Legality
does not matter here."""

from __future__ import annotations

import re

import msgspec


class Said(msgspec.Struct, frozen=True):
    """An order to be drawn. `what`: `hold`, `move`, `support-move`, `support-hold`, `convoy`, `retreat`,
    `build`, `disband`, `scan`; `at` the unit's region; `to` the goal; `aim` the helped unit's region;
    `then` a second step."""

    what: str
    at: str
    to: str | None = None
    aim: str | None = None
    then: str | None = None


_UNIT = r"(?:[a-z]+ )?(?:\d*[A-Z] )?(?P<{0}>[a-z0-9_]+(?:/[a-z]+)?)(?: (?:\([A-Z]\))+)?"
_BUILD = re.compile(rf"(?P<verb>[BD]) {_UNIT.format('at')}")
_REST = re.compile(
    rf"{_UNIT.format('at')} (?:"
    r"(?P<hold>H)|(?P<off>D)|R (?P<retreat>[a-z0-9_/]+)|scan (?P<scan>[a-z0-9_/]+)|"
    r"- (?P<to>[a-z0-9_/]+)(?: via)?(?: - (?P<then>[a-z0-9_/]+))?(?: C .*)?|"
    rf"(?P<help>[SC]) {_UNIT.format('aim')}(?: - (?P<goal>[a-z0-9_/]+))?)"
)


def said(text: str) -> Said | None:
    """What an order text says; None if it is nothing that is drawn."""
    build = _BUILD.fullmatch(text)
    if build:
        return Said("build" if build["verb"] == "B" else "disband", build["at"])
    found = _REST.fullmatch(text)
    if found is None:
        return None
    if found["to"]:
        return Said("move", found["at"], found["to"], then=found["then"])
    if found["help"] == "C":
        return Said("convoy", found["at"], found["goal"], found["aim"])
    if found["help"]:
        return Said(
            "support-move" if found["goal"] else "support-hold", found["at"], found["goal"], found["aim"]
        )
    if found["retreat"]:
        return Said("retreat", found["at"], found["retreat"])
    if found["scan"]:
        return Said("scan", found["at"], found["scan"])
    return Said("disband" if found["off"] else "hold", found["at"])
