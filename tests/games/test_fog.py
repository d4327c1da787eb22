"""Nobody gets a byte that depends on what they may not know: sheets, seats of others, the truth, the seed."""

import dataclasses
import datetime as dt
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser

import adjudicator as adj
from tests.games.tables import OPENING, POWERS, current, full, person, started, submit
from trekdip.games import gate, selectors, services, wire
from trekdip.games.errors import NotAllowed
from trekdip.games.models import Game
from trekdip.gm import selectors as desk_reads
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2030, 1, 1, 12, tzinfo=dt.UTC)


def everything(name: str | None, game: Game) -> bytes:
    """All a person (None: somebody not signed in) can read of a game, without the time of day."""
    user = person(name) if name else AnonymousUser()
    game = Game.objects.get(pk=game.pk)
    ordinals = range(current(game).ordinal + 1)
    states = [selectors.game_state(user, game, ordinal) for ordinal in (*ordinals, None)]
    lists = selectors.lobby(user)
    return b"\n".join(
        [
            *[wire.encode(msgspec.structs.replace(state, now=NOON)) for state in states],
            *[selectors.board(game, state).encode() for state in states],
            repr(dataclasses.astuple(lists)).encode(),
            repr(selectors.table(user, game)).encode(),
            repr(selectors.history(user, game, 0).entries).encode(),
        ]
    )


@pytest.mark.parametrize("name", [None, "stranger", "england", "turkey"])
@pytest.mark.parametrize("final", [True, False])
def test_a_hidden_sheet_changes_nothing_for_others(name: str | None, final: bool) -> None:
    game = started()
    before = everything(name, game)
    submit(game, "austria", OPENING["austria"], final=final)
    assert everything(name, game) == before
    submit(game, "austria", ["A bud - nowhere"], final=not final)
    assert everything(name, game) == before
    desk.power_nmr(by=game.gm, game=game, ordinal=0, power="austria", reason="asked for")
    assert everything(name, game) == before


def test_ones_own_sheet_is_ones_own() -> None:
    game = started()
    submit(game, "austria", OPENING["austria"])
    assert b"A bud - ser" in wire.encode(selectors.game_state(person("austria"), game))
    mine = selectors.game_state(person("england"), game)
    assert mine.viewer == "england"
    assert mine.sheet is None


def test_what_is_pushed_carries_no_sheet() -> None:
    game = started()
    submit(game, "austria", OPENING["austria"])
    state = selectors.state_for(game.pk, "austria")
    assert state is not None
    assert state.sheet is None


@pytest.mark.parametrize("viewer", [*POWERS, "public"])
def test_secrets_are_in_nobodys_payload(viewer: str) -> None:
    game = started()
    submit(game, "austria", OPENING["austria"], final=True)
    state = selectors.state_for(game.pk, viewer)
    assert state is not None
    sent = wire.encode(state)
    for secret in (game.seed, str(int(game.seed[:15], 16)), game.invite_token, current(game).truth):
        assert secret.encode() not in sent


def test_the_seed_and_the_link_are_kept_from_players() -> None:
    game = started(joining="invite")
    table = selectors.table(person("austria"), game)
    assert (table.seed, table.engine_seed, table.invite_token) == (None, None, None)
    assert table.seed_hash == game.seed_hash
    for_gm = selectors.table(person("gm"), game)
    assert (for_gm.seed, for_gm.invite_token) == (None, game.invite_token)


@pytest.mark.parametrize("name", ["austria", "stranger"])
def test_the_truth_and_the_desk_are_the_gms(name: str) -> None:
    game = started()
    for read in (desk_reads.truth, desk_reads.desk, selectors.audit):
        with pytest.raises(NotAllowed):
            read(person(name), game)


def test_a_gm_of_another_game_is_nobody_here() -> None:
    game, other = started(), full(title="Another", by=person("othergm"))
    assert selectors.viewer_of(person("othergm"), game) == gate.PUBLIC
    assert selectors.viewer_of(person("gm"), other) == gate.PUBLIC
    with pytest.raises(NotAllowed):
        desk_reads.truth(person("othergm"), game)


def test_a_gm_who_plays_has_one_seats_eyes_and_no_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started_with_playing_gm()
    gm = person("gm")
    assert selectors.viewer_of(gm, game) == "austria"
    assert selectors.viewers_of([game.pk])[game.pk][gm.pk] == "austria"
    with pytest.raises(NotAllowed):
        desk_reads.truth(gm, game)
    monkeypatch.setattr(adj, "resolve", fault)
    desk.deadline_force(by=gm, game=game, ordinal=0)
    shown = desk_reads.desk(gm, game)
    assert shown.phase is not None
    assert (shown.phase.status, shown.sees_truth, shown.trace) == ("stuck", False, None)
    services.game_leave(by=gm, game=game)
    assert selectors.viewer_of(gm, game) == gate.PUBLIC
    assert gm.pk not in selectors.viewers_of([game.pk])[game.pk]


def fault(*_: object) -> Any:
    """An adjudicator with a fault."""
    raise RuntimeError("a knot")


def started_with_playing_gm() -> Game:
    """A game whose GM plays Austria."""
    game = services.game_create(
        by=person("gm"), title="Ours", variant="standard", seating="chosen", gm_plays=True
    )
    for power in POWERS:
        services.game_join(by=person("gm" if power == "austria" else power), game=game, power=power)
    services.game_start(by=person("gm"), game=game)
    game.refresh_from_db()
    return game


def test_an_ex_player_is_the_public_at_once() -> None:
    game = started()
    submit(game, "austria", OPENING["austria"])
    desk.seat_replace(by=game.gm, game=game, power="austria", newcomer=person("austria2"), reason="gone")
    old, new = (selectors.game_state(person(name), game) for name in ("austria", "austria2"))
    assert (old.viewer, old.sheet) == ("public", None)
    assert new.viewer == "austria"
    assert new.sheet is not None
    assert new.sheet.final is False
    assert selectors.viewers_of([game.pk])[game.pk].get(person("austria").pk) is None
