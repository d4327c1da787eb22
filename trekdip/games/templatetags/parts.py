"""Template tags for what variants add to the site: drawn examples. What is drawn is decided elsewhere."""

from typing import Any

from django import template

from trekdip.games import gate
from trekdip.parts import examples

register = template.Library()


@register.inclusion_tag("parts/_example.html")
def example(variant: str, name: str) -> dict[str, Any]:
    """A case of `trekdip/parts/examples/<variant>.toml`, played out and drawn; KeyError for none."""
    titles = dict(gate.variant(variant).powers)
    variant, name = "".join(variant), "".join(name)  # texts of templates are no plain strings: paths refuse
    shown = examples.example(variant, name)
    return {"variant": variant, "name": name, "example": shown, "titles": titles}
