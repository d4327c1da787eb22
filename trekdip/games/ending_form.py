"""The part of the form of a new table that settles its draws and how vacant seats are filled."""

from django import forms

from trekdip.games.models import Game


class EndingFields(forms.Form):
    """Which draws there are, and whether newcomers ask."""

    draws = forms.ChoiceField(
        label="Draws", choices=Game.Draws.choices, initial=Game.Draws.NAMED, required=False
    )
    takeovers = forms.ChoiceField(
        label="A vacant seat",
        choices=Game.Takeovers.choices,
        initial=Game.Takeovers.ASKED,
        required=False,
    )

    def ending_terms(self) -> dict[str, str]:
        """What `services.game_create` takes, from valid input."""
        return {
            "draws": self.cleaned_data["draws"] or Game.Draws.NAMED,
            "takeovers": self.cleaned_data["takeovers"] or Game.Takeovers.ASKED,
        }
