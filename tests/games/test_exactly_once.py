"""Many at once: a phase resolves once, and a sheet is in before it or refused. On real transactions."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tests.games.tables import OPENING, POWERS, current, forming, person, started, submit_all
from trekdip.games import services
from trekdip.games.errors import NotAllowed
from trekdip.games.models import Game, OrderSheet, Phase
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run the acts in a thread each, let go at the same moment; their results or errors, in order."""
    results: list[Any] = [None] * len(acts)
    gate = threading.Barrier(len(acts))

    def run(number: int, act: Callable[[], Any]) -> None:
        gate.wait()
        try:
            results[number] = act()
        except Exception as error:  # noqa: BLE001  the test looks at it
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def test_racing_workers_resolve_once() -> None:
    game = started()
    submit_all(game, OPENING)
    phase = current(game)
    results = at_once(*[lambda: services.phase_resolve(phase_id=phase.pk)] * 6)
    assert sorted(results) == [False] * 5 + [True]
    assert list(game.phases.values_list("ordinal", flat=True)) == [0, 1]
    assert current(game).views.count() == 9
    assert phase.orders.count() == 22


@pytest.mark.parametrize("attempt", range(3))
def test_a_sheet_racing_the_deadline_counts_or_is_refused(attempt: int) -> None:
    game = started(early=False, title=f"Race {attempt}")
    receipt, forced = at_once(
        lambda: services.sheet_submit(
            by=person("austria"), game=game, ordinal=0, text="A bud - ser", final=True
        ),
        lambda: desk.deadline_force(by=game.gm, game=game, ordinal=0),
    )
    assert forced is None
    assert current(game).ordinal == 1
    assert receipt.saved is OrderSheet.objects.filter(phase__game=game).exists()
    counted = current(game).units.filter(text="A ser").exists()
    assert counted is receipt.saved


def test_two_pressing_the_same_button_force_one_deadline() -> None:
    game = started()
    results = at_once(*[lambda: desk.deadline_force(by=game.gm, game=game, ordinal=0)] * 3)
    assert results.count(None) == 1
    assert game.phases.count() == 2
    assert game.audit.filter(act="deadline_force").count() == 1


def test_a_replacement_racing_the_old_player() -> None:
    game = started()
    newcomer, old = person("newcomer"), person("austria")
    receipt, replaced = at_once(
        lambda: services.sheet_submit(by=old, game=game, ordinal=0, text="A bud H", final=True),
        lambda: desk.seat_replace(by=game.gm, game=game, power="austria", newcomer=newcomer, reason="gone"),
    )
    assert replaced is None
    sheet = OrderSheet.objects.filter(phase__game=game).first()
    if isinstance(receipt, NotAllowed):
        assert sheet is None
    else:
        assert receipt.saved
        assert sheet is not None
        assert sheet.final is False
    assert game.seats.get(power="austria").user == newcomer


def test_everybody_submitting_at_once_loses_nothing() -> None:
    game = started()
    phase = current(game)
    results = at_once(
        *[
            lambda power=power: services.sheet_submit(
                by=person(power), game=game, ordinal=0, text="\n".join(OPENING[power]), final=True
            )
            for power in POWERS
        ]
    )
    assert [result.saved for result in results] == [True] * 7
    assert Phase.objects.get(pk=phase.pk).ready
    assert OrderSheet.objects.filter(phase=phase, final=True).count() == 7


def test_the_last_seat_is_taken_once() -> None:
    game = forming()
    for power in POWERS[:-1]:
        services.game_join(by=person(power), game=game, power=power)
    late = [person(f"late{number}") for number in range(4)]
    results = at_once(
        *[lambda user=user: services.game_join(by=user, game=game, power=POWERS[-1]) for user in late]
    )
    assert sum(not isinstance(result, Exception) for result in results) == 1
    assert Game.objects.get(pk=game.pk).seats.count() == 7
