"""A game put right after the fact: what is withdrawn, carried over, told beforehand and told to everybody."""

import datetime as dt
from typing import Any

import pytest

from tests.games import quadrants_tables
from tests.games.stdip_tables import began, end, play, send
from tests.games.stdip_tables import finish as finish_trek
from tests.games.tables import OPENING, current, person, started, submit, submit_all
from trekdip.games import gate, selectors, services
from trekdip.games.audit_words import detail_words
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, OrderSheet, Phase, PhaseView
from trekdip.games.signals import correction_made
from trekdip.gm import selectors as reads
from trekdip.gm import services as desk
from trekdip.gm.models import Correction

pytestmark = pytest.mark.django_db


def played() -> Game:
    """A game in Fall 1901."""
    game = started(rhythm={})
    submit_all(game, OPENING, final=False)
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    return game


def corrected(game: Game, change: desk.Change, **terms: Any) -> Correction:
    """The GM goes back to the first phase, unless the terms say otherwise."""
    terms = {"ordinal": 0, "newest": current(game).ordinal, "reason": "a mistake", **terms}
    return desk.correction_make(by=game.gm, game=game, change=change, **terms)


def moved(game: Game, before: str, after: str) -> list[gate.Standing]:
    """The units of the first phase, one of them with another text."""
    units, _ = gate.standing(Phase.objects.get(game=game, ordinal=0).truth)
    return [gate.Standing(one.power, after if one.unit == before else one.unit, one.was) for one in units]


def test_going_back_withdraws_and_opens_the_phase_anew_with_its_sheets_as_drafts() -> None:
    game = played()
    submit(game, "austria", ["A ser H"])
    shown = list(PhaseView.objects.filter(phase__game=game).order_by("pk").values_list("pk", "view"))
    correction = corrected(game, desk.Change())
    rows = list(game.phases.order_by("ordinal").values_list("ordinal", "turn", "status", "withdrawn"))
    assert rows == [
        (0, "S1901M", "resolved", correction.pk),
        (1, "F1901M", "resolved", correction.pk),
        (2, "S1901M", "open", None),
    ]
    phase = current(game)
    sheets = {sheet.seat.power: sheet for sheet in OrderSheet.objects.filter(phase=phase)}
    assert {power: sheet.text.splitlines() for power, sheet in sheets.items()} == OPENING
    assert not any(sheet.final for sheet in sheets.values())
    assert not phase.ready
    kept = PhaseView.objects.filter(phase__game=game, phase__ordinal__lt=2).order_by("pk")
    assert list(kept.values_list("pk", "view")) == shown
    assert submit(game, "austria", ["A vie - boh"]).saved
    desk.deadline_force(by=game.gm, game=game, ordinal=2)
    assert "A boh" in selectors.game_state(person("austria"), game).view_data()["units"]["austria"]


def test_orders_are_corrected_and_worked_out_at_once() -> None:
    game = played()
    submit(game, "england", ["F nwg - nwy"])
    change = desk.Change(sheets={"austria": "A bud - rum"}, replay=True)
    corrected(game, change)
    assert list(game.phases.filter(withdrawn=None).values_list("turn", "status")) == [
        ("S1901M", "resolved"),
        ("F1901M", "open"),
    ]
    state = selectors.game_state(person("austria"), game)
    assert "A bud" in state.view_data()["units"]["austria"]  # Russia went there, too
    england = selectors.game_state(person("england"), game).sheet
    assert england is not None
    assert (england.text, england.final) == ("F nwg - nwy", False)


def test_orders_amended_after_the_lock_are_the_ones_that_stand() -> None:
    game = quadrants_tables.began(options={"intel_window": 2})
    send(game, "romulan", "F romulus H")
    send(game, "klingon", "F boreth - organia")
    end(game)
    send(game, "romulan", "F romulus - galorndon")
    end(game)
    assert {row.power: row.text for row in reads.correction_base(game.gm, game, 0).sheets if row.text} == {
        "romulan": "F romulus - galorndon",
        "klingon": "F boreth - organia",
    }
    corrected(game, desk.Change(sheets={"klingon": "F boreth H"}, replay=True))
    units = selectors.game_state(game.gm, game).view_data()["units"]
    assert "F galorndon" in units["romulan"]
    assert "F boreth" in units["klingon"]


def test_a_position_is_corrected() -> None:
    game = played()
    change = desk.Change(units=moved(game, "A vie", "A gal"), centers={"vie": None})
    corrected(game, change)
    view = selectors.game_state(person("italy"), game).view_data()
    assert "A gal" in view["units"]["austria"]
    assert "vie" not in view["centers"]["austria"]
    assert Correction.objects.get(game=game).kind == "position"
    with pytest.raises(BadInput, match="nth"):
        corrected(game, desk.Change(units=moved(game, "A vie", "A nth")), ordinal=2)
    assert game.phases.count() == 3


def test_the_desk_says_beforehand_who_has_seen_what_is_taken_back() -> None:
    game = began()
    play(game, 3)
    statement = reads.correction_statement(game.gm, game, 0, desk.Change())
    assert [phase.title for phase in game.phases.order_by("ordinal")] == statement.withdrawn
    assert game.phases.filter(withdrawn=None).count() == 4
    public = {item.key for item in statement.public.lost}
    assert {item.group for item in statement.public.lost} >= {"Orders", "Units"}
    lost = {harm.viewer: harm.lost for harm in statement.harms}
    assert any(lost.values())
    for phase in game.phases.filter(ordinal__gt=0):
        told = selectors.game_state(person("dominion"), game, phase.ordinal).view_data()["reports"]
        found = [item for item in lost["dominion"] if item.group == "Dispatches"]
        assert sum(map(len, told.values())) <= len(found)
    assert all(item.key not in public for items in lost.values() for item in items)


def test_working_out_the_same_again_takes_nothing_back() -> None:
    game = played()
    statement = reads.correction_statement(game.gm, game, 0, desk.Change(replay=True))
    assert statement.public.lost == []
    assert all(harm.lost == [] and harm.gained == [] for harm in statement.harms)


def test_everybody_is_told_that_and_why_and_nobody_what() -> None:
    game = played()
    heard: list[str] = []

    def hear(reason: str, **_: object) -> None:
        heard.append(reason)

    correction_made.connect(hear)
    try:
        corrected(game, desk.Change(sheets={"austria": "A vie - tyr"}), reason="Mail of the Austrian")
    finally:
        correction_made.disconnect(hear)
    assert heard == ["Mail of the Austrian"]
    news = selectors.public_news(person("stranger"), game, current(game).ordinal)
    assert [(one.title, one.reason) for one in news.corrections] == [
        ("Spring 1901, movement", "Mail of the Austrian")
    ]
    assert "vie" not in repr(news)
    entries = selectors.history(person("stranger"), game, 2).entries
    assert [bool(entry.withdrawn) for entry in entries] == [True, True, False]


def test_dispatches_and_draws_cope_with_what_was_taken_back() -> None:
    game = began()
    play(game, 3)
    _, before = selectors.reported(person("dominion"), game)
    desk.correction_make(
        by=game.gm, game=game, ordinal=1, newest=3, change=desk.Change(replay=True), reason="again"
    )
    _, told = selectors.reported(person("dominion"), game)
    assert [one.withdrawn for one in told] == [False, True, True, True, False, False]
    assert told[4].turn == before[1].turn
    assert (told[4].reports, told[5].reports) == (before[1].reports, before[2].reports)
    end(game)
    finish_trek(game)
    assert selectors.draws(person("stranger"), game).all_agree


def test_only_what_counts_can_be_gone_back_to_and_only_from_where_the_game_is() -> None:
    game = played()
    with pytest.raises(NotNow, match="moved on"):
        corrected(game, desk.Change(), newest=0)
    with pytest.raises(BadInput):
        corrected(game, desk.Change(), reason="  ")
    corrected(game, desk.Change())
    with pytest.raises(NotNow, match="withdrawn"):
        corrected(game, desk.Change())
    with pytest.raises(NotFound):
        corrected(game, desk.Change(), ordinal=9)
    with pytest.raises(NotFound):
        reads.correction_base(game.gm, game, 0)
    corrected(game, desk.Change(), ordinal=2)
    assert list(game.phases.filter(withdrawn=None).values_list("ordinal", flat=True)) == [3]


def test_a_game_that_is_over_is_not_taken_up_again() -> None:
    game = began()
    finish_trek(game)
    with pytest.raises(NotNow, match="revealed"):
        corrected(game, desk.Change())


def test_a_paused_game_stays_paused_and_its_clock_stands_still() -> None:
    game = started()
    desk.game_pause(by=game.gm, game=game, reason="r")
    corrected(game, desk.Change())
    phase = current(game)
    assert phase.deadline is None
    assert phase.remaining is not None
    desk.game_resume(by=game.gm, game=game)
    assert current(game).deadline is not None


def test_a_stuck_phase_can_be_corrected_away() -> None:
    game = played()
    Phase.objects.filter(game=game, ordinal=1).update(status="stuck", trace="why")
    corrected(game, desk.Change())
    assert list(game.phases.values_list("status", "trace").order_by("ordinal")) == [
        ("resolved", ""),
        ("resolved", ""),
        ("open", ""),
    ]


def test_an_nmr_stays_only_where_results_are_worked_out_at_once() -> None:
    game = started(rhythm={})
    submit_all(game, OPENING, final=False)
    desk.power_nmr(by=game.gm, game=game, ordinal=0, power="austria", reason="r")
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    corrected(game, desk.Change(replay=True))
    again = Phase.objects.get(game=game, ordinal=2)
    assert OrderSheet.objects.get(phase=again, seat__power="austria").nmr
    corrected(game, desk.Change(), ordinal=2)
    assert not OrderSheet.objects.filter(phase=current(game), seat__power="austria").exists()


@pytest.mark.parametrize("name", ["austria", "stranger", "othergm"])
def test_nobody_else_corrects(name: str) -> None:
    game = played()
    with pytest.raises(NotAllowed):
        desk.correction_make(
            by=person(name), game=game, ordinal=0, newest=1, change=desk.Change(), reason="r"
        )
    with pytest.raises(NotAllowed):
        reads.correction_statement(person(name), game, 0, desk.Change())
    assert game.phases.filter(withdrawn=None).count() == 2


def test_a_power_is_told_nothing_by_a_correction_but_its_own_view() -> None:
    game = began()
    play(game, 2)
    send(game, "romulan", "F nap H")
    corrected(game, desk.Change(sheets={"romulan": ""}), reason="r")
    for phase in game.phases.filter(withdrawn=None):
        for power in ("borg", "federation"):
            state = selectors.game_state(person(power), game, phase.ordinal)
            assert state.viewer == power
            assert state.view_data()["viewer"] == power
    assert services.sheet_final(by=person("borg"), game=game, ordinal=current(game).ordinal, final=True).saved


def test_the_audit_spells_out_what_was_put_right() -> None:
    told = {
        "turn": "F1901M",
        "sheets": {"austria": "A vie H\nA bud H", "italy": ""},
        "centres": {"bul": "turkey", "ser": None},
        "units": ["turkey: A bul"],
        "power": "italy",
        "player": "italy",
    }
    assert [(one.name, one.text) for one in detail_words(told, "standard")] == [
        ("phase", "Fall 1901, movement"),
        ("orders", "Austria: A vie H, A bud H; Italy: nothing"),
        ("centres", "Bulgaria: Turkey; Serbia: nobody"),
        ("units", "Turkey: Army Bulgaria"),
        ("power", "Italy"),
        ("player", "italy"),
    ]


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"turn": "S1901M", "phase": 3, "kind": "see", "seat": "italy"},
         ["phase: Spring 1901, movement", ": the board as a player sees it", "seat: Italy"]),
        ({"turn": "S1901M", "power": "italy", "sheet_discarded": False},
         ["phase: Spring 1901, movement", "power: Italy"]),
        ({"power": "italy", "sheet_discarded": True},
         ["power: Italy", ": orders already sent were set aside"]),
        ({"held": True, "unseen": True},
         [": the phase was closed and waited for the GM", ": without looking at them first"]),
        ({"conversation": "gm+italy", "from": "italy"}, ["conversation: the GM, Italy", "from: Italy"]),
        ({"outcome": "draw", "powers": ["italy", "turkey"]}, ["outcome: a draw", "powers: Italy, Turkey"]),
        ({"from": "anna", "to": "bert"}, ["from: anna", "to: bert"]),
    ],
)  # fmt: skip
def test_the_audit_has_no_codes(details: dict[str, Any], words: list[str]) -> None:
    assert [f"{one.name}: {one.text}" for one in detail_words(details, "standard")] == words


def test_moments_in_the_audit_are_moments_and_countries_have_names() -> None:
    (moved,) = detail_words({"to": "2026-03-01T20:00:00+00:00"}, "standard")
    assert (moved.name, moved.moment) == ("to", dt.datetime(2026, 3, 1, 20, tzinfo=dt.UTC))
    country, title = gate.countries("stdip")[0]
    assert [(one.name, one.text) for one in detail_words({"borg": country}, "stdip")] == [("Borg", title)]
