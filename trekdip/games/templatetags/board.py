"""Template tags of the game pages: emblems, and data for scripts. What is shown is decided elsewhere."""

import datetime as dt
import functools
import hashlib
from typing import Any

from django import template
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.safestring import SafeString, mark_safe

from trekdip.games import gate, selectors
from trekdip.parts import part_of

register = template.Library()

# What would end a script element or open a comment in it, written so that it is the same JSON.
_ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


@register.simple_tag
@functools.cache
def emblem(variant: str, power: str) -> SafeString:
    """A power's emblem as a small decorative SVG; nothing for a name that is no power of the variant."""
    if power not in dict(gate.variant(variant).powers):
        return SafeString("")
    return mark_safe(gate.emblem(variant, power))  # noqa: S308  our own drawing, no text of users in it


@register.filter
def marks(variant: str) -> list[tuple[str, str]]:
    """The letters beside units on the variant's boards, each with what it means."""
    return list(gate.marks(variant).items())


@register.simple_tag
@functools.cache
def look_url(variant: str) -> str:
    """Where the style of a variant's boards is found; another URL when the style is another."""
    mark = hashlib.sha256(gate.stylesheet(variant).encode()).hexdigest()[:12]
    return f"{reverse('look', args=[variant])}?{mark}"


@register.filter
@functools.cache
def has_rules(variant: str) -> bool:
    """Whether a page tells the rules of the variant."""
    try:
        get_template(f"rules/{variant}.html")
    except TemplateDoesNotExist:
        return False
    return True


@register.simple_tag(takes_context=True)
def awaited_of(context: template.Context) -> int:
    """How many games wait for orders of whoever asks; 0 on pages that no request asked for."""
    request = context.get("request")
    return selectors.awaited_of(request.user) if request is not None and hasattr(request, "user") else 0


@register.filter
def has_dispatches(variant: str) -> bool:
    """Whether players of the variant are told things that others are not."""
    return part_of(variant).has_dispatches


@register.simple_tag
def json_block(identifier: str, text: str) -> SafeString:
    """JSON text as a data block that scripts can read; safe against text that looks like markup."""
    return mark_safe(f'<script id="{identifier}" type="application/json">{text.translate(_ESCAPES)}</script>')  # noqa: S308


_ACTS = {
    "game_create": "made the table",
    "game_start": "began the game",
    "game_cancel": "called the game off",
    "game_end": "ended by agreement",
    "gm_handover": "became the GM",
    "game_pause": "paused the game",
    "game_resume": "let the game go on",
    "seat_leave": "gave up a seat",
    "seat_kick": "removed a player",
    "countries_assign": "assigned countries",
    "seat_assign": "assigned a power",
    "seat_replace": "gave a seat to somebody else",
    "missing_hold": "put the game on hold for a replacement",
    "missing_nmr": "waited no longer for missing orders",
    "deadline_force": "ended a phase at once",
    "deadline_move": "moved a deadline",
    "power_nmr": "took no orders from a power",
    "phase_rerun": "ran a phase again",
    "result_publish": "published results",
    "held_reopen": "took orders again for a closed phase",
    "sheet_edit": "changed a power's orders",
    "correction_make": "corrected the game",
    "invitation_send": "invited somebody",
    "gm_read": "looked at what is secret",
    "observer_ask": "asked to see what is private",
    "observer_withdraw": "took that request back",
    "observer_agree": "agreed to an observer",
    "observer_object": "objected to an observer",
    "observer_grant": "let an observer see what is private",
    "press_read": "read a conversation of the players",
    "press_report_read": "opened a reported message",
}


@register.filter
def act_words(act: str) -> str:
    """An act of the audit in words; one without words here is shown by its own name."""
    return _ACTS.get(act, act.replace("_", " "))


@register.filter
def detail_words(details: dict[str, Any], variant: str) -> list[tuple[str, str, dt.datetime | None]]:
    """The details of an act, each with its name, its text, and the moment it stands for if it is one."""
    rows = []
    for name, value in details.items():
        if value is None or value == "":
            continue
        # An account may be called like a power: only what is one by its name is given a power's title.
        plain = isinstance(value, str) and name != "power"
        text = value if plain else _spelt(value, variant)
        text = gate.turn_title(variant, value) if name == "turn" else text
        moment = parse_datetime(value) if isinstance(value, str) and "T" in value else None
        rows.append((name.replace("_", " "), text, moment))
    return rows


def _spelt(value: Any, variant: str) -> str:
    """A detail as text; powers by their names, what belongs to each (sheets) after it."""
    titles = dict(gate.variant(variant).powers)
    if isinstance(value, dict):
        told = {titles.get(one, one): _spelt(of, variant) for one, of in value.items()}
        return "; ".join(f"{one}: {', '.join(of.splitlines()) or 'nothing'}" for one, of in told.items())
    if isinstance(value, list):
        return ", ".join(titles.get(one, str(one)) for one in value)
    if isinstance(value, str):
        return titles.get(value, value)
    return "nobody" if value is None else str(value)


@register.filter
def turn_words(turn: str, variant: str) -> str:
    """A turn code in the variant's words; what is no turn code (`before the game`) as it is."""
    return gate.turn_title(variant, turn) if turn[1:-1].isdigit() else turn


@register.filter
def kind_words(letter: str) -> str:
    """A kind of phase by the letter that ends its turn codes; the letter itself if there is none."""
    return dict(gate.phase_kinds()).get(letter, letter)


@register.filter
def lookup(rows: dict[str, str], key: str) -> str:
    """`rows[key]`, or the key itself."""
    return rows.get(key, key)


@register.filter
def lookup_or_none(rows: dict[str, Any], key: str) -> Any:
    """`rows[key]`, or nothing."""
    return rows.get(key)
