"""What goes wrong below `/api/v1/` outside of any call, told as the calls tell it: unknown addresses, other
methods, faults of the site. What the calls refuse themselves passes as it is.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase, JsonResponse

ROOT = "/api/v1/"
_WORDS = {
    HTTPStatus.NOT_FOUND: "There is no such call. /api/ lists those there are.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This call is not made with {method}, but with {allow}.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "The site has failed. Nothing was changed; try again later.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The site cannot reach its database. Nothing was changed; try again.",
}


class ProblemMiddleware:
    """Gives programs a refusal in JSON where people would get a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        told = str(answer.headers.get("Content-Type", "")).startswith("application/json")
        words = _WORDS.get(HTTPStatus(answer.status_code))
        if words is None or told or not request.path.startswith(ROOT):
            return answer
        problem = words.format(method=request.method, allow=answer.headers.get("Allow", "another"))
        refusal = JsonResponse({"type": "refusal", "problem": problem}, status=answer.status_code)
        for name in ("Allow", "Retry-After", "Cache-Control"):
            if name in answer.headers:
                refusal.headers[name] = answer.headers[name]
        return refusal
