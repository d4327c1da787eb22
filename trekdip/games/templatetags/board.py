"""Template tags of the game pages: emblems, and data for scripts. What is shown is decided elsewhere."""

import functools

from django import template
from django.utils.safestring import SafeString, mark_safe

from trekdip.games import gate

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


@register.simple_tag
def json_block(identifier: str, text: str) -> SafeString:
    """JSON text as a data block that scripts can read; safe against text that looks like markup."""
    return mark_safe(f'<script id="{identifier}" type="application/json">{text.translate(_ESCAPES)}</script>')  # noqa: S308


@register.filter
def lookup(rows: dict[str, str], key: str) -> str:
    """`rows[key]`, or the key itself."""
    return rows.get(key, key)
