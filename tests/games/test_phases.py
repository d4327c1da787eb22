"""The life of a phase: due, resolved, stuck, run again, finished."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

import adjudicator as adj
from tests.games.tables import OPENING, POWERS, current, person, started, submit, submit_all
from trekdip.games import gate, selectors, services, tasks, wire
from trekdip.games.models import Game, Outbox, Phase, PhaseView
from trekdip.gm import services as desk
from trekdip.live import announce

pytestmark = pytest.mark.django_db


def make_due(game: Game) -> Phase:
    """Put the open phase's deadline into the past."""
    Phase.objects.filter(game=game, status="open").update(deadline=timezone.now() - dt.timedelta(hours=1))
    return current(game)


def test_a_phase_resolves_into_the_next_with_everybodys_view() -> None:
    game = started()
    submit_all(game, OPENING)
    first = current(game)
    assert services.phase_resolve(phase_id=first.pk) is True
    first.refresh_from_db()
    after = current(game)
    assert (first.status, after.ordinal, after.turn, after.status) == ("resolved", 1, "F1901M", "open")
    assert set(after.views.values_list("viewer", flat=True)) == {*POWERS, "public", "gm"}
    state = selectors.game_state(person("stranger"), game)
    assert (state.ordinal, state.viewer, state.status) == (1, "public", "open")
    view = state.view_data()
    assert sorted(view["units"]["austria"]) == ["A ser", "A tri", "F alb"]
    assert "F alb" in {unit.text for unit in after.units.filter(owner="austria")}


def test_the_truth_keeps_orders_as_submitted_and_as_they_counted() -> None:
    game = started()
    submit_all(game, OPENING | {"austria": ["a budapest -> serbia", "A vie - lon"]})
    phase = current(game)
    services.phase_resolve(phase_id=phase.pk)
    rows = {order.unit: order for order in phase.orders.filter(power="austria")}
    assert rows["A bud"].submitted == "a budapest -> serbia"
    assert rows["A bud"].counted == "A bud - ser"
    assert rows["A bud"].result == []
    assert "illegal" in rows["A vie"].result
    assert rows["A vie"].submitted == "A vie - lon"
    assert rows["F tri"].submitted == ""
    assert rows["F tri"].counted == "F tri H"
    bounced = phase.orders.get(power="turkey", unit="A smy")
    assert bounced.counted == "A smy - con"


def test_nothing_is_due_before_its_time() -> None:
    game = started()
    submit_all(game, {power: lines for power, lines in OPENING.items() if power != "italy"})
    assert selectors.phases_due() == []
    assert services.phase_resolve(phase_id=current(game).pk) is False
    assert game.phases.count() == 1


def test_past_its_deadline_a_phase_resolves_without_the_missing() -> None:
    game = started()
    submit(game, "austria", OPENING["austria"])
    phase = make_due(game)
    assert selectors.phases_due() == [phase.pk]
    assert services.phase_resolve(phase_id=phase.pk) is True
    assert selectors.game_state(person("gm"), game).view_data()["units"]["italy"] == [
        "F nap",
        "A rom",
        "A ven",
    ]


def test_without_early_ends_everybody_final_changes_nothing() -> None:
    game = started(early=False)
    submit_all(game, OPENING)
    assert selectors.phases_due() == []
    assert services.phase_resolve(phase_id=current(game).pk) is False


def test_a_table_without_rhythm_waits_for_its_gm() -> None:
    game = started(rhythm={})
    assert current(game).deadline is None
    assert selectors.phases_due() == []


def test_after_a_long_silence_one_phase_resolves_and_the_next_has_its_full_time() -> None:
    game = started(rhythm={"M": 24})
    Phase.objects.filter(game=game).update(
        opened_at=timezone.now() - dt.timedelta(days=30), deadline=timezone.now() - dt.timedelta(days=29)
    )
    (due,) = selectors.phases_due()
    services.phase_resolve(phase_id=due)
    after = current(game)
    assert selectors.phases_due() == []
    assert after.deadline is not None
    assert after.deadline - after.opened_at == dt.timedelta(hours=24)
    assert abs(after.opened_at - timezone.now()) < dt.timedelta(minutes=5)


def test_a_second_delivery_does_nothing() -> None:
    game = started()
    phase = make_due(game)
    assert services.phase_resolve(phase_id=phase.pk) is True
    assert services.phase_resolve(phase_id=phase.pk) is False
    assert services.phase_resolve(phase_id=10**9) is False
    assert game.phases.count() == 2


def test_a_paused_game_does_not_resolve() -> None:
    game = started()
    phase = make_due(game)
    Game.objects.filter(pk=game.pk).update(status="paused")
    assert selectors.phases_due() == []
    assert services.phase_resolve(phase_id=phase.pk) is False


def broken(*_: object) -> Any:
    """An adjudicator with a fault."""
    raise RuntimeError("knot in A bud - ser")


def test_a_fault_sticks_the_phase_with_its_trace_and_keeps_the_orders(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = started()
    submit_all(game, OPENING)
    with monkeypatch.context() as patch:
        patch.setattr(adj, "resolve", broken)
        assert services.phase_resolve(phase_id=current(game).pk) is True
    phase = current(game)
    assert (phase.ordinal, phase.status, game.phases.count()) == (0, "stuck", 1)
    assert "knot in A bud - ser" in phase.trace
    assert f"game {game.slug} is stuck in S1901M: RuntimeError" in caplog.text
    assert "knot" not in caplog.text
    assert phase.sheets.count() == 7
    assert not phase.orders.exists()
    assert selectors.phases_due() == []
    assert services.phase_resolve(phase_id=phase.pk) is False
    for name in ("austria", "stranger"):
        state = selectors.game_state(person(name), game)
        assert state.status == "stuck"
        assert b"knot" not in wire.encode(state)
    assert submit(game, "austria", ["A bud H"]).saved is False
    desk.phase_rerun(by=game.gm, game=game, ordinal=0, reason="repaired")
    phase.refresh_from_db()
    assert (phase.status, phase.trace, current(game).ordinal) == ("resolved", "", 1)
    assert phase.orders.filter(power="austria", counted="A bud - ser").exists()


def test_a_fault_while_looking_leaves_nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started()
    submit_all(game, OPENING)
    with monkeypatch.context() as patch:
        patch.setattr(adj, "views", broken)
        services.phase_resolve(phase_id=current(game).pk)
    assert current(game).status == "stuck"
    assert PhaseView.objects.filter(phase__game=game).count() == 9


def test_a_win_finishes_the_game_and_opens_its_seed() -> None:
    game = started()
    assert selectors.table(person("stranger"), game).seed is None
    position = adj.setup(
        {
            "variant": "standard",
            "turn": "F1910M",
            "units": {"france": ["A ven"], "austria": ["A vie"]},
            "centers": {
                "france": [
                    "bre", "mar", "par", "spa", "por", "bel", "hol", "kie", "ber",
                    "mun", "den", "lon", "lvp", "edi", "tun", "rom", "nap",
                ],
                "austria": ["vie"],
            },
        }
    )  # fmt: skip
    Phase.objects.filter(game=game).update(truth=adj.dumps(position), turn="F1910M")
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    game.refresh_from_db()
    while game.status == "running":
        desk.deadline_force(by=game.gm, game=game, ordinal=current(game).ordinal)
        game.refresh_from_db()
    assert (game.status, game.winner) == ("finished", ["france"])
    last = current(game)
    assert (last.status, last.deadline) == ("resolved", None)
    assert selectors.phases_due() == []
    table = selectors.table(person("stranger"), game)
    assert (table.seed, table.winners) == (game.seed, ["France"])
    assert selectors.game_state(person("austria"), game).status == "finished"
    assert selectors.audit(person("stranger"), game)
    assert submit(game, "austria", ["A vie H"]).saved is False


def test_news_is_sent_on_commit_and_noted(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(announce, "poke", lambda game_id, ordinal, **_: sent.append((game_id, ordinal)))
    game = started()
    submit_all(game, OPENING)
    with django_capture_on_commit_callbacks(execute=True):
        services.phase_resolve(phase_id=current(game).pk)
        assert sent == []
    assert sent == [(game.pk, 1)]
    assert Outbox.objects.get(phase=current(game)).sent_at is not None


def test_a_carrier_that_is_away_leaves_the_news_for_the_sweep(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    game = started()
    submit_all(game, OPENING)

    def away(*_: object, **__: object) -> None:
        raise ConnectionError("no carrier")

    with monkeypatch.context() as patch, django_capture_on_commit_callbacks(execute=True):
        patch.setattr(announce, "poke", away)
        services.phase_resolve(phase_id=current(game).pk)
    newest = current(game)
    assert newest.ordinal == 1
    assert newest.pk in selectors.outbox_unsent()
    services.outbox_send(phase_id=newest.pk)
    assert newest.pk not in selectors.outbox_unsent()


def test_unknown_variants_are_a_key_error() -> None:
    with pytest.raises(KeyError):
        gate.variant("chess")


def test_the_task_resolves_what_is_due_and_nothing_else() -> None:
    due, early = started(title="Due"), started(title="Not yet")
    for phase_id in (make_due(due).pk, current(early).pk):
        tasks.resolve_phase.delay(phase_id)
    assert (current(due).ordinal, current(early).ordinal) == (1, 0)
