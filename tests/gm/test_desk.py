"""The GM's acts: who may, what they do, and that each is written down."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

import adjudicator as adj
from tests.games.tables import OPENING, current, full, person, started, submit, submit_all
from trekdip.accounts.models import User
from trekdip.games import selectors, services
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, OrderSheet, Phase
from trekdip.games.terms import Terms
from trekdip.gm import selectors as desk_reads
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db

Act = Callable[[User, Game], Any]

ACTS: dict[str, Act] = {
    "deadline_force": lambda by, game: desk.deadline_force(by=by, game=game, ordinal=0, reason="r"),
    "deadline_move": lambda by, game: desk.deadline_move(
        by=by, game=game, ordinal=0, deadline=timezone.now() + dt.timedelta(days=3), reason="r"
    ),
    "power_nmr": lambda by, game: desk.power_nmr(by=by, game=game, ordinal=0, power="austria", reason="r"),
    "game_pause": lambda by, game: desk.game_pause(by=by, game=game, reason="r"),
    "seat_replace": lambda by, game: desk.seat_replace(
        by=by, game=game, power="austria", newcomer=person("newcomer"), reason="r"
    ),
    "game_resume": lambda by, game: desk.game_resume(by=by, game=game, reason="r"),
    "phase_rerun": lambda by, game: desk.phase_rerun(by=by, game=game, ordinal=0, reason="r"),
}


def prepared(act: str) -> Game:
    """A game in which the act can be done."""
    game = started()
    if act == "game_resume":
        desk.game_pause(by=game.gm, game=game, reason="r")
    if act == "phase_rerun":
        Phase.objects.filter(game=game).update(status="stuck", trace="why")
    return game


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("name", ["austria", "stranger", "othergm"])
def test_only_its_gm_acts_on_a_game(act: str, name: str) -> None:
    game = prepared(act)
    full(title="Elsewhere", by=person("othergm"))
    before = game.audit.count()
    with pytest.raises(NotAllowed):
        ACTS[act](person(name), game)
    assert game.audit.count() == before
    assert game.phases.count() == 1


@pytest.mark.parametrize("act", ACTS)
def test_every_act_is_in_the_audit(act: str) -> None:
    game = prepared(act)
    before = game.audit.count()
    ACTS[act](game.gm, game)
    entry = game.audit.order_by("-pk")[0]
    assert game.audit.count() == before + 1
    assert (entry.act, entry.by, entry.reason) == (act, game.gm, "r")
    assert entry.details["turn"] == "S1901M"
    rows = selectors.audit(game.gm, game)
    assert (rows[-1].act, rows[-1].by) == (act, "gm")


@pytest.mark.parametrize("act", ["deadline_move", "power_nmr", "game_pause", "seat_replace"])
def test_players_are_owed_a_reason(act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = prepared(act)
    service = getattr(desk, act)
    monkeypatch.setattr(desk, act, lambda **given: service(**(given | {"reason": "  "})))
    before = game.audit.count()
    with pytest.raises(BadInput) as refusal:
        ACTS[act](game.gm, game)
    assert refusal.value.field == "reason"
    assert game.audit.count() == before


def test_an_act_that_fails_leaves_no_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started()
    monkeypatch.setattr("trekdip.games.services.timing.announce_phase", fault)
    with pytest.raises(RuntimeError):
        desk.game_pause(by=game.gm, game=game, reason="r")
    game.refresh_from_db()
    assert game.status == "running"
    assert not game.audit.filter(act="game_pause").exists()


def fault(*_: object) -> Any:
    """Something that breaks."""
    raise RuntimeError("broken")


def test_forcing_resolves_with_what_is_in() -> None:
    game = started()
    submit(game, "austria", OPENING["austria"])
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    assert current(game).turn == "F1901M"
    assert current(game).units.filter(owner="austria", text="A ser").exists()


def test_a_button_pressed_twice_does_not_force_the_next_phase() -> None:
    game = started()
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    with pytest.raises(NotNow, match="moved on to Fall 1901"):
        desk.deadline_force(by=game.gm, game=game, ordinal=0)
    assert game.phases.count() == 2


def test_a_moved_deadline_is_the_only_deadline() -> None:
    game = started()
    later = timezone.now() + dt.timedelta(days=5)
    desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=later, reason="holiday")
    assert current(game).deadline == later
    desk.deadline_move(by=game.gm, game=game, ordinal=0, deadline=None, reason="no hurry")
    assert current(game).deadline is None
    assert selectors.phases_due() == []
    with pytest.raises(BadInput, match="past"):
        desk.deadline_move(
            by=game.gm, game=game, ordinal=0, deadline=timezone.now() - dt.timedelta(1), reason="r"
        )


def test_nmr_discards_the_sheet_and_takes_no_other() -> None:
    game = started()
    submit_all(game, OPENING)
    desk.power_nmr(by=game.gm, game=game, ordinal=0, power="austria", reason="asked for")
    sheet = OrderSheet.objects.get(phase=current(game), seat__power="austria")
    assert (sheet.text, sheet.lines, sheet.final, sheet.nmr) == ("", [], True, True)
    refused = submit(game, "austria", OPENING["austria"])
    assert refused.saved is False
    assert services.sheet_final(by=person("austria"), game=game, ordinal=0, final=False).saved is False
    services.phase_resolve(phase_id=current(game).pk)
    view = selectors.game_state(person("austria"), game).view_data()
    assert sorted(view["units"]["austria"]) == ["A bud", "A vie", "F tri"]
    assert submit(game, "austria", ["A bud - ser"]).saved is True
    with pytest.raises(NotFound):
        desk.power_nmr(by=game.gm, game=game, ordinal=1, power="borg", reason="r")


def test_nmr_of_the_last_missing_makes_the_phase_ready() -> None:
    game = started()
    submit_all(game, {power: lines for power, lines in OPENING.items() if power != "austria"})
    assert selectors.phases_due() == []
    desk.power_nmr(by=game.gm, game=game, ordinal=0, power="austria", reason="asked for")
    assert selectors.phases_due() == [current(game).pk]


def test_a_pause_keeps_the_time_that_was_left() -> None:
    game = started()
    deadline = current(game).deadline
    assert deadline is not None
    desk.game_pause(by=game.gm, game=game, reason="holiday")
    phase = current(game)
    assert phase.deadline is None
    assert phase.remaining is not None
    assert dt.timedelta(hours=23) < phase.remaining <= dt.timedelta(hours=24)
    state = selectors.game_state(person("austria"), game)
    assert (state.status, state.deadline) == ("paused", None)
    assert submit(game, "austria", OPENING["austria"]).saved is True
    for refused in (ACTS["deadline_force"], ACTS["deadline_move"], ACTS["game_pause"]):
        with pytest.raises(NotNow, match="paused"):
            refused(game.gm, game)
    Phase.objects.filter(game=game).update(remaining=dt.timedelta(hours=2))
    desk.game_resume(by=game.gm, game=game)
    phase = current(game)
    assert phase.remaining is None
    assert phase.deadline is not None
    left = phase.deadline - timezone.now()
    assert dt.timedelta(hours=1, minutes=55) < left <= dt.timedelta(hours=2)
    with pytest.raises(NotNow, match="not paused"):
        desk.game_resume(by=game.gm, game=game)


def test_a_newcomer_gets_the_seat_and_its_knowledge() -> None:
    game = started()
    submit_all(game, OPENING)
    services.phase_resolve(phase_id=current(game).pk)
    submit(game, "austria", ["A ser H"], final=True)
    person("newcomer")
    desk.seat_replace(by=game.gm, game=game, power="austria", newcomer=" NewComer ", reason="gone")
    state = selectors.game_state(person("newcomer"), game)
    assert state.viewer == "austria"
    assert state.sheet is not None
    assert (state.sheet.text, state.sheet.final) == ("A ser H", False)
    assert selectors.game_state(person("newcomer"), game, 0).viewer == "austria"
    entry = game.audit.get(act="seat_replace")
    assert (entry.details["from"], entry.details["to"]) == ("austria", "newcomer")


def test_a_vacant_seat_can_be_filled() -> None:
    game = started()
    services.game_leave(by=person("austria"), game=game)
    desk.seat_replace(by=game.gm, game=game, power="austria", newcomer=person("newcomer"), reason="vacant")
    assert game.seats.get(power="austria").user == person("newcomer")


@pytest.mark.parametrize(
    ("name", "words"), [("gm", "cannot play"), ("england", "already"), ("nobody-here", "no account")]
)
def test_who_cannot_be_a_replacement(name: str, words: str) -> None:
    game = started()
    with pytest.raises(BadInput, match=words):
        desk.seat_replace(by=game.gm, game=game, power="austria", newcomer=name, reason="r")
    assert game.seats.get(power="austria").user == person("austria")


def test_a_closed_account_cannot_be_a_replacement() -> None:
    game = started()
    User.objects.filter(pk=person("gone").pk).update(is_active=False)
    with pytest.raises(BadInput, match="closed"):
        desk.seat_replace(by=game.gm, game=game, power="austria", newcomer="gone", reason="r")


def test_the_desk_tells_who_is_in() -> None:
    game = started()
    submit(game, "austria", OPENING["austria"], final=True)
    submit(game, "england", OPENING["england"])
    desk.power_nmr(by=game.gm, game=game, ordinal=0, power="france", reason="r")
    shown = desk_reads.desk(game.gm, game)
    seats = {seat.power: seat for seat in shown.seats}
    told = {power: (seat.submitted, seat.final, seat.nmr) for power, seat in seats.items()}
    assert told["austria"] == (True, True, False)
    assert told["england"] == (True, False, False)
    assert told["france"] == (False, True, True)
    assert told["turkey"] == (False, False, False)
    assert all(seat.awaited for seat in shown.seats)
    assert shown.phase is not None
    assert (shown.phase.turn, shown.phase.awaiting[0]) == ("S1901M", "Austria")
    assert (shown.sees_truth, shown.trace) == (True, None)


def test_the_truth_shows_sheets_before_and_orders_after() -> None:
    game = started()
    submit(game, "austria", OPENING["austria"])
    now = desk_reads.truth(game.gm, game)
    assert (now.state.viewer, len(now.units), now.orders) == ("gm", 22, [])
    (sheet,) = now.sheets
    assert (sheet.power, sheet.power_title, sheet.text) == (
        "austria",
        "Austria",
        "\n".join(OPENING["austria"]),
    )
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    past = desk_reads.truth(game.gm, game, 0)
    assert {order.counted for order in past.orders if order.power == "austria"} == set(OPENING["austria"])
    with pytest.raises(NotFound):
        desk_reads.truth(game.gm, game, 9)


def test_the_gm_reads_why_a_phase_is_stuck_and_may_get_stuck_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started()
    with monkeypatch.context() as patch:
        patch.setattr(adj, "resolve", fault)
        desk.deadline_force(by=game.gm, game=game, ordinal=0)
        desk.phase_rerun(by=game.gm, game=game, ordinal=0, reason="try again")
    shown = desk_reads.desk(game.gm, game)
    assert shown.trace is not None
    assert "RuntimeError: broken" in shown.trace
    with pytest.raises(NotNow, match="stuck"):
        desk.deadline_force(by=game.gm, game=game, ordinal=0)
    assert [entry.act for entry in game.audit.order_by("pk")][-2:] == ["deadline_force", "phase_rerun"]
    desk.phase_rerun(by=game.gm, game=game, ordinal=0)
    with pytest.raises(NotNow):
        desk.phase_rerun(by=game.gm, game=game, ordinal=1)


def test_the_audit_is_open_when_the_game_is_over() -> None:
    game = started()
    with pytest.raises(NotAllowed):
        selectors.audit(person("austria"), game)
    Game.objects.filter(pk=game.pk).update(status="finished", outcome="ended", ended_at=timezone.now())
    game.refresh_from_db()
    assert [row.act for row in selectors.audit(person("austria"), game)] == ["game_create", "game_start"]


def test_the_newest_acts_can_be_asked_for_alone() -> None:
    game = started()
    desk.game_pause(by=game.gm, game=game, reason="a holiday")
    assert [row.act for row in selectors.audit(game.gm, game, newest=2)] == ["game_start", "game_pause"]
    assert selectors.audit(game.gm, game, newest=9) == selectors.audit(game.gm, game)


def test_a_gm_who_plays_refuses_nobodys_orders() -> None:
    game = started(by=person("austria"), gm_plays=True)
    submit(game, "italy", OPENING["italy"])
    with pytest.raises(NotAllowed, match="refuses nobody's orders"):
        desk.power_nmr(by=game.gm, game=game, ordinal=0, power="italy", reason="r")
    assert OrderSheet.objects.get(phase=current(game), seat__power="italy").nmr is False


def test_a_gm_who_plays_takes_seats_only_where_orders_are_missing() -> None:
    game = started(by=person("austria"), gm_plays=True, clock_terms=Terms(grace=600))
    submit_all(game, {power: lines for power, lines in OPENING.items() if power != "italy"}, final=False)
    italy = game.seats.get(power="italy")
    person("friend")

    def take(power: str) -> None:
        desk.seat_replace(by=game.gm, game=game, power=power, newcomer="friend", reason="r")

    def takeable() -> set[str | None]:
        return {seat.power for seat in desk_reads.desk(game.gm, game).seats if seat.takeable}

    for power in ("italy", "france"):
        with pytest.raises(NotAllowed, match="only from a player whose orders are missing"):
            take(power)
    with pytest.raises(NotAllowed, match="only from a player"):
        services.seat_kick(by=game.gm, game=game, seat_id=italy.pk, reason="r")
    assert takeable() == {"austria"}
    Phase.objects.filter(game=game).update(deadline=timezone.now() - dt.timedelta(minutes=1))
    services.phase_resolve(phase_id=current(game).pk)
    assert current(game).missing == ["italy"]
    assert takeable() == {"austria", "italy"}
    with pytest.raises(NotAllowed):
        take("france")
    take("italy")
    assert selectors.viewer_of(person("friend"), game) == "italy"
    services.game_leave(by=person("friend"), game=game)
    take_again = person("another")
    desk.seat_replace(by=game.gm, game=game, power="italy", newcomer=take_again, reason="vacant")


def test_a_gm_who_forces_a_deadline_makes_no_seat_takeable() -> None:
    game = started(by=person("austria"), gm_plays=True)
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    with pytest.raises(NotAllowed):
        desk.seat_replace(by=game.gm, game=game, power="italy", newcomer=person("friend"), reason="r")
