"""The form with which an account is closed."""

from django import forms


class CloseForm(forms.Form):
    """The password, so that nobody closes an account at an open screen."""

    password = forms.CharField(
        label="Your password", widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
