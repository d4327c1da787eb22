"""How often somebody may ask for what costs the server work. Counts in the cache; decides nothing else."""

import logging

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from trekdip.games.errors import TooOften

logger = logging.getLogger(__name__)

WINDOW = 60  # seconds
SHEETS_A_MINUTE = 60  # of a seat: a sheet a second, which no hand and no bot needs to exceed


def keep_pace(request: HttpRequest, purpose: str, *, a_minute: int) -> None:
    """Count this request of its account, or of its address where nobody is signed in.

    Raises TooOften above `a_minute` of them within a minute. While the cache is away nobody is counted and
    everybody is served: a deadline does not wait for it.
    """
    who = f"user-{request.user.pk}" if request.user.is_authenticated else request.META.get("REMOTE_ADDR", "")
    try:
        count = _counted(f"pace:{purpose}:{who}")
    except (RedisError, OSError) as problem:
        logger.warning("%s is not counted while the cache is away: %s", purpose, type(problem).__name__)
        return
    if count > a_minute:
        raise TooOften("That was a little fast. Wait a minute, then go on.")


def keep_pace_of_sheets(request: HttpRequest, game_id: int) -> None:
    """Count an order sheet of the asker's seat, whether it comes by a page or by the API; raises TooOften."""
    keep_pace(request, f"sheets-{game_id}", a_minute=SHEETS_A_MINUTE)


def _counted(key: str) -> int:
    """How many there are in the window of `key` with this one."""
    cache.add(key, 0, WINDOW)
    try:
        return int(cache.incr(key))
    except ValueError:  # the window ended between the two lines
        cache.set(key, 1, WINDOW)
        return 1
