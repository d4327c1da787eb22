"""What a canonical order says, as far as a drawing needs it: which unit, what it does, where to. Legality
does not matter here."""

from __future__ import annotations

import re

import msgspec


class Said(msgspec.Struct, frozen=True):
    """An order to be drawn.

    `what`: `hold`, `move`, `support-move`, `support-hold`, `convoy`, `retreat`, `build`, `disband`, `scan`,
    `warp` (into it), `arrive` (out of it) or `act` (a deed done to a place: freeze …). `at`: the unit's
    region or the place; `to`: the goal; `aim`: the helped unit's region, or the id of the power helped where
    units have no names;
    `then`: the goal of a second step; `word`: what is written beside it.

    `join` and `part`: a way between `then` and `to` is to be opened or closed; `crew`: who makes that; with
    `-support` behind it: helps others to."""

    what: str
    at: str
    to: str | None = None
    aim: str | None = None
    then: str | None = None
    word: str | None = None
    crew: tuple[str, ...] = ()


_PLACE = r"[a-z0-9_]+(?:/[a-z]+)?"
_UNIT = rf"(?:[a-z0-9_]+ )?(?:\d*[A-Z] )?(?P<{{0}}>{_PLACE})(?: (?:\([A-Z]\))+)?"
_BUILD = re.compile(rf"(?P<verb>[BD]) (?:\d*[A-Z] )?(?:warp )?(?P<at>{_PLACE})(?: (?:\([A-Z]\))+)?")
_PUT = re.compile(rf"place \d+: (?P<at>{_PLACE})")
_LINK = re.compile(
    r"(?:[A-Z] (?P<at>[a-z0-9_]+) (?P<verb>[WS]) |(?P<backs>S) "
    r"|(?P<crew>[A-Z][a-z0-9_]+(?:,[A-Z][a-z0-9_]+)+) )?"
    r"(?P<a>[a-z0-9_]+)(?P<sign>[+/])(?P<b>[a-z0-9_]+)"
)
_DEED = re.compile(rf"(?P<word>FREEZE|BRIBE|SABOTAGE|IMMUNITY) (?P<at>{_PLACE})")
_WARPED = re.compile(rf"\d*[A-Z] warp (?:{_PLACE} )?- (?P<at>{_PLACE})")
_REST = re.compile(
    rf"{_UNIT.format('at')} (?:"
    rf"(?P<hold>H)|(?P<off>D)|R (?P<retreat>{_PLACE})|scan (?P<scan>{_PLACE})|"
    r"warp(?: (?P<warp>[+-]\d))?|"
    rf"- (?P<to>{_PLACE})(?: via)?(?: - (?P<then>{_PLACE}))?(?: C .*)?|"
    rf"(?P<help>[SC]) {_UNIT.format('aim')}(?: - (?P<goal>{_PLACE}))?)"
)


def said(text: str) -> Said | None:
    """What an order text says; None if it is nothing that is drawn."""
    if found := _BUILD.fullmatch(text):
        return Said("build" if found["verb"] == "B" else "disband", found["at"])
    if found := _PUT.fullmatch(text):
        return Said("build", found["at"])
    if found := _LINK.fullmatch(text):
        return _link(found)
    if found := _DEED.fullmatch(text):
        return Said("act", found["at"], word=found["word"].lower())
    if found := _WARPED.fullmatch(text):
        return Said("arrive", found["at"])
    found = _REST.fullmatch(text)
    return _unit_order(found) if found else None


def _link(found: re.Match[str]) -> Said:
    helps = "-support" if found["backs"] or found["verb"] == "S" else ""
    crew = tuple(one[1:] for one in (found["crew"] or "").split(",") if one)
    crew = (found["at"],) if found["at"] else crew
    what = ("join" if found["sign"] == "+" else "part") + helps
    return Said(what, found["at"] or found["a"], found["b"], then=found["a"], crew=crew)


def _unit_order(found: re.Match[str]) -> Said:
    at = found["at"]
    if found["to"]:
        return Said("move", at, found["to"], then=found["then"])
    if found["help"]:
        kind = "convoy" if found["help"] == "C" else "support-move" if found["goal"] else "support-hold"
        return Said(kind, at, found["goal"], found["aim"])
    if found["retreat"]:
        return Said("retreat", at, found["retreat"])
    if found["scan"]:
        return Said("scan", at, found["scan"])
    if found["off"]:
        return Said("disband", at)
    return Said("hold", at) if found["hold"] else Said("warp", at, word=found["warp"])
