"""Calls with which a seat talks: its conversations, what was said there, saying something."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from trekdip.api import schemas
from trekdip.api.asking import require, require_reader_of_press
from trekdip.api.edge import REFUSED, Parties, Slug, pace
from trekdip.games import selectors as games
from trekdip.games.models import Game
from trekdip.games.pace import keep_pace
from trekdip.games.views.tables import signed_in
from trekdip.press import selectors, services

router = Router(tags=["Press"])

WRITES_A_MINUTE = 20

Cursor = Annotated[str, Query(pattern="^[a-z0-9]{0,40}$", description="The id of a message.")]


@router.get("/games/{slug}/press", response={200: schemas.Rooms, **REFUSED})
def rooms(request: HttpRequest, slug: Slug) -> dict[str, object]:
    """The seat's conversations, newest first. Without a token: what the table lets everybody read."""
    pace(request)
    require_reader_of_press(request, slug)
    game = games.game_get(request.user, slug)
    found = selectors.rooms(request.user, game)
    return {
        "power": found.power,
        "conversations": [
            {"parties": room.key, "unread": room.unread, "muted": room.muted, "last_at": room.at}
            for room in found.rooms
        ],
        "may_write_to": [row.id for row in found.parties],
        "may_gather": found.may_gather,
    }


@router.get("/games/{slug}/press/{parties}", response={200: schemas.Thread, **REFUSED})
def thread(
    request: HttpRequest, slug: Slug, parties: Parties, after: Cursor = "", before: Cursor = ""
) -> dict[str, object]:
    """A conversation: its newest messages; all that came after a message; or what came before one."""
    pace(request)
    require_reader_of_press(request, slug)
    game = games.game_get(request.user, slug)
    return _thread(request, game, parties, after=after, before=before)


@router.post("/games/{slug}/press/{parties}", response={200: schemas.Thread, **REFUSED})
def say(request: HttpRequest, slug: Slug, parties: Parties, said: schemas.Saying) -> dict[str, object]:
    """Say something as the token's seat. The conversation begins with its first message."""
    require(request, slug, "press")
    keep_pace(request, "press", a_minute=WRITES_A_MINUTE)
    game = games.game_get(request.user, slug)
    services.message_send(by=signed_in(request), game=game, key=parties, text=said.text, attach=said.attach)
    return _thread(request, game, parties)


@router.post("/games/{slug}/press/{parties}/read", response={200: schemas.Thread, **REFUSED})
def read(request: HttpRequest, slug: Slug, parties: Parties, last: schemas.LastRead) -> dict[str, object]:
    """Note that a conversation is read up to a message: it is not counted as `unread` any more."""
    require(request, slug, "press")
    pace(request)
    game = games.game_get(request.user, slug)
    services.mark_read(by=signed_in(request), game=game, key=parties, name=last.message)
    return _thread(request, game, parties)


def _thread(
    request: HttpRequest, game: Game, parties: str, *, after: str = "", before: str = ""
) -> dict[str, object]:
    found = selectors.thread(request.user, game, parties, after=after, before=before)
    return {
        "parties": found.key,
        "voice": found.voice,
        "silent": found.silent,
        "earlier": found.earlier,
        "messages": [
            {
                "id": one.name,
                "by": one.party,
                "mine": one.mine,
                "text": one.text,
                "turn": one.turn,
                "at": one.at,
                "attached": one.attached,
            }
            for one in found.messages
        ],
    }
