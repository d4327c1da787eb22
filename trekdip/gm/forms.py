"""Forms of the desk: what the GM types, turned into the services' arguments. The services judge it."""

import datetime as dt

from django import forms
from django.utils import timezone


class ReasonForm(forms.Form):
    """An act with its reason; `ordinal` is the phase the GM was looking at."""

    ordinal = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    reason = forms.CharField(required=False, max_length=500)


class DeadlineForm(ReasonForm):
    """A new deadline: so many hours from now, or a moment in UTC, or none."""

    hours = forms.FloatField(required=False, min_value=0.01, max_value=24 * 60, label="Hours from now")
    moment = forms.DateTimeField(
        required=False,
        label="or at this time (UTC)",
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    none = forms.BooleanField(required=False, label="No deadline: I end the phase")

    def deadline(self) -> dt.datetime | None:
        """The deadline asked for, None for none; raises ValueError unless exactly one was given."""
        data = self.cleaned_data
        given = [data["hours"] is not None, data["moment"] is not None, data["none"]]
        if given.count(True) != 1:
            raise ValueError("Give either hours from now, or a time, or no deadline.")
        if data["hours"] is not None:
            return timezone.now() + dt.timedelta(hours=data["hours"])
        moment: dt.datetime | None = data["moment"]
        return moment


class PowerForm(ReasonForm):
    """An act on one power."""

    power = forms.CharField(max_length=40)


class ReplaceForm(PowerForm):
    """Somebody new for a power's seat."""

    newcomer = forms.CharField(max_length=150, label="Name of the new player")


class PublishForm(ReasonForm):
    """Publishing what was previewed."""

    digest = forms.RegexField(r"\A[0-9a-f]{64}\Z")


class SheetEditForm(PowerForm):
    """A sheet written in a seat's stead."""

    orders = forms.CharField(required=False, strip=False, widget=forms.Textarea)


class AnnounceForm(forms.Form):
    """Words for everybody."""

    text = forms.CharField(max_length=1000, label="Announcement", widget=forms.Textarea)


class NoteForm(forms.Form):
    """The GM's own notes."""

    note = forms.CharField(
        required=False, strip=False, max_length=20_000, label="Notes", widget=forms.Textarea
    )


class InviteForm(forms.Form):
    """Whom to offer a seat: an account's name or an e-mail address; the power of a vacant seat in play."""

    to = forms.CharField(max_length=254, label="Name or e-mail address")
    power = forms.CharField(max_length=40, required=False)
