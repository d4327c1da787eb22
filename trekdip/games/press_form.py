"""The part of the form of a new table that settles its press. The service judges what was chosen."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget

from trekdip.games import selectors
from trekdip.games.models import Game
from trekdip.games.press_terms import PressTerms


class PressFields(forms.Form):
    """Whom players may write to, when, and who reads it."""

    press = forms.ChoiceField(
        label="Players write",
        choices=[
            (Game.Press.FULL, "to whomever they like"),
            (Game.Press.PUBLIC, "to everybody at once only"),
            (Game.Press.ANONYMOUS, "to whomever they like, and nobody knows who plays what"),
            (Game.Press.NONE, "to nobody"),
        ],
        widget=forms.RadioSelect,
        initial=Game.Press.FULL,
        required=False,
        help_text="The GM can always be written to.",
    )
    press_closed = forms.MultipleChoiceField(
        label="Not during", required=False, widget=forms.CheckboxSelectMultiple
    )
    press_after_out = forms.NullBooleanField(
        label="Eliminated powers write on",
        required=False,
        widget=forms.Select(choices=[("", "as the rules say"), ("true", "yes"), ("false", "no")]),
    )
    press_watched = forms.BooleanField(
        label="Spectators read what is written to everybody", required=False, initial=True
    )
    press_gm_reads = forms.BooleanField(
        label="I may read all press; the audit, which everybody reads at the end, tells when I did",
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["press_closed"] = forms.MultipleChoiceField(
            label=self.fields["press_closed"].label,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            choices=selectors.kinds_of_phase(),
        )

    @property
    def closing_kinds(self) -> list[tuple[BoundWidget, str]]:
        """The boxes of `press_closed`, each with the variants that have such a phase."""
        return [
            (option, " ".join(selectors.variants_with(option.data["value"])))
            for option in self["press_closed"].subwidgets
        ]

    def press_terms(self) -> PressTerms:
        """What `services.game_create` takes, from valid input."""
        data = self.cleaned_data
        return PressTerms(
            press=data["press"] or Game.Press.FULL,
            closed=tuple(data["press_closed"]),
            watched=data["press_watched"],
            after_out=data["press_after_out"],
            gm_reads=data["press_gm_reads"],
        )
