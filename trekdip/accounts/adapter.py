"""Where this site departs from what django-allauth does by itself. Knows no games."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context, ratelimit
from django.contrib.auth.hashers import make_password
from typing_extensions import override


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # the library has no types
    """The library's ways, but for who signs up with an address that has an account already."""

    @override
    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell the owner of the address, a few times a day at most: anybody can have this mail sent.

        Whoever tries waits as long as for a new account: that one costs a password's hash.
        """
        make_password(email)
        if ratelimit.consume(context.request, action="account_exists", key=email.lower()):
            super().send_account_already_exists_mail(email)
