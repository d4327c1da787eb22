"""Downloads of a game: what the asker may know, in three forms."""

import gzip
import io
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from trekdip.archives import selectors
from trekdip.games import selectors as games
from trekdip.games.edge import tells_refusals
from trekdip.games.pace import keep_pace

A_MINUTE = 10  # archives are large


@require_safe
@never_cache
@tells_refusals
def exports(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What can be downloaded of a game."""
    game = games.game_get(request.user, slug)
    context = {"table": games.table(request.user, game), "viewer": games.viewer_of(request.user, game)}
    return render(request, "archives/exports.html", context)


@require_safe
@never_cache
@tells_refusals
def archive(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The game as JSON lines, packed."""
    keep_pace(request, "archive", a_minute=A_MINUTE)
    game = games.game_get(request.user, slug)
    lines = selectors.archive(request.user, game)
    # Whole: an asynchronous server would gather a stream before it sent the first byte of it.
    answer = HttpResponse(b"".join(_packed(lines)), content_type="application/gzip")
    answer["Content-Disposition"] = f'attachment; filename="trekdip-{slug}.jsonl.gz"'
    return answer


@require_safe
@never_cache
@tells_refusals
def saved_game(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A standard game as the `diplomacy` package saves it."""
    keep_pace(request, "archive", a_minute=A_MINUTE)
    game = games.game_get(request.user, slug)
    answer = JsonResponse(selectors.saved_game(request.user, game))
    answer["Content-Disposition"] = f'attachment; filename="trekdip-{slug}.json"'
    return answer


@require_safe
@never_cache
@tells_refusals
def results(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Orders and results as judges write them."""
    keep_pace(request, "archive", a_minute=A_MINUTE)
    game = games.game_get(request.user, slug)
    return HttpResponse(selectors.results(request.user, game), content_type="text/plain; charset=utf-8")


def _packed(lines: Iterator[str]) -> Iterator[bytes]:
    """The lines through gzip, some at a time: never all of them unpacked."""
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as file:
        for line in lines:
            file.write(line.encode())
            if buffer.tell():
                yield buffer.getvalue()
                buffer.seek(0)
                buffer.truncate()
    yield buffer.getvalue()
