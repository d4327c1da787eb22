"""What people are told while the database cannot be reached: the site is at fault, and to try again."""

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from psycopg_pool import PoolTimeout

from trekdip.logs import place

logger = logging.getLogger(__name__)

_RETRY_SECONDS = "5"
_WORDS = "The site cannot reach its database for a moment. Nothing was changed; try again."


class OutageMiddleware:
    """Answers 503 where a view could not reach the database; a fault of any other kind stays a fault."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer, if that was it."""
        if not isinstance(exception, OperationalError | InterfaceError | PoolTimeout):
            return None
        logger.error("%s could not be answered: %s", place(request), type(exception).__name__)
        if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
            answer: HttpResponse = JsonResponse({"type": "refusal", "problem": _WORDS}, status=503)
        else:
            answer = HttpResponse(render_to_string("503.html"), status=503)
        answer.headers["Retry-After"] = _RETRY_SECONDS
        answer.headers["Cache-Control"] = "no-store"
        return answer
