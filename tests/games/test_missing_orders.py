"""Missing movement orders: named, waited for, then NMR or a wait for a replacement; the GM's figures."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from tests.games.clocks import end, heard, pass_deadline
from tests.games.stdip_tables import began
from tests.games.tables import OPENING, POWERS, current, person, started, submit, submit_all
from trekdip.games import selectors, services, signals, wire
from trekdip.games.errors import NotAllowed, NotNow
from trekdip.games.models import ClockEvent, Game, Phase
from trekdip.games.terms import Terms
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db

GRACE = Terms(grace=12 * 60)
WAIT = Terms(grace=12 * 60, missing="wait")


def missed(*absent: str, terms: Terms = GRACE, **given: Any) -> Game:
    """A game past its first deadline, where everybody but these has sent orders, none of them final."""
    game = started(clock_terms=terms, **given)
    submit_all(game, {power: OPENING[power] for power in POWERS if power not in absent}, final=False)
    pass_deadline(game)
    return game


def events(game: Game) -> list[str]:
    """What happened to the clock."""
    return list(ClockEvent.objects.filter(game=game).order_by("pk").values_list("act", flat=True))


def test_grace_begins_and_everybody_is_told_who_is_missing() -> None:
    with heard(signals.grace_begun) as told:
        game = missed("italy", "turkey")
    phase = current(game)
    assert (phase.ordinal, phase.status, phase.missing) == (0, "open", ["italy", "turkey"])
    assert phase.deadline is not None
    assert abs(phase.deadline - timezone.now() - dt.timedelta(hours=12)) < dt.timedelta(minutes=1)
    assert told == [{"phase": phase, "powers": ["italy", "turkey"]}]
    assert selectors.clock_head(game).missing == ["Italy", "Turkey"]
    assert selectors.phases_due() == []
    assert services.phase_resolve(phase_id=phase.pk) is False


def test_late_orders_are_taken_from_the_missing_alone() -> None:
    game = missed("italy", "turkey")
    refused = submit(game, "austria", ["A bud H"])
    assert refused.saved is False
    assert "only powers whose orders were missing" in (refused.problem or "")
    taken = submit(game, "italy", OPENING["italy"])
    assert (taken.saved, taken.final) == (True, True)
    assert not current(game).ready
    assert submit(game, "italy", OPENING["italy"], final=False).saved
    submit(game, "turkey", OPENING["turkey"])
    assert not current(game).ready
    services.sheet_final(by=person("italy"), game=game, ordinal=0, final=True)
    assert current(game).ready


@pytest.mark.parametrize("early", [True, False])
def test_when_the_last_missing_orders_are_in_the_phase_resolves(early: bool) -> None:
    game = missed("italy", early=early)
    submit(game, "italy", OPENING["italy"])
    assert selectors.phases_due() == [current(game).pk]
    assert services.phase_resolve(phase_id=current(game).pk) is True
    assert current(game).turn == "F1901M"
    assert game.phases.get(ordinal=0).nmr == []
    assert current(game).units.filter(text="A apu", owner="italy").exists()


def test_after_grace_the_missing_hold() -> None:
    game = missed("italy")
    pass_deadline(game)
    assert current(game).turn == "F1901M"
    assert game.phases.get(ordinal=0).nmr == ["italy"]
    assert set(current(game).units.filter(owner="italy").values_list("text", flat=True)) == {
        "F nap", "A rom", "A ven",
    }  # fmt: skip
    assert events(game) == ["grace", "nmr"]


def test_nobody_missing_means_no_grace() -> None:
    game = missed()
    assert current(game).turn == "F1901M"
    assert events(game) == []


def test_without_grace_nmr_is_at_once() -> None:
    game = missed("italy", terms=Terms(grace=0))
    assert current(game).turn == "F1901M"
    assert events(game) == ["nmr"]


def test_retreats_and_builds_are_nmr_at_once() -> None:
    game = started(clock_terms=GRACE)
    Phase.objects.filter(game=game).update(turn="S1901R", awaiting=["france"])
    phase = end(game)
    assert services.phase_resolve(phase_id=phase.pk) is True
    assert current(game).ordinal == 1
    assert events(game) == []


def test_orders_between_the_deadline_and_the_sweep_are_not_lost() -> None:
    game = started(clock_terms=GRACE)
    submit(game, "austria", OPENING["austria"])
    end(game)
    assert submit(game, "italy", OPENING["italy"]).saved is True
    assert submit(game, "austria", ["A bud H"]).saved is False
    services.phase_resolve(phase_id=current(game).pk)
    assert "italy" not in current(game).missing
    assert submit(game, "austria", ["A bud H"]).saved is False


def test_after_an_outage_grace_counts_from_now() -> None:
    game = started(clock_terms=GRACE)
    end(game, ago=dt.timedelta(days=2))
    services.phase_resolve(phase_id=current(game).pk)
    deadline = current(game).deadline
    assert deadline is not None
    assert abs(deadline - timezone.now() - dt.timedelta(hours=12)) < dt.timedelta(minutes=1)


def test_a_vacant_seat_is_not_waited_for() -> None:
    game = started(clock_terms=GRACE)
    submit_all(game, {power: OPENING[power] for power in POWERS if power != "italy"}, final=False)
    services.game_leave(by=person("italy"), game=game)
    pass_deadline(game)
    assert current(game).turn == "F1901M"
    assert game.phases.get(ordinal=0).nmr == ["italy"]


def test_a_table_that_waits_goes_on_hold_until_the_newcomers_orders_are_in() -> None:
    game = missed("italy", terms=WAIT)
    pass_deadline(game)
    assert (game.status, game.pause, current(game).ordinal) == ("paused", "missing", 0)
    assert selectors.phases_due() == []
    assert submit(game, "austria", ["A bud H"]).saved is False
    desk.seat_replace(by=game.gm, game=game, power="italy", newcomer=person("newcomer"), reason="gone")
    services.sheet_submit(
        by=person("newcomer"), game=game, ordinal=0, text="\n".join(OPENING["italy"]), final=True
    )
    assert selectors.pauses_over() == [game.pk]
    assert services.pause_end(game_id=game.pk) is True
    assert services.pause_end(game_id=game.pk) is False
    assert selectors.phases_due() == [current(game).pk]
    services.phase_resolve(phase_id=current(game).pk)
    assert current(game).turn == "F1901M"
    assert events(game) == ["grace", "hold", "resume"]


def test_a_newcomer_has_a_whole_time_of_grace() -> None:
    game = missed("italy", terms=WAIT)
    pass_deadline(game)
    desk.game_resume(by=game.gm, game=game)
    deadline = current(game).deadline
    assert deadline is not None
    assert abs(deadline - timezone.now() - dt.timedelta(hours=12)) < dt.timedelta(minutes=1)
    pass_deadline(game)
    assert game.pause == "missing"


def test_the_gm_decides_in_the_time_of_grace() -> None:
    waiting = missed("italy", title="Waits")
    services.missing_hold(by=waiting.gm, game=waiting, ordinal=0, reason="Italy matters")
    waiting.refresh_from_db()
    assert (waiting.status, waiting.pause) == ("paused", "missing")
    services.missing_nmr(by=waiting.gm, game=waiting, ordinal=0, reason="nobody found")
    waiting.refresh_from_db()
    assert (waiting.status, waiting.pause, current(waiting).turn) == ("running", "", "F1901M")
    assert waiting.phases.get(ordinal=0).nmr == ["italy"]
    acts = [entry.act for entry in waiting.audit.order_by("pk")]
    assert acts[-2:] == ["missing_hold", "missing_nmr"]
    with pytest.raises(NotNow):
        services.missing_nmr(by=waiting.gm, game=waiting, ordinal=1)
    for act in (services.missing_hold, services.missing_nmr):
        with pytest.raises(NotAllowed):
            act(by=person("austria"), game=waiting, ordinal=1, reason="r")


def test_nmr_declared_by_the_gm_ends_the_wait() -> None:
    game = missed("italy")
    desk.power_nmr(by=game.gm, game=game, ordinal=0, power="italy", reason="asked for")
    assert selectors.phases_due() == [current(game).pk]


def test_repeated_nmrs_open_a_seat() -> None:
    game = started(clock_terms=Terms(grace=0, vacates=2))
    for _ in range(2):
        assert game.seats.get(power="italy").user is not None
        submit_all(game, {power: [] for power in POWERS if power != "italy"}, final=False)
        with heard(signals.seat_filled) as told:
            pass_deadline(game)
    assert game.seats.get(power="italy").user is None
    assert game.seats.get(power="austria").user is not None
    assert [values["seat"].power for values in told] == ["italy"]
    assert events(game) == ["nmr", "nmr", "vacate"]
    assert game.audit.filter(act="seat_kick", by=None).count() == 1


def test_one_set_of_orders_keeps_the_seat() -> None:
    game = started(clock_terms=Terms(grace=0, vacates=2))
    for sends in (False, True, False):
        powers = POWERS if sends else tuple(power for power in POWERS if power != "italy")
        submit_all(game, {power: [] for power in powers}, final=False)
        pass_deadline(game)
    assert game.seats.get(power="italy").user is not None


def test_the_figures_of_add_10() -> None:
    game = missed("italy", "russia")
    rows = {row.power: row for row in selectors.nmr_figures(game.gm, game)}
    assert set(rows) == {"italy", "russia"}
    assert (rows["italy"].centres, rows["italy"].largest, rows["italy"].ratio) == (3, 4, 0.75)
    assert rows["russia"].ratio == 1.0
    assert all(row.large and not row.vacant for row in rows.values())
    with pytest.raises(NotAllowed):
        selectors.nmr_figures(person("austria"), game)
    submit(game, "italy", OPENING["italy"])
    assert [row.power for row in selectors.nmr_figures(game.gm, game)] == ["russia"]
    pass_deadline(game)
    assert selectors.nmr_figures(game.gm, game) == []


def test_the_hidden_are_missing_as_everybody_is(django_assert_max_num_queries: Any) -> None:
    """R-j: the Romulan and the Dominion are awaited while alive, units or no units; who has sent orders in
    time is told of nobody.
    """
    game = began(clock_terms=GRACE, rhythm={"M": 24})
    phase = current(game)
    assert {"romulan", "dominion"} <= set(phase.awaiting)
    for power in phase.awaiting:
        if power != "romulan":
            services.sheet_final(by=person(power), game=game, ordinal=0, final=False)
    before = {viewer: answered(game, viewer) for viewer in ("public", "borg")}
    pass_deadline(game)
    assert current(game).missing == ["romulan"]
    with django_assert_max_num_queries(6):
        head = selectors.clock_head(game)
    assert head.missing == ["Romulan"]
    for viewer, told in before.items():
        now = answered(game, viewer)
        assert (now.view, now.legal, now.board) == (told.view, told.legal, told.board)


def answered(game: Game, viewer: str) -> wire.GameState:
    """What a viewer is shown."""
    state = selectors.state_for(game.pk, viewer)
    assert state is not None
    return state
