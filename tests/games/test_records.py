"""Recorded games: reading them, and telling where a position differs."""

import gzip
from pathlib import Path

import msgspec
import pytest

from trekdip.games.management.records import Recorded, differences, read

LINE = (
    b'{"id":"x","phase":"W1901A","units":{"AUSTRIA":["A bud"]},"centers":{"AUSTRIA":["bud","vie"]},'
    b'"orders":{"AUSTRIA":["A vie B"]},"after":{}}\n'
)


def test_records_are_read_plain_and_gzipped(tmp_path: Path) -> None:
    plain, packed = tmp_path / "game.jsonl", tmp_path / "game.jsonl.gz"
    plain.write_bytes(LINE * 2 + b"\n")
    packed.write_bytes(gzip.compress(LINE * 2))
    assert read(plain) == read(packed)
    assert [phase.phase for phase in read(plain)] == ["W1901A", "W1901A"]
    plain.write_bytes(b'{"phase": "S1901M"}')
    with pytest.raises(msgspec.MsgspecError):
        read(plain)


def test_builds_are_turned_round_and_powers_found_in_capitals(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(LINE)
    (phase,) = read(path)
    assert phase.orders_of("austria") == ["B A vie"]
    assert phase.orders_of("italy") == []


def test_retreat_orders_stay_as_they_are() -> None:
    phase = Recorded("F1901R", {}, {}, {"italy": ["A tri D", "A ven R tyr"]})
    assert phase.orders_of("italy") == ["A tri D", "A ven R tyr"]


def test_differences_name_what_and_whose() -> None:
    phase = Recorded("S1901R", {"AUSTRIA": ["A bud"]}, {"AUSTRIA": ["bud"]}, {}, {"ITALY": ["A ven"]})
    view = {
        "turn": "S1901R",
        "units": {"austria": ["A bud"], "italy": []},
        "centers": {"austria": ["bud"]},
        "dislodged": [{"power": "italy", "unit": "A ven", "by": "A tri", "retreats": ["tyr"]}],
    }
    assert differences(phase, view) == []
    assert differences(phase, {**view, "turn": "F1901M"}) == ["the site is at F1901M, the record at S1901R"]
    assert differences(phase, {**view, "units": {"italy": ["A ven"]}}) == [
        "units of austria: stored [], recorded ['A bud']",
        "units of italy: stored ['A ven'], recorded []",
    ]
    assert differences(phase, {**view, "dislodged": []}) == [
        "dislodged of italy: stored [], recorded ['A ven']"
    ]


def test_a_dislodged_unit_that_can_go_nowhere_may_be_left_out_of_a_record() -> None:
    phase = Recorded("S1901R", {}, {}, {})
    entry = {"power": "italy", "unit": "A ven", "by": "A tri", "retreats": []}
    view = {"turn": "S1901R", "units": {}, "centers": {}, "dislodged": [entry]}
    assert differences(phase, view) == []
    assert differences(phase, {**view, "dislodged": [{**entry, "retreats": ["apu"]}]}) == [
        "dislodged of italy: stored ['A ven'], recorded []"
    ]
