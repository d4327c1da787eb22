"""`manage.py replay` against the running site: sign-in, sheets, the GM's button, sockets; and its failing."""

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from trekdip.games.models import Game

if TYPE_CHECKING:
    from tests.services.live_site import LiveSite

RECORD = Path(__file__).parents[1] / "adjudicator" / "games" / "game12.jsonl.gz"


@pytest.mark.django_db(transaction=True)
def test_the_first_years_of_a_recorded_game(
    live_site: "LiveSite", capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("replay", RECORD, base_url=live_site.url, phases=9)
    printed = capsys.readouterr().out
    assert "9 of 9 recorded positions equal the stored ones, 0 without" in printed
    assert "8 sockets got each of" in printed
    game = Game.objects.get()
    assert (game.rhythm, game.early) == ({}, False)
    assert game.phases.filter(status="resolved").count() >= 9
    assert game.audit.filter(act="deadline_force").count() == game.phases.filter(status="resolved").count()


@pytest.mark.django_db(transaction=True)
def test_a_position_that_differs_is_told(live_site: "LiveSite", tmp_path: Path) -> None:
    lines = gzip.decompress(RECORD.read_bytes()).splitlines()
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_bytes(lines[0] + b"\n" + lines[1].replace(b'"A ', b'"F ', 1))
    with pytest.raises(CommandError, match="F1901M: units of"):
        call_command("replay", wrong, base_url=live_site.url)


def test_a_file_that_is_no_record_is_told(tmp_path: Path) -> None:
    for content in (b"nonsense\n", b'{"phase": 1}\n'):
        path = tmp_path / "game.jsonl"
        path.write_bytes(content)
        with pytest.raises(CommandError, match="cannot be read"):
            call_command("replay", path)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("replay", tmp_path / "missing.jsonl")
