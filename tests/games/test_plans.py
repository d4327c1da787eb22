"""Plans: kept under a name for a phase, and their owner's alone."""

import datetime as dt
import json
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from tests.games.tables import person, started
from trekdip.games import selectors, services
from trekdip.games.errors import BadInput, NotFound, NotNow
from trekdip.games.models import Game, OrderSheet, Plan
from trekdip.games.services import plans
from trekdip.games.services.plans import MAX_PLANS

pytestmark = pytest.mark.django_db

TEXT = "austria: A vie - gal\nrussia: A war H"


def kept(game: Game, name: str = "austria", plan: str = "North") -> Plan:
    """A plan of that person."""
    return services.plan_save(by=person(name), game=game, ordinal=0, name=plan, text=TEXT)


def test_a_plan_is_kept_replaced_renamed_and_thrown_away() -> None:
    game = started()
    plan = kept(game, plan="  North   first ")
    assert [(p.name, p.text) for p in selectors.plans(person("austria"), game, 0)] == [("North first", TEXT)]
    again = services.plan_save(by=person("austria"), game=game, ordinal=0, name="North first", text="x")
    assert again.pk == plan.pk
    services.plan_rename(by=person("austria"), game=game, ordinal=0, name="North first", to="South")
    assert [(p.name, p.text) for p in selectors.plans(person("austria"), game, 0)] == [("South", "x")]
    services.plan_delete(by=person("austria"), game=game, ordinal=0, name="South")
    assert selectors.plans(person("austria"), game, 0) == []
    assert not OrderSheet.objects.exists()


@pytest.mark.parametrize("name", ["england", "gm"])
def test_a_plan_is_its_owners_alone(name: str) -> None:
    game = started()
    own = kept(game)
    assert selectors.plans(person(name), game, 0) == []
    with pytest.raises(NotFound):
        services.plan_rename(by=person(name), game=game, ordinal=0, name="North", to="Mine")
    with pytest.raises(NotFound):
        services.plan_delete(by=person(name), game=game, ordinal=0, name="North")
    assert Plan.objects.get().name == "North"
    assert kept(game, name).pk != own.pk


def test_a_plan_of_another_game_is_out_of_reach() -> None:
    game, other = started(), started()
    kept(game)
    with pytest.raises(NotFound):
        services.plan_delete(by=person("austria"), game=other, ordinal=0, name="North")
    with pytest.raises(NotFound):
        services.plan_delete(by=person("austria"), game=game, ordinal=1, name="North")


@pytest.mark.parametrize(
    ("name", "text"), [("", "x"), (" ", "x"), ("n" * 61, "x"), ("n", "x" * 20_001), ("n", "\x00")]
)
def test_what_cannot_be_kept_is_refused(name: str, text: str) -> None:
    game = started()
    with pytest.raises(BadInput):
        services.plan_save(by=person("austria"), game=game, ordinal=0, name=name, text=text)


def test_names_are_unique_and_plans_have_an_end() -> None:
    game = started()
    rows = [kept(game, plan=f"plan {number}") for number in range(MAX_PLANS)]
    with pytest.raises(NotNow, match="Delete one"):
        kept(game, plan="one more")
    with pytest.raises(NotNow, match="already"):
        services.plan_rename(by=person("austria"), game=game, ordinal=0, name="plan 0", to="plan 1")
    assert kept(game, plan="plan 3").pk == rows[3].pk


def test_plans_do_not_fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "MAX_A_DAY", 3)
    games = [started(title=f"Game {number}") for number in range(4)]
    for game in games[:3]:
        kept(game, "passerby")
    with pytest.raises(NotNow, match="within a day"):
        kept(games[3], "passerby")
    assert kept(games[0], "passerby").name == "North"  # it takes no more room
    assert kept(games[3], "other").name == "North"
    Plan.objects.update(saved_at=F("saved_at") - dt.timedelta(days=1))
    assert kept(games[3], "passerby").name == "North"


@pytest.mark.parametrize("act", ["rename", "delete"])
def test_a_name_that_no_database_can_hold_is_nobodys(act: str) -> None:
    game = started()
    client = Client(headers={"accept": "application/json"})
    client.force_login(person("austria"))
    sent = {"ordinal": 0, "name": "a\x00b", **({"to": "c"} if act == "rename" else {})}
    answer = client.post(f"/games/{game.slug}/plans/{act}", json.dumps(sent), content_type="application/json")
    assert answer.status_code == 404


def test_plans_over_the_wire() -> None:
    game, client = started(), Client(headers={"accept": "application/json"})
    client.force_login(person("austria"))
    url = f"/games/{game.slug}/plans"

    def post(at: str, **data: Any) -> Any:
        return client.post(at, json.dumps(data), content_type="application/json").json()

    said = post(url, ordinal=0, name="North", text=TEXT)
    assert said["plans"] == [{"name": said["saved"], "text": TEXT}]
    assert client.get(url, {"ordinal": 0}).json()["plans"] == said["plans"]
    renamed = post(f"{url}/rename", ordinal=0, name="North", to="South")
    assert (renamed["saved"], renamed["plans"][0]["name"]) == ("South", "South")
    assert post(f"{url}/delete", ordinal=0, name="South")["plans"] == []
    assert Client().get(url, {"ordinal": 0}).json()["plans"] == []
    refused = Client(headers={"accept": "application/json"}).post(
        url, json.dumps({"ordinal": 0, "name": "a", "text": ""}), content_type="application/json"
    )
    assert refused.status_code == 403
