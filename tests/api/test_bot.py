"""The bot of the documentation plays a seat of the real site."""

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.games import tables
from trekdip.api import services
from trekdip.gm import services as gm

if TYPE_CHECKING:
    from tests.services.live_site import LiveSite

pytestmark = pytest.mark.django_db(transaction=True)
BOT = Path("templates/api/example_bot.py")
PATIENCE_SECONDS = 30


def sheet_of(power: str, ordinal: int) -> list[dict[str, object]]:
    """The lines of a power's sheet, when it has come."""
    from trekdip.games.models import OrderSheet  # noqa: PLC0415

    give_up = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < give_up:
        sheet = OrderSheet.objects.filter(seat__power=power, phase__ordinal=ordinal).first()
        if sheet is not None:
            lines: list[dict[str, object]] = sheet.lines
            return lines
        time.sleep(0.05)
    pytest.fail(f"no sheet of {power} for phase {ordinal} came")


def test_the_bot_of_the_documentation_plays_phase_after_phase(live_site: "LiveSite") -> None:
    game = tables.started(early=False)
    _, secret = services.token_make(by=tables.person("russia"), game=game, name="bot", orders=True)
    bot = subprocess.Popen([sys.executable, BOT, live_site.url, game.slug, secret])  # noqa: S603
    try:
        for ordinal in (0, 1):
            lines = sheet_of("russia", ordinal)
            assert [line["ok"] for line in lines] == [True] * 4
            gm.deadline_force(by=game.gm, game=game, ordinal=ordinal)
    finally:
        bot.kill()
        bot.wait(10)


def test_the_bot_is_as_short_as_promised() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 40
