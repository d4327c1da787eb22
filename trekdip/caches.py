"""What may be kept of answers: nothing of pages that know who asks, unless a view says otherwise."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers


class PersonalPagesMiddleware:
    """Has no answer kept that was made for somebody who is signed in: the account's own pages, those that
    are not there, refusals. What a view itself says of caching stands.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        silent = "Cache-Control" not in response
        if silent and request.session.accessed and request.user.is_authenticated:
            add_never_cache_headers(response)
        return response
