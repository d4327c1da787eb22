"""How often somebody may ask for what costs the server work. Counts in the cache; decides nothing else."""

from django.core.cache import cache
from django.http import HttpRequest

from trekdip.games.errors import TooOften

WINDOW = 60  # seconds


def keep_pace(request: HttpRequest, purpose: str, *, a_minute: int) -> None:
    """Count this request of its account, or of its address where nobody is signed in.

    Raises TooOften above `a_minute` of them within a minute.
    """
    who = f"user-{request.user.pk}" if request.user.is_authenticated else request.META.get("REMOTE_ADDR", "")
    key = f"pace:{purpose}:{who}"
    cache.add(key, 0, WINDOW)
    try:
        count = cache.incr(key)
    except ValueError:  # the window ended between the two lines
        cache.set(key, 1, WINDOW)
        return
    if count > a_minute:
        raise TooOften("That was a little fast. Wait a minute, then go on.")
