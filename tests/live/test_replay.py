"""The site as several processes: a recorded game played through it, a deadline kept by beat and worker."""

import asyncio
import gzip
import json
import re
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.services.stack import Stack, production_stack

RECORD = Path(__file__).parents[1] / "adjudicator" / "games" / "game09.jsonl.gz"

OVERDUE_SOON = """
import datetime as dt
from django.utils import timezone
from trekdip.accounts.models import User
from trekdip.games import services
from trekdip.games.terms import Terms
from trekdip.gm import services as desk
people = [User.objects.create_user(f"p{n}", f"p{n}@trekdip.example", "a long enough one") for n in range(8)]
gm, *players = people
terms = Terms(grace=0)
game = services.game_create(by=gm, title="Deadline", variant="standard", rhythm={}, clock_terms=terms)
for player in players:
    services.game_join(by=player, game=game)
phase = services.game_start(by=gm, game=game)
deadline = timezone.now() + dt.timedelta(seconds=4)
desk.deadline_move(by=gm, game=game, ordinal=phase.ordinal, deadline=deadline, reason="soon")
print("slug", game.slug)
"""


@pytest.fixture(scope="module")
def stack(postgres_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """PostgreSQL, Redis, two web processes, a worker and beat."""
    with production_stack(postgres_url, redis_url, tmp_path_factory.mktemp("stack")) as running:
        yield running


def test_a_recorded_game_is_played_through_the_site_to_its_end(stack: Stack) -> None:
    told = stack.manage("replay", str(RECORD), "--base-url", stack.url, timeout=600)
    counts = re.findall(r"(\d+) of (\d+) recorded .* (\d+) without a choice .* each of (\d+) phases", told)[0]
    compared, recorded, passed, pushed = map(int, counts)
    assert compared + passed == recorded == len(gzip.decompress(RECORD.read_bytes()).splitlines())
    assert pushed >= compared


async def test_a_deadline_is_kept_by_beat_and_worker(stack: Stack) -> None:
    told = await asyncio.to_thread(stack.manage, "shell", "-v", "0", "-c", OVERDUE_SOON)
    slug = told.split("slug ")[1].strip()
    trusting = ssl.create_default_context(cafile=stack.certificates)
    url = f"{stack.url.replace('https', 'wss')}/ws/games/{slug}/"
    async with connect(url, origin=Origin(stack.url), ssl=trusting, open_timeout=10) as socket:
        ordinals = []
        async with asyncio.timeout(60):
            while 1 not in ordinals:
                ordinals.append(json.loads(await socket.recv())["ordinal"])
    assert ordinals[0] == 0
