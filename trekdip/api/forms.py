"""The form for a token. The services judge what is typed."""

from django import forms

from trekdip.api.services import MAX_DAYS, MAX_NAME


class TokenForm(forms.Form):
    """A new token of one's seat."""

    name = forms.CharField(max_length=MAX_NAME, help_text="What it is for, so that you know it again.")
    orders = forms.BooleanField(label="It may send orders and declare", required=False)
    votes = forms.BooleanField(label="It may propose and vote", required=False)
    press = forms.BooleanField(label="It may read and write your press", required=False)
    days = forms.IntegerField(
        label="Good for so many days",
        min_value=1,
        max_value=MAX_DAYS,
        required=False,
        help_text="Empty: as long as the seat is yours.",
    )
