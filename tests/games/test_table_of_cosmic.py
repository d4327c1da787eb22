"""A table of cosmic plays its year through all of Omega's phases, and everybody has a page in each."""

import json

import pytest
from django.test import Client
from django.urls import reverse

import adjudicator as adj
from tests.games.stdip_tables import end
from tests.games.tables import current, person, submit
from tests.games.twins import SLUG, _asked, rolled_back
from trekdip.games import services
from trekdip.games.models import Game, PhaseView
from trekdip.games.words import Words
from trekdip.parts import part_of

pytestmark = pytest.mark.django_db

POWERS = adj.variant("cosmic").ids
YEAR = [
    ("A2820M", {"human": ["F sol - 48"], "krass": ["F sam - 46"]}),
    ("G2820M", {"human": ["F alf - 49"], "krass": ["F 46 - hzz"]}),
    ("O2820B", {"human": ["2+86"], "krass": ["S 2+86"]}),
    ("O2820A", {"human": ["B Q sol"], "krass": ["B Q sam"]}),
    ("A2821M", {"human": ["F 99 - sol", "F 49 - 50"], "krass": ["Q sam W 2/86"]}),
    ("G2821M", {}),
]


def started() -> Game:
    game = services.game_create(by=person("gm"), title="Cosmic", variant="cosmic", seating="chosen")
    for power in POWERS:
        services.game_join(by=person(power), game=game, power=power)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    return game


def test_a_year_on_the_site() -> None:
    game = started()
    clients = {name: Client() for name in ("human", "krass", "gm")}
    for name, client in clients.items():
        client.force_login(person(name))
    for turn, sheets in YEAR:
        phase = current(game)
        assert phase.turn == turn
        for client in (*clients.values(), Client()):
            for page in ("game", "game_state", "game_panels"):
                assert client.get(reverse(page, args=[game.slug])).status_code == 200
        for power in phase.awaiting:
            lines = sheets.get(power, [])
            services.sheet_submit(
                by=person(power), game=game, ordinal=phase.ordinal, text="\n".join(lines), final=True
            )
        services.phase_resolve(phase_id=phase.pk)
    view = clients["human"].get(reverse("game_state", args=[game.slug])).json()["view"]
    assert view["memory"]["warps"] == ["2+86"]
    assert view["units"]["human"] == ["F ret", "F 48", "F 50"]
    assert view["units"]["krass"] == ["F tnn", "Q sam", "F chy", "F hzz"]


FOLDED = [
    {"human": ["F sol - 64", "F alf - 49"], "krass": ["F sam - 46"]},
    {"human": ["F 64 - z05"], "krass": ["F 46 - hzz"]},
    {},
    {"human": ["B Q sol"], "krass": ["B Q sam"]},
]


def with_folds() -> Game:
    """A game in its second year, in which human and krass have built folds."""
    game = started()
    for sheets in FOLDED:
        for power, lines in sheets.items():
            submit(game, power, lines)
        end(game)
    return game


SHEETS = [
    {"human": ["Q sol W 49+44", "F 49 - 44"]},
    {"human": ["Q sol W 49/alf"], "vulcan": ["F kvn - 7"]},
]
ASKED = (
    "/games/{slug}/",
    "/games/{slug}/state",
    "/games/{slug}/panels",
    "/games/{slug}/whatif?ordinal={ordinal}",
    "/games/{slug}/dispatches",
)


def test_nobody_sees_what_others_have_sent() -> None:
    """Two tables that differ in sheets alone give others the same bytes until these are played out."""
    received = []
    for sheets in SHEETS:
        with rolled_back():
            game = with_folds()
            Game.objects.filter(pk=game.pk).update(slug=SLUG, invite_token="t" * 22, seed_hash="0" * 64)
            game.refresh_from_db()
            ordinal = current(game).ordinal
            for power, lines in sheets.items():
                submit(game, power, lines)
            got: dict[tuple[str, str], bytes] = {}
            for name in ("krass", "klingon", ""):
                client = Client()
                if name:
                    client.force_login(person(name))
                got |= {(name, what): told for what, told in _asked(client, "", ASKED, ordinal).items()}
            end(game)
            after = PhaseView.objects.get(phase=current(game), viewer="krass")
            received.append((got, after.view))
    assert received[0][0] == received[1][0]
    assert received[0][1] != received[1][1]


def test_folds_are_offered_in_few_words() -> None:
    """What a player is sent of the tens of thousands of orders that folds have."""
    game = with_folds()
    seen = PhaseView.objects.get(phase=current(game), viewer="human")
    legal = json.loads(seen.legal)
    assert {"Q sol W *+*", "Q sol W */*", "Q sol S *+*", "Q sol S */*"} <= set(legal["Q sol"])
    assert len(seen.legal) < 2500
    assert len(json.dumps(adj.legal(adj.loads(current(game).truth), "human"))) > 40 * len(seen.legal)


@pytest.mark.parametrize(
    ("unit", "order", "said"),
    [
        ("Q 49", "Q 49 W 2+86", "Fold 49 connects 2 and 86"),
        ("Q 49", "Q 49 W k49/amo", "Fold 49 disconnects K+49 and Amoz"),
        ("Q 76", "Q 76 S 2/86", "Fold 76 supports those who disconnect 2 and 86"),
        ("Q 76", "Q 76 S F 2 - 86", "Fold 76 supports Fleet 2 to 86"),
        (None, "2+86", "Connects 2 and 86"),
        (None, "S 2+86", "Supports those who connect 2 and 86"),
        (None, "Q16,Q72,Qsol 28+16", "Connects 28 and 16; the folds in 16, 72, Sol are gone"),
        (None, "EMPIRE newstate", "Takes in the home systems of Human New State"),
    ],
)
def test_warps_are_said_in_words(unit: str | None, order: str, said: str) -> None:
    assert Words("cosmic").order(unit, order) == said


def test_the_section_tells_of_danger_warps_and_realms() -> None:
    state = adj.setup(
        {
            "variant": "cosmic",
            "turn": "O2825B",
            "units": {"human": ["Q 51", "F 50"], "krass": ["F 12"]},
            "centers": {"human": ["sol", "alf", "ret", "amo", "qua", "k49"], "krass": ["tnn"]},
            "memory": {"warps": ["2+86"], "empires": {"human": ["newstate"]}},
        }
    )
    section = part_of("cosmic").panel
    assert section is not None
    told = section(adj.view(state, "human"), adj.offers(state, "human"), "human")
    assert told is not None
    assert [(one.unit, one.helpers, one.mine) for one in told["endangered"]] == [
        ("Fold 51", ("Fleet 50",), True),
        ("Fleet 12", (), False),
    ]
    assert told["warps"] == ["2 and 86: connected until another warp undoes it."]
    human, *others = told["realms"]
    assert (human.title, human.centers, human.whole) == ("Human", 6, ("Human New State", "Human"))
    assert human.empire == ("Human New State",)
    assert {realm.power for realm in others if realm.fallen} == set(POWERS) - {"human", "krass"}
    assert told["task"].startswith("You may order 2 lasting warps")
    public = section(adj.view(state, "public"), {}, "public")
    assert public is not None
    assert (public["task"], public["warps"]) == ("", told["warps"])
    assert not any(realm.mine for realm in public["realms"])
