"""Forms of the tables: what people type, turned into the services' arguments. The services judge it."""

from typing import Any

from django import forms

from trekdip.games import selectors
from trekdip.games.ending_form import EndingFields
from trekdip.games.models import Game
from trekdip.games.press_form import PressFields
from trekdip.games.rhythm_form import RhythmFields
from trekdip.parts import part_of


class SearchForm(forms.Form):
    """Which games to list; what is left empty, or makes no sense, narrows nothing."""

    words = forms.CharField(
        label="Title or GM",
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    stage = forms.ChoiceField(label="Which", required=False)
    variant = forms.ChoiceField(label="Rules", required=False)
    page = forms.IntegerField(required=False, min_value=1, max_value=1_000_000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["stage"].choices = [("", "all"), *selectors.STAGES.items()]  # type: ignore[attr-defined]
        self.fields["variant"].choices = [("", "all"), *selectors.variants()]  # type: ignore[attr-defined]

    def wanted(self) -> tuple[selectors.Wanted, int]:
        """What is looked for, and the page of it."""
        self.is_valid()
        said = self.cleaned_data
        wanted = selectors.Wanted(*(said.get(name) or "" for name in ("stage", "variant", "words")))
        return wanted, said.get("page") or 1


class GameForm(EndingFields, PressFields, RhythmFields):
    """A new table."""

    title = forms.CharField(max_length=80, help_text="What the game is called in the lobby.")
    variant = forms.ChoiceField(help_text="Rules and board.")
    joining = forms.ChoiceField(
        label="Who may join",
        choices=[
            (Game.Joining.OPEN, "Anybody signed in"),
            (Game.Joining.INVITE, "Only with the invite link"),
        ],
        widget=forms.RadioSelect,
        initial=Game.Joining.OPEN,
    )
    seating = forms.ChoiceField(
        label="How powers are given",
        choices=[
            (Game.Seating.LOT, "Drawn by lot when the game starts"),
            (Game.Seating.CHOSEN, "Everybody chooses when joining"),
            (Game.Seating.ASSIGNED, "I assign them"),
        ],
        widget=forms.RadioSelect,
        initial=Game.Seating.LOT,
    )
    early = forms.BooleanField(
        label="Resolve a phase early once everybody awaited has marked orders as final",
        required=False,
        initial=True,
    )
    holds = forms.BooleanField(
        label="Results wait for me: I look at them before I publish them", required=False
    )
    gm_plays = forms.BooleanField(
        label="I play too: as GM I keep the clock and the seats, but see no more than any player",
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["variant"] = forms.ChoiceField(
            choices=selectors.variants(), help_text=self.fields["variant"].help_text
        )
        for variant, _ in selectors.variants():
            for name, field in part_of(variant).option_fields().items():
                self.fields[f"{variant}-{name}"] = field

    def options(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """The fields that one variant alone has: the variant, its title, the fields."""
        found = [
            (variant, title, [self[name] for name in self.fields if name.startswith(f"{variant}-")])
            for variant, title in selectors.variants()
        ]
        return [(variant, title, fields) for variant, title, fields in found if fields]

    def _chosen_options(self) -> dict[str, Any]:
        """The options of the variant chosen, as its part stores them."""
        variant = self.cleaned_data["variant"]
        part = part_of(variant)
        return part.options({name: self.cleaned_data[f"{variant}-{name}"] for name in part.option_fields()})

    def arguments(self) -> dict[str, Any]:
        """What `services.game_create` takes, from valid input."""
        data = self.cleaned_data
        clock = {"rhythm": self.rhythm(), "clock_terms": self.clock_terms()}
        kept = {
            name: data[name]
            for name in ("title", "variant", "joining", "seating", "early", "holds", "gm_plays")
        }
        return {
            **kept,
            **self.ending_terms(),
            "press": self.press_terms(),
            **clock,
            "options": self._chosen_options(),
        }


class AdvanceForm(forms.Form):
    """Orders in advance, as they are sent."""

    ordinal = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    advance = forms.CharField(required=False, strip=False, widget=forms.Textarea)


class DeclarationForm(forms.Form):
    """Something declared in public, as it is sent."""

    ordinal = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    declaration = forms.CharField(max_length=80)


class SheetForm(forms.Form):
    """An order sheet as it is sent, by script or by hand."""

    ordinal = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    orders = forms.CharField(required=False, strip=False, widget=forms.Textarea)
    final = forms.BooleanField(required=False)
