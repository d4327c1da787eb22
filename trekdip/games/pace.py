"""How often somebody may ask for what costs the server work. Counts in the cache; decides nothing else."""

import functools
import logging
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from redis.exceptions import RedisError

from trekdip.addresses import household
from trekdip.games.errors import TooOften

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

logger = logging.getLogger(__name__)

WINDOW = 60  # seconds
SHEETS_A_MINUTE = 60  # of a seat: a sheet a second, which no hand and no bot needs to exceed
# Pages with boards, and lists of games, cost 10 to 30 ms each (docs/operating.md). All who watch from one
# address, as many as may hold sockets, can take a new phase at once, and then as many again.
LOOKS_A_MINUTE = 600


def keep_pace(request: HttpRequest, purpose: str, *, a_minute: int) -> None:
    """Count this request of its account, or of its client address where nobody is signed in.

    Raises TooOften above `a_minute` of them within a minute. While the cache is away nobody is counted and
    everybody is served: a deadline does not wait for it.
    """
    at = household(request.META.get("REMOTE_ADDR", ""))
    who = f"user-{request.user.pk}" if request.user.is_authenticated else at
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


def keeps_pace_of_looks(view: View[P]) -> View[P]:
    """A view that is counted among the dear pages of its asker; raises TooOften."""

    @functools.wraps(view)
    def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        keep_pace(request, "looks", a_minute=LOOKS_A_MINUTE)
        return view(request, *args, **kwargs)

    return counted


def _counted(key: str) -> int:
    """How many there are in the window of `key` with this one."""
    cache.add(key, 0, WINDOW)
    try:
        return int(cache.incr(key))
    except ValueError:  # the window ended between the two lines
        cache.set(key, 1, WINDOW)
        return 1
