"""The command line: one JSON object a line in, one a line out, in order; a bad line spoils nobody else's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import adjudicator as adj

ROOT = Path(__file__).parents[2]
POWERS = ["austria", "england", "france", "germany", "italy", "russia", "turkey"]
SETUP = {
    "variant": "standard", "turn": "S1905M",
    "units": {"italy": ["A ven", "A tyr"], "austria": ["F tri", "A bud"]},
    "centers": {"italy": ["ven", "rom"], "austria": ["tri", "bud"]},
}  # fmt: skip
ORDERS = {"italy": ["A ven - tri", "A tyr S A ven - tri"], "austria": ["F tri H", "A bud - ser"]}
RETREAT = {
    "variant": "standard", "turn": "S1905R", "units": {"italy": ["A tri", "A tyr"], "austria": ["A ser"]},
    "dislodged": [{"power": "austria", "unit": "F tri", "retreats": ["adr", "alb"]}],
}  # fmt: skip


def run(command: str, *lines: str, raw: bytes | None = None) -> list[dict[str, Any]]:
    """The answers of `python -m adjudicator <command>`; it must end well and be silent on stderr."""
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "adjudicator", command],
        input=raw if raw is not None else "".join(line + "\n" for line in lines).encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def ask(command: str, *requests: dict[str, Any]) -> list[Any]:
    answers = run(command, *(json.dumps(request) for request in requests))
    assert len(answers) == len(requests)
    return answers


def test_resolve_answers_with_the_whole_outcome() -> None:
    (answer,) = ask("resolve", {"setup": SETUP, "orders": ORDERS})
    done = adj.resolve(adj.setup(SETUP), ORDERS)
    assert answer == done.to_dict() | {"state": adj.dumps(done.state)}
    assert set(answer) >= {
        "turn", "state", "orders", "units", "dislodged", "centers", "adjustments", "awaiting", "reports",
        "winner",
    }  # fmt: skip
    assert "views" not in answer
    assert answer["turn"] == "S1905R"
    assert answer["dislodged"] == [
        {"power": "austria", "unit": "F tri", "by": "A ven", "retreats": ["adr", "alb"]}
    ]
    assert answer["awaiting"] == ["austria"]


def test_a_state_goes_on_where_a_setup_began() -> None:
    (first,) = ask("resolve", {"setup": SETUP, "orders": ORDERS})
    (second,) = ask("resolve", {"state": first["state"], "orders": {"austria": ["F tri R alb"]}})
    assert second["turn"] == "F1905M"
    assert sorted(second["units"]["austria"]) == ["A ser", "F alb"]


def test_views_on_request() -> None:
    (answer,) = ask("resolve", {"setup": SETUP, "orders": ORDERS, "views": True})
    assert set(answer["views"]) == {*POWERS, "public", "gm"}
    state = adj.loads(answer["state"])
    assert all(answer["views"][viewer] == adj.view(state, viewer) for viewer in answer["views"])
    assert all(view["viewer"] == viewer for viewer, view in answer["views"].items())


def test_a_retreat_phase_can_be_set_up() -> None:
    stays, goes = ask(
        "resolve",
        {"setup": RETREAT, "orders": {}},
        {"setup": RETREAT, "orders": {"austria": ["F tri R adr"]}},
    )
    assert stays["units"]["austria"] == ["A ser"]
    assert sorted(goes["units"]["austria"]) == ["A ser", "F adr"]
    assert stays["turn"] == goes["turn"] == "F1905M"


def test_new_and_view_and_legal_and_variants() -> None:
    (new,) = ask("new", {"variant": "standard", "seed": 7})
    state = new["state"]
    assert adj.loads(state) == adj.new("standard", seed=7)
    (view,) = ask("view", {"state": state, "viewer": "france"})
    assert view == adj.view(adj.loads(state), "france")
    assert sorted(view["units"]["france"]) == ["A mar", "A par", "F bre"]
    (legal,) = ask("legal", {"state": state, "viewer": "france"})
    assert legal == adj.legal(adj.loads(state), "france")
    assert set(legal["A mar"]) >= {"A mar H", "A mar - spa", "A mar S A par - bur"}
    (of_setup,) = ask("legal", {"setup": SETUP, "viewer": "italy"})
    assert of_setup == adj.legal(adj.setup(SETUP), "italy")
    (variants,) = run("variants", "{}")
    assert "standard" in json.dumps(variants)


def test_check_says_how_a_sheet_is_understood() -> None:
    lines = ["A ven - tri", "A ven - mos", "rubbish"]
    answers = run("check", json.dumps({"setup": SETUP, "viewer": "italy", "orders": lines}))
    readings = adj.check(adj.setup(SETUP), "italy", lines)
    fields = ("text", "order", "unit", "ok", "problem")
    assert answers == [[{name: getattr(reading, name) for name in fields} for reading in readings]]
    (refused,) = ask("check", {"setup": SETUP, "viewer": "italy", "orders": "A ven H"})
    assert set(refused) == {"error"}


def test_declarations_and_the_lock_are_played_over_lines() -> None:
    (new,) = ask("new", {"variant": "quadrants", "seed": 7, "options": {"intel_window": 6}})
    (possible,) = ask("declarations", {"state": new["state"], "viewer": "gorn"})
    assert "PROPOSE klingon" in possible
    (declared,) = ask("declare", {"state": new["state"], "power": "gorn", "text": "PROPOSE klingon"})
    state = adj.declare(adj.new("quadrants", seed=7, options={"intel_window": 6}), "gorn", "PROPOSE klingon")
    assert declared == {"state": adj.dumps(state), "turn": "S2370M"}
    orders = {"klingon": ["F qonos - organia"]}
    (locked,) = ask("lock", {"state": declared["state"], "orders": orders, "views": True})
    between = adj.lock(state, orders)
    assert between is not None
    assert locked["state"] == adj.dumps(between)
    assert locked["awaiting"] == ["romulan", "cardassian"]
    assert locked["views"]["cardassian"]["reports"]["cardassian"]
    assert locked["views"]["public"]["reports"] == {}
    (answer,) = ask("resolve", {"state": locked["state"], "orders": orders})
    assert answer["turn"] == adj.resolve(between, orders).turn
    (refused,) = ask("declare", {"state": locked["state"], "power": "gorn", "text": "PROPOSE breen"})
    assert "locked" in refused["error"]
    wordless, nobodys = ask(
        "declare", {"state": new["state"], "power": "gorn"}, {"state": new["state"], "text": "PROPOSE gorn"}
    )
    assert set(wordless) == set(nobodys) == {"error"}
    (none,) = ask("lock", {"setup": SETUP, "orders": ORDERS})
    assert none == {"state": None}


def test_render_writes_a_drawing_of_a_view() -> None:
    (view,) = ask("view", {"setup": SETUP, "viewer": "public"})
    (drawing,) = ask("render", {"setup": SETUP, "viewer": "public"})
    assert drawing["svg"].startswith("<svg")
    assert drawing["svg"] == adj.render(view)


BAD_LINES = [
    "this is not json",
    "[]",
    "7",
    "null",
    '"text"',
    "{",
    '{"setup": 5}',
    '{"orders": {}}',
    '{"setup": {"variant": "nonesuch", "turn": "S1905M", "units": {}}, "orders": {}}',
    '{"state": "rubbish", "orders": {}}',
    '{"setup": ' + json.dumps(SETUP) + ', "orders": {"borg": []}}',
    '{"setup": ' + json.dumps(SETUP) + ', "orders": ["A ven H"]}',
    '{"setup": ' + json.dumps(SETUP) + ', "orders": {"italy": "A ven H"}}',
    "[" * 5000,
]


def test_bad_lines_are_answered_in_their_place() -> None:
    good = json.dumps({"setup": SETUP, "orders": ORDERS})
    lines = [line for bad in BAD_LINES for line in (good, bad)] + [good]
    answers = run("resolve", *lines)
    assert len(answers) == len(lines)
    for line, answer in zip(lines, answers, strict=True):
        if line == good:
            assert answer["turn"] == "S1905R"
        else:
            assert set(answer) == {"error"}, line
            assert len(answer["error"]) > 5
            assert "Traceback" not in answer["error"]


@pytest.mark.parametrize("command", ["view", "legal", "render"])
def test_unknown_viewers_get_an_error_line(command: str) -> None:
    answers = ask(
        command, {"setup": SETUP, "viewer": "nobody"}, {"setup": SETUP}, {"setup": SETUP, "viewer": "italy"}
    )
    assert ["error" in answer for answer in answers[:1]] == [True]
    assert "error" not in answers[2]


def test_bytes_that_are_no_text_spoil_only_their_line() -> None:
    good = json.dumps({"setup": SETUP, "orders": ORDERS}).encode()
    first, middle, other, last = run("resolve", raw=good + b'\n\xff\xfe{}\n{"a": "\xff"}\n' + good)
    assert first == last
    assert set(middle) == set(other) == {"error"}


def test_an_illegal_order_is_no_error() -> None:
    (answer,) = ask("resolve", {"setup": SETUP, "orders": {"italy": ["A ven - mos", "complete rubbish"]}})
    refused = [entry for entry in answer["orders"] if "illegal" in entry["result"]]
    assert len(refused) == 2
    assert all(entry["because"] for entry in refused)


def test_an_unknown_command_fails_with_words() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "conquer"],
        capture_output=True,
        cwd=ROOT,
        check=False,
        input=b"",
    )
    assert done.returncode != 0
    assert b"resolve" in done.stderr
    assert b"Traceback" not in done.stderr
