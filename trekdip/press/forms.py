"""Forms of press: what is typed, turned into the services' arguments. The services judge it."""

from django import forms

from trekdip.games.services.audit import REASON_LENGTH
from trekdip.press.models import MAX_TEXT


class MessageForm(forms.Form):
    """A message; `attach` is a value of `attachments.choices`."""

    text = forms.CharField(required=False, strip=False, max_length=MAX_TEXT)
    attach = forms.CharField(required=False, max_length=80)


class MuteForm(forms.Form):
    """What is to be muted, or (`on` empty) heard again."""

    target = forms.CharField(max_length=400)
    on = forms.BooleanField(required=False)


class HandoverForm(forms.Form):
    """Whether a successor may read one's press."""

    agreed = forms.BooleanField(required=False)


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(required=False, max_length=REASON_LENGTH)
