"""Template tags of the game pages: emblems, and data for scripts. What is shown is decided elsewhere."""

import functools
import hashlib
from typing import Any

from django import template
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from trekdip.games import audit_words, gate, selectors
from trekdip.parts import part_of
from trekdip.parts.part import Card

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
def card_of(variant: str) -> Card:
    """What is said of the variant to those who choose a game."""
    return part_of(variant).card


@register.filter
def has_dispatches(variant: str) -> bool:
    """Whether players of the variant are told things that others are not."""
    return part_of(variant).has_dispatches


@register.simple_tag
def json_block(identifier: str, text: str) -> SafeString:
    """JSON text as a data block that scripts can read; safe against text that looks like markup."""
    return mark_safe(f'<script id="{identifier}" type="application/json">{text.translate(_ESCAPES)}</script>')  # noqa: S308


register.filter("act_words", audit_words.act_words)
register.filter("detail_words", audit_words.detail_words)


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
