"""Whether this process lives, and whether it can serve: for load balancers, not for people."""

import logging

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def alive(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 as long as the process answers at all; touches nothing else."""
    return JsonResponse({"status": "alive"})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 when database (with all migrations) and cache answer, else 503.

    Anybody may ask, so the answer is no more than that; the log and the metrics name the part.
    """
    ill = {name: problem for name, problem in parts().items() if problem}
    if ill:
        logger.warning("not ready: %s", ", ".join(f"{name} {problem}" for name, problem in ill.items()))
        return JsonResponse({"status": "not ready"}, status=503)
    return JsonResponse({"status": "ready"})


def parts() -> dict[str, str | None]:
    """What this process cannot serve without, by name: None, or what is wrong with it."""
    return {"database": _database(), "cache": _cache()}


def _database() -> str | None:
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "does not answer"
    return "lacks migrations" if pending else None


def _cache() -> str | None:
    try:
        cache.get("readyz")
    except (RedisError, OSError):
        return "does not answer"
    return None
