"""Noninterference at the site: games that differ in what a viewer may not know give it the same bytes.

Pages, headers, JSON, pushed states, receipts, mails; and the leaks that others had, each by its name.
"""

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

import adjudicator as adj
from tests.games import twins
from tests.games.stdip_tables import POWERS, began, end, send
from tests.games.tables import current, person
from tests.games.twins import SLUG, Plan, planned, received
from trekdip.games import selectors
from trekdip.games.models import Game
from trekdip.live import announce, payloads

PHASES = 11  # two years and a season
VIEWERS = ["klingon", "public", "romulan"]
SEEDS = ("5eed" * 8, "7eed" * 8)

Told = dict[str, bytes]
Pair = tuple[Plan, Plan, Told, Told]


@pytest.fixture(scope="module")
def pair(django_db_setup: None, django_db_blocker: object) -> Callable[[str], Pair]:  # noqa: ARG001
    """The twins of a viewer and what that viewer received in each; worked out once."""
    known: dict[str, Pair] = {}

    def of(viewer: str) -> Pair:
        if viewer not in known:
            one, two = planned(viewer, PHASES, seeds=SEEDS, chance=3)
            with django_db_blocker.unblock():  # type: ignore[attr-defined]
                known[viewer] = (one, two, received(one, viewer), received(two, viewer))
        return known[viewer]

    return of


@pytest.mark.parametrize("viewer", VIEWERS)
def test_twin_games_give_the_same_bytes(pair: Callable[[str], Pair], viewer: str) -> None:
    one, two, first, second = pair(viewer)
    hidden = [adj.loads(a).units != adj.loads(b).units for a, b in zip(one.truths, two.truths, strict=True)]
    assert any(hidden)
    assert one.sheets != two.sheets or viewer == "romulan"
    assert first.keys() == second.keys()
    assert [asked for asked in first if first[asked] != second[asked]] == []


@pytest.mark.parametrize("viewer", VIEWERS)
def test_refusals_are_worded_alike(pair: Callable[[str], Pair], viewer: str) -> None:
    _, _, first, second = pair(viewer)
    refused = [asked for asked in first if first[asked][:3] in {b"403", b"404", b"409"}]
    assert len(refused) >= 4
    for asked in refused:
        assert first[asked] == second[asked]
        assert b"(I)" not in first[asked]


@pytest.mark.parametrize("viewer", ["klingon", "romulan"])
def test_errors_in_a_sheet_are_worded_alike(pair: Callable[[str], Pair], viewer: str) -> None:
    _, _, first, second = pair(viewer)
    receipts = [asked for asked in first if asked.endswith("receipt")]
    assert len(receipts) == PHASES
    for asked in receipts:
        assert first[asked] == second[asked]
        lines = json.loads(first[asked].split(b"\n", 1)[1])["lines"]
        assert any(not line["ok"] and line["problem"] for line in lines)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_private_answers_are_kept_by_nobody(pair: Callable[[str], Pair], viewer: str) -> None:
    _, _, told, _ = pair(viewer)
    for asked, answer in told.items():
        if "/games/" in asked and not answer.startswith(b"302"):  # to the sign-in page
            headers = answer.split(b"\n\n")[0].split(b"<!doctype")[0].decode()
            assert re.search(r"Cache-Control: .*no-store.*private", headers), asked
            assert "ETag" not in headers, asked
            assert "Last-Modified" not in headers, asked


@pytest.mark.parametrize("viewer", ["klingon", "public"])
def test_no_cloaked_unit_is_in_anything_but_a_detection(pair: Callable[[str], Pair], viewer: str) -> None:
    one, _, told, _ = pair(viewer)
    views = {
        number: adj.view(adj.loads(truth), viewer)["units"].get("romulan", [])
        for number, truth in enumerate(one.truths)
    }
    for number, seen in views.items():
        if not any("(I)" in unit for unit in seen):
            state = told[f"{number} opened: /games/{SLUG}/state"].decode()
            assert not re.search(r'data-unit=\\"[AF] [a-z/]+ \(I\)', state), number


# -- leaks that others had, one by one --
def quiet(client: Client, url: str) -> bytes:
    """A page without clocks and tokens."""
    return twins._quiet(client.get(url).content.decode())


def signed_in(name: str | None) -> Client:
    """A browser of somebody."""
    client = Client()
    if name:
        client.force_login(person(name))
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("name", [None, "klingon", "stranger"])
def test_lobby_cards_do_not_tell_who_has_sent_orders(name: str | None) -> None:
    game = began()
    client = signed_in(name)
    before = quiet(client, "/")
    for power in POWERS:
        if power != name:
            send(game, power, "A ven (I) H")
    assert quiet(client, "/") == before


@pytest.mark.django_db
@pytest.mark.parametrize("name", [None, "klingon"])
def test_waiting_lists_are_public_and_do_not_shrink(name: str | None) -> None:
    game = began()
    client = signed_in(name)
    before = quiet(client, f"/games/{game.slug}/panels")
    send(game, "romulan", "A ven (I) H")
    assert quiet(client, f"/games/{game.slug}/panels") == before
    awaited = selectors.game_state(person("klingon"), game).view_data()["awaiting"]
    assert set(awaited) == set(POWERS)


@pytest.mark.django_db
def test_a_retreat_phase_comes_and_waits_whether_or_not_something_is_hidden() -> None:
    game = began()
    send(game, "romulan", "A ven (I) H")
    end(game)
    state = selectors.game_state(person("klingon"), game)
    assert state.turn == "S2371R"
    assert {"romulan", "dominion"} <= set(state.view_data()["awaiting"])


@pytest.mark.django_db
def test_a_second_tab_of_a_stranger_sees_what_is_public() -> None:
    game = began()
    send(game, "romulan", "A ven (I) H", "A rom (I) H", "F nap (I) H")
    end(game)
    public = payloads._payload(game.pk, "public")
    assert public is not None
    stranger = signed_in("stranger").get(f"/games/{game.slug}/state").content.decode()
    for text in (public.text, stranger):
        assert '"romulan"' not in json.dumps(json.loads(text)["view"]["units"])
        assert "(I)" not in text


@pytest.mark.django_db
def test_counts_and_order_of_powers_do_not_depend_on_hidden_units() -> None:
    game = began()
    send(game, "romulan", "A ven (I) H", "A rom (I) H", "F nap (I) H")
    end(game)
    html = signed_in("klingon").get(f"/games/{game.slug}/").content.decode()
    row = re.search(
        r'Romulan</span>.*?<td class="number">(\d+)</td><td class="number">(\d+)</td>', html, re.DOTALL
    )
    assert row is not None
    assert row.groups() == ("3", "0")
    titles = re.findall(r'<th scope="row"><span class="power-name"[^>]*>.*?</svg> (\w+)', html, re.DOTALL)
    assert titles == [power.capitalize() for power in POWERS]


@pytest.mark.django_db
def test_urls_and_ordinals_carry_nothing_and_skip_nothing() -> None:
    game = began()
    for _ in range(4):
        send(game, "romulan", "A ven (I) H")
        end(game)
    html = signed_in("klingon").get(f"/games/{game.slug}/").content.decode()
    links = set(re.findall(rf'href="(/games/{game.slug}/[^"]*)"', html))
    phases = sorted(int(link.split("/")[-2]) for link in links if "/phases/" in link)
    assert phases == list(range(current(game).ordinal))
    assert all(re.fullmatch(r"/games/\w+/(phases/\d+/|[a-z]*/?(\?right=\d+)?)", link) for link in links), (
        links
    )


@pytest.mark.django_db
def test_pokes_carry_numbers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(announce, "poke", lambda *told, **more: sent.append((*told, *more.values())))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda send, **_: send())
    game = began()
    send(game, "romulan", "A ven (I) - tyr")
    end(game)
    assert sent
    assert all(told in {(game.pk, 0), (game.pk, 1), (game.pk, 0, "seats")} for told in sent)


@pytest.mark.django_db
def test_a_retreat_is_offered_as_it_looks_to_who_orders_it() -> None:
    game = began()
    before = selectors.game_state(person("klingon"), game)
    end(game)
    after = Game.objects.get(pk=game.pk)
    assert selectors.game_state(person("klingon"), after).legal_data() == {}
    assert before.legal_data().keys() == {"A mos", "A war", "F sev", "F stp/sc"}
