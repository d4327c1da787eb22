"""The sweep finds what was lost, and one failure does not stop the rest."""

import datetime as dt
import logging

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.utils import timezone

from tests.live.sockets import opened
from tests.live.table import Table, open_phase
from trekdip.games.models import Game, Outbox, Phase
from trekdip.games.tasks import resolve_phase
from trekdip.live import announce, sweep


def due_phases(table: Table, count: int) -> list[Phase]:
    """`count` games, each with a phase whose deadline has passed."""
    past = timezone.now() - dt.timedelta(minutes=1)
    phases = []
    for number in range(count):
        game = Game.objects.create(
            title=f"Game {number}",
            variant="standard",
            status=Game.Status.RUNNING,
            gm=table.gina,
            seed_hash="0" * 64,
            created_at=past,
            started_at=past,
        )
        phase = open_phase(game)
        Phase.objects.filter(pk=phase.pk).update(deadline=past)
        phases.append(phase)
    return phases


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Phases handed on for resolution, instead of resolving them here."""
    handed: list[int] = []

    def note(args: tuple[int], **_options: object) -> None:
        handed.extend(args)

    monkeypatch.setattr(resolve_phase, "apply_async", note)
    return handed


@pytest.mark.usefixtures("hub_stopped")
async def test_news_left_in_the_outbox_are_announced(table: Table) -> None:
    async with opened(table.path) as socket:
        assert (await socket.told())["ordinal"] == 0
        phase = await database_sync_to_async(open_phase)(table.game, announced=False)
        assert await socket.quiet()
        swept = await database_sync_to_async(sweep.sweep, thread_sensitive=False)()
        assert swept == (0, 1, 0, 0)
        assert (await socket.told())["ordinal"] == 1
    outbox = await Outbox.objects.aget(phase=phase)
    assert outbox.sent_at is not None
    assert await database_sync_to_async(sweep.sweep)() == (0, 0, 0, 0)


def test_due_phases_are_handed_on_once_while_their_message_lives(table: Table, enqueued: list[int]) -> None:
    phases = due_phases(table, 3)
    assert sweep.sweep() == (3, 0, 0, 0)
    assert sweep.sweep() == (0, 0, 0, 0)
    assert enqueued == [phase.pk for phase in phases]
    cache.clear()  # as when the message, or all of Redis, was lost
    assert sweep.sweep() == (3, 0, 0, 0)


def test_a_phase_that_is_not_due_is_left_alone(table: Table, enqueued: list[int]) -> None:
    Phase.objects.filter(game=table.game).update(deadline=timezone.now() + dt.timedelta(hours=1))
    assert sweep.sweep() == (0, 0, 0, 0)
    assert enqueued == []


def test_a_phase_that_cannot_be_handed_on_does_not_keep_others_back(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = due_phases(table, 2)
    handed: list[int] = []

    def fail_first(args: tuple[int], **_options: object) -> None:
        if args[0] == first.pk:
            raise ConnectionError("the broker is away")
        handed.extend(args)

    monkeypatch.setattr(resolve_phase, "apply_async", fail_first)
    with caplog.at_level(logging.ERROR):
        assert sweep.sweep() == (2, 0, 0, 0)
    assert handed == [second.pk]
    assert f"phase {first.pk} could not be handed on" in caplog.text


def test_news_that_cannot_be_announced_stay_in_the_outbox(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    phase = open_phase(table.game, announced=False)

    def away(*_args: object, **_options: object) -> None:
        raise ConnectionError("Redis is away")

    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(announce, "poke", away)
        sweep.sweep()
    assert Outbox.objects.get(phase=phase).sent_at is None
    assert "could not be announced" in caplog.text
    sweep.sweep()
    assert Outbox.objects.get(phase=phase).sent_at is not None
