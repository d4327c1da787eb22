"""Whether this process lives, and whether it can serve: for load balancers, not for people."""

import logging

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from trekdip.games.models import Phase

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def alive(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 as long as the process answers at all; touches nothing else."""
    return JsonResponse({"status": "alive"})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 when database (with all migrations) and cache answer, and how many phases are stuck; else 503
    naming the part that does not.
    """
    problems = {
        name: problem for name, problem in (("database", _database()), ("cache", _cache())) if problem
    }
    if problems:
        logger.warning("not ready: %s", ", ".join(f"{name} {problem}" for name, problem in problems.items()))
        return JsonResponse({"status": "not ready", **problems}, status=503)
    stuck = Phase.objects.filter(status=Phase.Status.STUCK).count()
    return JsonResponse({"status": "ready", "stuck": stuck})


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
