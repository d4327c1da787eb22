"""Whose sessions these are: the one question asked for many at once. Makes none, ends none that holds."""

from collections.abc import Collection
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from trekdip.accounts.models import User


def holders(keys: Collection[str]) -> dict[str, User]:
    """Accounts by session key, in two queries. Missing: who has signed out or changed the password since,
    whose session has run out, whose account is closed. Asks the database, never what a process remembers.
    """
    if not keys:
        return {}
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    found = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    told = {row.session_key: store.decode(row.session_data) for row in found}
    users = User.objects.filter(is_active=True).in_bulk(
        {int(said[SESSION_KEY]) for said in told.values() if said.get(SESSION_KEY)}
    )
    return {key: user for key, said in told.items() if (user := _holder(said, users)) is not None}


def remove_expired() -> int:
    """Remove the rows of sessions that have run out: whoever is told something without an account leaves one.
    How many went.
    """
    return Session.objects.filter(expire_date__lte=timezone.now()).delete()[0]


def _holder(said: dict[str, Any], users: dict[int, User]) -> User | None:
    """Who is signed in by what a session says, as django.contrib.auth.get_user decides it."""
    user = users.get(int(said.get(SESSION_KEY) or 0))
    if user is None or said.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    password = said.get(HASH_SESSION_KEY, "")
    return user if constant_time_compare(password, user.get_session_auth_hash()) else None
