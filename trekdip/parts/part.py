"""The record a variant fills to add something to the site. What is added stands in the variant's own file."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django import forms

if TYPE_CHECKING:
    from trekdip.games.words import Words  # it asks parts for sentences itself

View = Mapping[str, Any]
Legal = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Card:
    """What the page where people choose a game says of a variant, each a sentence or two: what it is like,
    how long it takes, what is hidden, what simulated games showed.
    """

    flavour: str = ""
    length: str = ""
    hidden: str = ""
    simulation: str = ""


@dataclass(frozen=True)
class Demo:
    """The demonstration game: its title, how many phases are played, what its chance is drawn from."""

    title: str
    phases: int
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)


def _nothing_meant(viewer: str, view: View, legal: Legal) -> str:  # noqa: ARG001
    return ""


def _no_fields() -> dict[str, forms.Field]:
    return {}


def _as_given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in {None, "", False}}


def _no_hours(options: Mapping[str, Any]) -> float:  # noqa: ARG001
    return 0


def _plain(words: Words, unit: str | None, order: str) -> None:  # noqa: ARG001
    return None


def _unknown(report: Mapping[str, Any], words: Words, titles: Mapping[str, str]) -> None:  # noqa: ARG001
    return None


@dataclass(frozen=True)
class Part:
    """What a variant adds; all of it may be left out.

    `panel(view, legal, viewer)`: what `templates/parts/<variant>.html` is filled with (there as `part`), from
    that viewer's own View and list of legal orders; None: no section for this viewer. `panel_title`: its tab.
    `script`: `static/js/parts/<variant>.js` is loaded by the game page and its `attach` called. `language`:
    `static/js/parts/<variant>-orders.js` says what orders of this variant mean that the core notation does
    not know. `style`: `static/css/parts/<variant>.css` is linked by pages that show its boards.
    `option_fields()`: fields of the form for a new table, by the name of the option; `options(values)`: what
    is stored of them. `meanings(viewer, view, legal)`: what marks of orders lead to, as JSON; empty: nothing.
    `lock_hours(options)`: how long powers that are told something when orders lock may still amend theirs.
    `declarations`: the first word of what powers may declare -> the words on its button, and the sentence
    that tells it after the power's name (`{other}`: the power it names). `dispatch(report, words, titles)`:
    the heading and sentence of a private report; None for a kind that is not the variant's. `betrayal(order,
    words, titles)`: the same of what a posted order betrays to its reader; None if nothing.
    `sentence(words, unit, order)`: an order in words; None where the core has them.
    `on_board`: parts of its Views beside units and centres that lie on the board, so that they are shared
    with a position. `silent_when_out`: by its rules eliminated powers do not negotiate.
    `scripted(view, legal, power, rng)`: a sheet of a scripted player, where the core's players do not do.
    """

    panel_title: str = ""
    panel: Callable[[View, Legal, str], Mapping[str, Any] | None] | None = None
    script: bool = False
    language: bool = False
    style: bool = False
    option_fields: Callable[[], dict[str, forms.Field]] = _no_fields
    options: Callable[[Mapping[str, Any]], dict[str, Any]] = _as_given
    meanings: Callable[[str, View, Legal], str] = _nothing_meant
    lock_hours: Callable[[Mapping[str, Any]], float] = _no_hours
    declarations: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    dispatch: Callable[[Mapping[str, Any], Words, Mapping[str, str]], tuple[str, str] | None] = _unknown
    betrayal: Callable[[Mapping[str, Any], Words, Mapping[str, str]], tuple[str, str] | None] = _unknown
    sentence: Callable[[Words, str | None, str], str | None] = _plain
    on_board: tuple[str, ...] = ()
    silent_when_out: bool = False
    card: Card = Card()
    demo: Demo | None = None
    scripted: Callable[[View, Legal, str, random.Random], list[str]] | None = None

    @property
    def has_dispatches(self) -> bool:
        """Whether anybody is ever told anything in private."""
        return self.dispatch is not _unknown
