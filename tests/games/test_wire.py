"""Messages: what is written on the wire, byte for byte."""

import datetime as dt

import msgspec
import pytest

from trekdip.games import gate, wire

NOON = dt.datetime(2030, 1, 1, 12, tzinfo=dt.UTC)


def test_a_state_carries_stored_json_as_it_is() -> None:
    state = wire.GameState(
        game="abc", ordinal=3, turn="S1902M", title="Spring 1902, movement", status="open", viewer="public",
        deadline=None, now=NOON, view=msgspec.Raw(b'{"b":1,"a":[2]}'), legal=msgspec.Raw(b"{}"), board="<g/>",
        sheet=None,
    )  # fmt: skip
    assert wire.encode(state) == (
        b'{"type":"state","game":"abc","ordinal":3,"turn":"S1902M","title":"Spring 1902, movement",'
        b'"status":"open","viewer":"public","deadline":null,"now":"2030-01-01T12:00:00Z",'
        b'"view":{"b":1,"a":[2]},"legal":{},"board":"<g/>","sheet":null,"declared":0,"proposals":null}'
    )
    assert state.view_data() == {"b": 1, "a": [2]}
    assert state.legal_data() == {}


def test_a_receipt_says_what_was_understood() -> None:
    line = wire.Line(text="a bud h", order="A bud H", unit="A bud", ok=True, problem=None)
    receipt = wire.Receipt(ordinal=1, saved=True, saved_at=NOON, final=False, lines=[line], problem=None)
    assert msgspec.json.decode(wire.encode(receipt)) == {
        "type": "receipt",
        "ordinal": 1,
        "saved": True,
        "saved_at": "2030-01-01T12:00:00Z",
        "final": False,
        "lines": [{"text": "a bud h", "order": "A bud H", "unit": "A bud", "ok": True, "problem": None}],
        "problem": None,
    }


def test_lines_survive_storage_and_nothing_else_is_a_line() -> None:
    line = wire.Line(text="x", order=None, unit=None, ok=False, problem="not understood")
    assert wire.lines_from_data(wire.lines_to_data([line])) == [line]
    with pytest.raises(msgspec.ValidationError):
        wire.lines_from_data([{"text": "x"}])
    with pytest.raises(msgspec.ValidationError):
        wire.lines_from_data([{**wire.lines_to_data([line])[0], "secret": 1}])


@pytest.mark.parametrize(
    ("sentence", "read"),
    [
        ("No order was given, so it holds (G-p).", "No order was given, so it holds."),
        ("It is sucked in (X-e) and gone (X-n … X-p).", "It is sucked in and gone."),
        ("Fleet (cloaked) at Rome (A) stays.", "Fleet (cloaked) at Rome (A) stays."),
    ],
)
def test_players_read_sentences_without_ids_of_rulings(sentence: str, read: str) -> None:
    assert gate.plainly(sentence) == read
