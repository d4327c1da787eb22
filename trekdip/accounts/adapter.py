"""Where this site departs from what django-allauth does by itself. Knows no games."""

import hashlib
import unicodedata
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.internal import ratelimit
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.http import HttpRequest
from typing_extensions import override

from trekdip.accounts.models import User
from trekdip.addresses import household

_APP = "allauth.account"  # whose limits these are counted with
_BY_NAME = "login_failed_by_name"
_REMEMBERED = 30 * 24 * 3600  # seconds, as long as a session


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # the library has no types
    """The library's ways, but for who signs up with an address that has an account already, and for guesses.

    Wrong passwords are counted of a name at an address, so that a stranger who guesses keeps nobody out but
    himself; and, far more of them, of the name alone, whose count does not bar an address at which that name
    has signed in before.
    """

    _guess: ratelimit.RateLimitUsage | None = None

    @override
    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell the owner of the address, a few times a day at most: anybody can have this mail sent.

        Whoever tries waits as long as for a new account: that one costs a password's hash.
        """
        make_password(email)
        if ratelimit.consume(context.request, app=_APP, action="account_exists", key=email.lower()):
            super().send_account_already_exists_mail(email)

    @override
    def is_safe_url(self, url: str | None) -> bool:
        """Whether somebody may be sent on to this address; the library fails on some that are none."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    @override
    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a guess until it proves right; raises ValidationError where there were too many."""
        super().pre_authenticate(request, **credentials)
        if cache.get(self._known_key(request, credentials)):
            return
        key = _name(credentials)
        self._guess = ratelimit.consume(request, app=_APP, action=_BY_NAME, key=key)
        if self._guess is None:
            raise self.validation_error("too_many_login_attempts")

    @override
    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """The account of these credentials; it is remembered that its name has signed in from here."""
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            cache.set(self._known_key(request, credentials), 1, _REMEMBERED)
        return user

    @override
    def _rollback_login_failed_rl_usage(self) -> None:
        super()._rollback_login_failed_rl_usage()
        if self._guess is not None:
            self._guess.rollback()

    @override
    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        super()._delete_login_attempts_cached_email(request, **credentials)
        ratelimit.clear(request, app=_APP, action=_BY_NAME, key=_name(credentials))

    @override
    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{_name(credentials)} {household(self.get_client_ip(request) or '')}"

    def _known_key(self, request: HttpRequest, credentials: dict[str, Any]) -> str:
        pair = self._get_login_attempts_cache_key(request, **credentials)
        return f"signed-in:{hashlib.sha256(pair.encode()).hexdigest()}"


def _name(credentials: dict[str, Any]) -> str:
    """The name or address that signs in, the same however it is written: databases find `anna` by other
    letters, too, whose capital is one of hers.
    """
    login = str(credentials.get("email") or credentials.get("username") or "")
    return unicodedata.normalize("NFKC", login).upper().lower().strip()
