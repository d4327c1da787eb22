"""A table at which nobody is to know who plays what: no answer of the site names a player to another, from
the first seat taken until the game is over.
"""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests.games.stdip_tables import finish
from tests.games.tables import OPENING, POWERS, current, forming, person
from tests.press.talk import say
from tests.web.test_every_door import doors
from trekdip.games import services
from trekdip.games.models import Game
from trekdip.games.press_terms import PressTerms
from trekdip.gm import services as desk
from trekdip.live import payloads
from trekdip.press.services import mute_set

pytestmark = pytest.mark.django_db

NAMES = {power: f"qx{number}nym" for number, power in enumerate(POWERS)}
ANONYMOUS = PressTerms(press="anonymous")


def seated(seating: str) -> Game:
    """A full forming table of players whose names tell nothing."""
    game = forming(title="Masks", seating=seating, press=ANONYMOUS, rhythm={})
    for power, name in NAMES.items():
        chosen = power if seating == "chosen" else None
        services.game_join(by=person(name), game=game, power=chosen, token=game.invite_token)
    return game


def begun(seating: str = "chosen") -> Game:
    """The game after its first phase, with talk, an observer's request, one player gone and one replaced."""
    game = seated(seating)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    for power, lines in OPENING.items():
        user = game.seats.get(power=power).user
        assert user is not None
        services.sheet_submit(by=user, game=game, ordinal=0, text="\n".join(lines), final=True)
        say(game, user.username, "everybody", "Hail")
    desk.deadline_force(by=game.gm, game=game, ordinal=current(game).ordinal)
    watcher = services.observer_ask(by=person("watcher"), game=game)
    for name in list(NAMES.values())[:3]:
        services.observer_agree(by=person(name), game=game, observer_id=watcher.pk)
    leaver = game.seats.get(power="turkey").user
    replaced = game.seats.get(power="russia")
    assert leaver is not None
    assert replaced.user is not None
    mute_set(by=leaver, game=game, target="italy", muted=True)
    services.game_leave(by=leaver, game=game)
    desk.seat_replace(by=game.gm, game=game, power="russia", newcomer=person("qx7nym"), reason="ill")
    return game


def urls(game: Game) -> Iterator[str]:
    """Every URL of the site that can be made of what is known of the game."""
    known = {
        "slug": game.slug,
        "ordinal": 0,
        "parties": "everybody",
        "form": "txt",
        "variant": "standard",
        "power": "italy",
    }
    for name, places in doors():
        if name.startswith("account_") or not set(places) <= set(known):
            continue
        try:
            yield reverse(name, kwargs={place: known[place] for place in places})
        except NoReverseMatch:
            continue
    yield f"/games/{game.slug}/press/export.json"
    yield f"/games/{game.slug}/press/?q=Hail"


def named(game: Game, visitor: str | None) -> list[str]:
    """The answers in which the visitor reads the name of another player."""
    client = Client(raise_request_exception=False)
    if visitor is not None:
        client.force_login(person(visitor))
    found = []
    for url in urls(game):
        cache.clear()
        for headers in ({}, {"accept": "application/json"}):
            answer = client.get(url, headers=headers)
            text = answer.getvalue().decode(errors="replace") + str(answer.headers)
            others = {*NAMES.values(), "qx7nym"} - {visitor}
            found += [f"{url}: {name}" for name in sorted(others) if name in text]
    return found


@pytest.mark.parametrize("seating", ["chosen", "lot", "assigned"])
def test_a_forming_table_names_nobody(seating: str) -> None:
    game = seated(seating)
    assert [named(game, visitor) for visitor in (None, "stranger", "qx0nym")] == [[], [], []]
    assert named(game, "gm")  # who seats the players


@pytest.mark.parametrize("visitor", [None, "stranger", "qx0nym", "qx6nym", "qx7nym", "watcher"])
def test_no_page_of_a_running_game_names_a_player_to_another(visitor: str | None) -> None:
    game = begun()
    found = sorted(urls(game))
    assert len(found) > 20
    assert named(game, visitor) == []
    for viewer in ("public", *POWERS):
        pushed = payloads._payload(game.pk, viewer)
        assert pushed is not None
        assert not any(name in pushed.text for name in NAMES.values())


def test_the_gm_knows_and_everybody_does_when_the_game_is_over() -> None:
    game = begun()
    assert named(game, "gm")
    finish(game, winner="italy")
    told = " ".join(named(game, "stranger"))
    assert all(name in told for name in ("qx0nym", "qx4nym", "qx7nym"))
