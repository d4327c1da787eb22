"""The demonstration: accounts and a game with a past, made once; and its scripted players."""

import random
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

import adjudicator as adj
from tests.games.tables import current, person
from trekdip.accounts.models import User
from trekdip.games import demonstration, gate, scripted, selectors
from trekdip.games.models import Game


@pytest.mark.django_db
def test_the_demonstration_is_made_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(settings, "DEBUG", True)
    call_command("demo")
    game = Game.objects.get()
    rows = (game.phases.count(), User.objects.count(), game.audit.count())
    call_command("demo")
    assert (game.phases.count(), User.objects.count(), game.audit.count()) == rows
    powers = {power for power, _ in gate.variant("stdip").powers}
    assert set(User.objects.values_list("username", flat=True)) == {*powers, "gamemaster", "spectator"}
    assert game.status == "running"
    phase = current(game)
    assert (phase.ordinal, phase.status) == (50, "open")
    assert 0 < phase.sheets.count() < 7
    assert person("romulan").check_password(demonstration.PASSWORD)
    printed = capsys.readouterr().out
    assert f"/games/{game.slug}/" in printed
    assert demonstration.PASSWORD in printed
    assert selectors.viewer_of(person("gamemaster"), game) == "gm"
    moved = game.phases.get(ordinal=0).orders.filter(counted__contains=" - ").count()
    assert moved >= 7
    for power in powers:
        state = selectors.game_state(person(power), game)
        assert state.viewer == power
        assert state.legal_data(), f"{power} has nothing to order"


@pytest.mark.django_db
@pytest.mark.parametrize("private", [True, False])
def test_the_front_page_tells_the_names_on_private_sites_alone(private: bool, settings: Any) -> None:
    settings.DEMONSTRATION = private
    User.objects.create(username=demonstration.GM_NAME, email=demonstration.address(demonstration.GM_NAME))
    html = Client().get("/").content.decode()
    assert (demonstration.PASSWORD in html) is private
    assert ("<code>romulan</code>" in html) is private
    signed_in = Client()
    signed_in.force_login(person("somebody"))
    assert demonstration.PASSWORD not in signed_in.get("/").content.decode()


@pytest.mark.django_db
def test_no_names_are_told_where_there_is_no_demonstration(settings: Any) -> None:
    settings.DEMONSTRATION = True
    assert demonstration.PASSWORD not in Client().get("/").content.decode()


@pytest.mark.django_db
def test_a_real_site_gets_no_account_with_a_known_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEBUG", False)
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(CommandError, match="embedded"):
        call_command("demo")
    assert not User.objects.exists()


@pytest.mark.parametrize("variant", ["standard", "stdip"])
@pytest.mark.parametrize("seed", range(3))
def test_scripted_players_send_legal_orders_and_do_not_collide(seed: int, variant: str) -> None:
    rng = random.Random(seed)
    position = adj.new(variant, seed=seed)
    for _ in range(12):
        sheets = {}
        for power, _ in gate.variant(variant).powers:
            view, legal = adj.view(position, power), adj.legal(position, power)
            sheet = scripted.orders(view, legal, power, rng)
            assert all(reading.ok for reading in adj.check(position, power, sheet))
            assert set(sheet) <= {order for orders in legal.values() for order in orders}
            goals = [scripted._province(goal) for goal in map(scripted._goal, sheet) if goal]
            assert len(goals) == len(set(goals))
            due = view["adjustments"].get(power, 0)
            assert position.turn[-1] != "A" or len(sheet) <= abs(due)
            sheets[power] = sheet
        position = adj.resolve(position, sheets).state
        if position.winner:
            break


def test_the_same_chance_gives_the_same_sheet() -> None:
    position = adj.new("standard", seed=1)
    view, legal = adj.view(position, "russia"), adj.legal(position, "russia")
    first, second = (scripted.orders(view, legal, "russia", random.Random(5)) for _ in range(2))
    assert first == second
    assert len(first) == 4
