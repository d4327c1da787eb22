"""What quadrants adds to the site: who can still do what, at which price, and who is near victory."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django import forms

from trekdip.parts.part import Card, Demo, Legal, Part, View


def panel(view: View, legal: Legal, viewer: str) -> Mapping[str, Any]:  # noqa: ARG001
    """Abilities and victory as the viewer may know them."""
    return {"viewer": viewer, "memory": view["memory"]}


def option_fields() -> dict[str, forms.Field]:
    """The three options of the table."""
    return {
        "intel_window": forms.IntegerField(
            label="Hours to amend",
            help_text="How long Romulans and Cardassians may change their own orders after their reports.",
            min_value=0,
            max_value=48,
            required=False,
            initial=0,
        ),
        "no_first_fall_win": forms.BooleanField(label="Nobody wins in the first Fall", required=False),
        "draw_after": forms.IntegerField(
            label="Drawn after the year", min_value=2371, max_value=2470, required=False
        ),
    }


PART = Part(
    panel_title="Abilities",
    panel=panel,
    option_fields=option_fields,
    card=Card(flavour="Sixty-seven systems in three storeys, and an ability for each of seven powers."),
    demo=Demo(
        title="Demonstration of the quadrants",
        phases=8,
        seed=hashlib.sha256(b"quadrants demonstration").hexdigest()[:32],
    ),
)
