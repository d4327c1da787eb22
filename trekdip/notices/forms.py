"""Forms of the pages about notices. What is allowed is the services' to say."""

from typing import Any

from django import forms

from trekdip.notices import paces
from trekdip.notices.models import Habit, Hook


class HabitForm(forms.Form):
    """When mail is sent, and by whose clock."""

    pace = forms.ChoiceField(label="Mail is sent", choices=Habit.Pace.choices, widget=forms.RadioSelect)
    zone = forms.ChoiceField(label="Your time zone", help_text="Deadlines in mails are told by this clock.")
    hour = forms.TypedChoiceField(
        label="Once a day means at",
        coerce=int,
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"] = forms.ChoiceField(
            label=self.fields["zone"].label,
            help_text=self.fields["zone"].help_text,
            choices=[(zone, zone.replace("_", " ")) for zone in paces.zones()],
        )


class HookForm(forms.Form):
    """A club's chat."""

    style = forms.ChoiceField(label="Which chat", choices=Hook.Style.choices, widget=forms.RadioSelect)
    url = forms.CharField(
        label="Address of its webhook",
        max_length=600,
        help_text="The chat shows it where webhooks (integrations) are set up. It begins with https://.",
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class DeviceForm(forms.Form):
    """A browser's subscription to push messages, as its script sends it."""

    endpoint = forms.CharField(max_length=600)
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=60)
    name = forms.CharField(max_length=60, required=False)
