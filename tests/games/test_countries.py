"""Where the powers of stdip begin: by lot, or as the GM says."""

import pytest
from django.test import Client

from tests.games.stdip_tables import POWERS
from tests.games.tables import forming, person
from trekdip.games import gate, selectors, services
from trekdip.games.errors import BadInput, NotAllowed, NotNow
from trekdip.games.models import Game

pytestmark = pytest.mark.django_db


def table() -> Game:
    """A full table of stdip that has not begun."""
    game = forming(variant="stdip")
    for power in POWERS:
        services.game_join(by=person(power), game=game, power=power)
    return game


def test_the_gm_gives_countries_and_the_lot_gives_the_rest() -> None:
    game = table()
    services.countries_assign(by=game.gm, game=game, countries={"borg": "russia", "romulan": "italy"})
    game.refresh_from_db()
    services.game_start(by=game.gm, game=game)
    centers = selectors.game_state(person("borg"), game).view_data()["centers"]
    assert set(centers["borg"]) == {"mos", "sev", "stp", "war"}
    assert set(centers["romulan"]) == {"nap", "rom", "ven"}
    assert len(centers) == len(POWERS)
    with pytest.raises(NotNow):
        services.countries_assign(by=game.gm, game=game, countries={})


@pytest.mark.parametrize(
    "countries", [{"borg": "russia", "klingon": "russia"}, {"borg": "atlantis"}, {"austria": "italy"}]
)
def test_what_cannot_be_is_refused(countries: dict[str, str]) -> None:
    game = table()
    with pytest.raises(BadInput):
        services.countries_assign(by=game.gm, game=game, countries=countries)
    with pytest.raises(NotAllowed):
        services.countries_assign(by=person("borg"), game=game, countries={"borg": "russia"})


def test_by_the_page() -> None:
    game = table()
    master, player = Client(), Client()
    master.force_login(game.gm)
    player.force_login(person("borg"))
    assert "Countries" in master.get(f"/games/{game.slug}/").content.decode()
    assert "country_borg" not in player.get(f"/games/{game.slug}/").content.decode()
    master.post(f"/games/{game.slug}/countries", {"country_borg": "turkey", "country_klingon": ""})
    game.refresh_from_db()
    assert game.options == {"assignment": {"borg": "turkey"}}


def test_where_every_power_has_its_own_country_nothing_is_given() -> None:
    assert gate.countries("standard") == ()
    assert len(gate.countries("stdip")) == len(POWERS)
