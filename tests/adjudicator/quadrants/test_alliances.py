"""Alliances are declared at once and in public (Q-n); the intelligence window lets two powers amend (Q-g,
Q-h, Q-v)."""

from __future__ import annotations

import pytest

import adjudicator as adj

START = adj.new("quadrants", seed=1)


def said(state: adj.Position, *declared: tuple[str, str]) -> adj.Position:
    for power, text in declared:
        assert text in adj.declarations(state, power)
        state = adj.declare(state, power, text)
    return state


def public(state: adj.Position, key: str) -> object:
    views = [adj.view(state, viewer)["memory"][key] for viewer in ("public", "gorn", "klingon", "breen")]
    assert all(v == views[0] for v in views)
    return views[0]


def test_a_proposal_is_public_and_becomes_an_alliance_when_accepted() -> None:
    proposed = said(START, ("gorn", "PROPOSE klingon"))
    assert public(proposed, "proposals") == [["gorn", "klingon"]]
    assert public(proposed, "alliances") == []
    allied = said(proposed, ("klingon", "ACCEPT gorn"))
    assert (public(allied, "proposals"), public(allied, "alliances")) == ([], [["gorn", "klingon"]])
    assert (allied.turn, allied.units) == (START.turn, START.units)
    assert adj.loads(adj.dumps(allied)) == allied


@pytest.mark.parametrize(("power", "text"), [("klingon", "DECLINE gorn"), ("gorn", "WITHDRAW klingon")])
def test_a_proposal_may_be_declined_or_withdrawn(power: str, text: str) -> None:
    state = said(START, ("gorn", "PROPOSE klingon"), (power, text))
    assert (public(state, "proposals"), public(state, "alliances")) == ([], [])


def test_either_ally_breaks_it_at_once() -> None:
    allied = said(START, ("gorn", "PROPOSE klingon"), ("klingon", "ACCEPT gorn"))
    for power, other in (("gorn", "klingon"), ("klingon", "gorn")):
        assert public(said(allied, (power, f"BREAK {other}")), "alliances") == []


def test_one_alliance_a_power_and_one_pending_proposal_between_two() -> None:
    allied = said(START, ("gorn", "PROPOSE klingon"), ("klingon", "ACCEPT gorn"), ("breen", "PROPOSE gorn"))
    assert "ACCEPT breen" not in adj.declarations(allied, "gorn")
    with pytest.raises(adj.BadDeclarationError, match="gorn has an alliance"):
        adj.declare(allied, "gorn", "ACCEPT breen")
    with pytest.raises(adj.BadDeclarationError, match="pending"):
        adj.declare(allied, "gorn", "PROPOSE breen")
    with pytest.raises(adj.BadDeclarationError, match="allied already"):
        adj.declare(allied, "klingon", "PROPOSE gorn")
    freed = said(allied, ("gorn", "BREAK klingon"), ("gorn", "ACCEPT breen"))
    assert public(freed, "alliances") == [["breen", "gorn"]]


@pytest.mark.parametrize(
    ("power", "text", "why"),
    [
        ("gorn", "PROPOSE gorn", "two powers"),
        ("gorn", "ACCEPT klingon", "has not proposed"),
        ("gorn", "WITHDRAW klingon", "has not proposed"),
        ("gorn", "BREAK klingon", "not allied"),
        ("gorn", "PROPOSE borg", "names no power"),
        ("gorn", "", "names no power"),
        ("gorn", "MARRY klingon", "MARRY"),
    ],
)
def test_what_cannot_be_declared_is_refused_with_the_reason(power: str, text: str, why: str) -> None:
    assert text not in adj.declarations(START, power)
    with pytest.raises(adj.BadDeclarationError, match=why):
        adj.declare(START, power, text)


def test_in_movement_phases_only_and_not_with_the_eliminated() -> None:
    setup = {"variant": "quadrants", "units": {"gorn": ["F gornar"], "klingon": ["F qonos"]}}
    setup |= {"centers": {"gorn": ["gornar", "seudath"], "klingon": ["qonos", "boreth"]}}
    winter = adj.setup({**setup, "turn": "W2370A"})
    assert adj.declarations(winter, "gorn") == []
    with pytest.raises(adj.BadDeclarationError, match="movement"):
        adj.declare(winter, "gorn", "PROPOSE klingon")
    spring = adj.setup({**setup, "turn": "S2371M"})
    assert adj.declarations(spring, "gorn") == ["PROPOSE klingon"]
    assert adj.declarations(spring, "breen") == []


def test_standard_has_nothing_to_declare_and_no_window() -> None:
    state = adj.new("standard")
    assert adj.declarations(state, "france") == []
    with pytest.raises(adj.BadDeclarationError):
        adj.declare(state, "france", "PROPOSE england")
    assert adj.lock(state, {}) is None


WINDOW = adj.new("quadrants", seed=4, options={"intel_window": 6})
SHEETS = {
    "klingon": ["F qonos - organia", "F boreth - organia"],
    "romulan": ["F romulus - galorndon"],
    "cardassian": ["F kelvas - cestus"],
}


def test_at_the_lock_the_two_services_report_and_only_they_are_awaited() -> None:
    assert adj.lock(adj.new("quadrants", seed=4), SHEETS) is None
    locked = adj.lock(WINDOW, SHEETS)
    assert locked is not None
    assert (locked.turn, locked.units) == (WINDOW.turn, WINDOW.units)
    assert adj.awaiting(locked) == ["romulan", "cardassian"]
    reports = adj.view(locked, "cardassian")["reports"]["cardassian"]
    assert {r["power"]: r["destinations"] for r in reports}["klingon"] == ["organia", "organia"]
    assert adj.view(locked, "romulan")["reports"]["romulan"]
    assert adj.view(locked, "klingon")["reports"] == {}
    assert adj.loads(adj.dumps(locked)) == locked


def test_amended_orders_count_and_what_was_told_stays_told() -> None:
    locked = adj.lock(WINDOW, SHEETS)
    assert locked is not None
    done = adj.resolve(locked, {**SHEETS, "cardassian": ["F kelvas - mirror_passage"]})
    assert "F mirror_passage" in done.units["cardassian"]
    assert done.reports == adj.view(locked, "gm")["reports"]
    assert adj.awaiting(done.state) == list(done.units)


def test_alliances_rest_while_orders_are_locked() -> None:
    locked = adj.lock(WINDOW, SHEETS)
    assert locked is not None
    assert adj.declarations(locked, "gorn") == []
    with pytest.raises(adj.BadDeclarationError, match="locked"):
        adj.declare(locked, "gorn", "PROPOSE breen")


def test_abilities_leave_no_trace_in_the_locked_position() -> None:
    setup = {"variant": "quadrants", "turn": "S2370M", "options": {"intel_window": 1}}
    units = {"breen": ["F breen"], "ferengi": ["F clarus"]}
    state = adj.setup({**setup, "units": units, "memory": {"latinum": 40}})
    plain = adj.lock(state, {})
    bribed = adj.lock(state, {"ferengi": ["BRIBE bajor"], "breen": ["FREEZE earth"]})
    assert plain is not None
    assert bribed is not None
    for viewer in ("public", "breen", "ferengi", "romulan", "cardassian"):
        assert adj.view(plain, viewer) == adj.view(bribed, viewer)
