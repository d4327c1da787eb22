"""What the calls of the API share: the places in their addresses, the pace, refusals and answers as JSON."""

from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Path

from trekdip.api import schemas
from trekdip.games import wire
from trekdip.games.pace import keep_pace

Slug = Annotated[str, Path(pattern="^[a-z0-9]{1,40}$")]
Ordinal = Annotated[int, Path(ge=0, le=2**31 - 1)]
Number = Annotated[int, Path(ge=1, le=2**53 - 1)]
Parties = Annotated[
    str,
    Path(
        pattern=r"^[a-z0-9]{1,40}(\+[a-z0-9]{1,40}){0,20}$",
        description="Whose it is: ids of powers, or `gm`, with `+` between them; or `everybody`.",
    ),
]

READS_A_MINUTE = 240
ACTS_A_MINUTE = 60

REFUSED: dict[Any, Any] = dict.fromkeys((400, 401, 403, 404, 409, 429), schemas.Problem)


def pace(request: HttpRequest) -> None:
    """Count what is read; raises TooOften."""
    keep_pace(request, "api", a_minute=READS_A_MINUTE)


def answer(message: wire.Message, status: int = HTTPStatus.OK) -> HttpResponse:
    """A message of the site, byte for byte as its own pages get it."""
    return HttpResponse(wire.encode(message), content_type="application/json", status=status)
