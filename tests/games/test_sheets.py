"""Order sheets: what is saved, what is refused, and by whose clock."""

import datetime as dt
import time

import httpx
import pytest
from django.test import Client
from django.utils import timezone

from tests.games.tables import OPENING, current, person, started, submit, submit_all
from tests.services.live_site import LiveSite
from trekdip.games import selectors, services, wire
from trekdip.games.errors import NotAllowed, NotFound
from trekdip.games.models import OrderSheet, Phase
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db


def test_a_sheet_is_stored_with_how_it_was_understood() -> None:
    game = started()
    receipt = submit(game, "austria", ["a Bud to Ser", "", "A vie - lon", "nonsense"])
    assert (receipt.saved, receipt.final, receipt.problem) == (True, False, None)
    assert [line.text for line in receipt.lines] == ["a Bud to Ser", "A vie - lon", "nonsense"]
    good, illegal, unread = receipt.lines
    assert (good.order, good.unit, good.ok, good.problem) == ("A bud - ser", "A bud", True, None)
    assert not illegal.ok
    assert illegal.problem
    assert not unread.ok
    assert unread.order is None
    assert unread.problem
    state = selectors.game_state(person("austria"), game)
    assert state.sheet is not None
    assert state.sheet.text == "a Bud to Ser\n\nA vie - lon\nnonsense"
    assert state.sheet.lines == receipt.lines
    assert state.sheet.saved_at == receipt.saved_at


@pytest.mark.parametrize(
    ("lines", "counts"),
    [
        (["A vie - gal", "A vie - mos"], "A vie - gal"),
        (["A vie - gal", "A vie - boh", "A vie - mos", "A vie - lon"], "A vie - boh"),
        (["A vie - mos", "A vie - gal"], "A vie - gal"),
        (["A vie - gal", "A vie - boh"], "A vie - boh"),
    ],
)
def test_a_slip_takes_no_good_order_away(lines: list[str], counts: str) -> None:
    game = started(early=False)
    receipt = submit(game, "austria", [*lines, "F tri H"], final=True)
    assert [line.order for line in receipt.lines if line.ok and line.unit == "A vie"] == [counts]
    assert sorted(line.text for line in receipt.lines) == sorted([*lines, "F tri H"])
    wrong = {line.text: line.problem for line in receipt.lines if line.text.endswith(("mos", "lon"))}
    superseded = "later line" if lines[0] in wrong else "cannot reach"
    assert all(problem and superseded in problem for problem in wrong.values())
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    view = selectors.game_state(person("austria"), game).view_data()
    assert f"A {counts.rsplit(maxsplit=1)[-1]}" in view["units"]["austria"]
    assert selectors.game_state(person("austria"), game, 0).sheet is not None


def test_a_new_sheet_replaces_the_old_one_whole() -> None:
    game = started()
    submit(game, "austria", OPENING["austria"], final=True)
    submit(game, "austria", ["A bud H"])
    sheet = OrderSheet.objects.get(phase=current(game))
    assert (sheet.text, sheet.final, len(sheet.lines)) == ("A bud H", False, 1)


def test_movement_starts_as_not_final_and_other_phases_as_final() -> None:
    game = started()
    assert submit(game, "austria", ["A bud H"]).final is False
    Phase.objects.filter(game=game).update(turn="W1901A")
    assert services.sheet_submit(by=person("france"), game=game, ordinal=0, text="WAIVE").final is True


def test_final_can_be_set_and_taken_back_without_a_new_text() -> None:
    game = started()
    submit(game, "austria", ["A bud H"])
    receipt = services.sheet_final(by=person("austria"), game=game, ordinal=0, final=True)
    assert (receipt.saved, receipt.final, len(receipt.lines)) == (True, True, 1)
    services.sheet_final(by=person("austria"), game=game, ordinal=0, final=False)
    assert OrderSheet.objects.get(phase=current(game)).final is False
    empty = services.sheet_final(by=person("italy"), game=game, ordinal=0, final=True)
    assert (empty.saved, empty.lines) == (True, [])


@pytest.mark.parametrize("name", ["gm", "stranger"])
def test_only_a_seat_gives_orders(name: str) -> None:
    game = started()
    with pytest.raises(NotAllowed):
        services.sheet_submit(by=person(name), game=game, ordinal=0, text="A bud H")
    with pytest.raises(NotAllowed):
        services.sheet_final(by=person(name), game=game, ordinal=0, final=True)
    assert not OrderSheet.objects.exists()


def test_a_player_of_another_game_gives_no_orders_here() -> None:
    game, other = started(), started(title="Another")
    other.seats.filter(power="austria").update(user=person("stranger"))
    with pytest.raises(NotAllowed):
        services.sheet_submit(by=person("stranger"), game=game, ordinal=0, text="A bud H")


def test_orders_for_others_units_do_not_count() -> None:
    receipt = submit(started(), "austria", ["A par - bur"])
    assert not receipt.lines[0].ok


def test_late_orders_are_refused_by_the_databases_clock_and_the_old_sheet_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = started()
    first = submit(game, "austria", ["A bud - ser"])
    Phase.objects.filter(game=game).update(deadline=timezone.now() - dt.timedelta(milliseconds=50))
    # A process whose own clock is behind must not let anybody in.
    monkeypatch.setattr(timezone, "now", lambda: dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    late = submit(game, "austria", ["A bud H"])
    assert late.saved is False
    assert late.problem is not None
    assert "deadline" in late.problem
    assert (late.saved_at, late.lines) == (first.saved_at, first.lines)
    assert services.sheet_final(by=person("austria"), game=game, ordinal=0, final=True).saved is False
    assert OrderSheet.objects.get(phase=current(game)).text == "A bud - ser"


def test_a_sheet_for_a_past_phase_is_refused() -> None:
    game = started()
    submit_all(game, OPENING)
    services.phase_resolve(phase_id=current(game).pk)
    late = services.sheet_submit(by=person("austria"), game=game, ordinal=0, text="A bud H")
    assert late.saved is False
    assert late.problem is not None
    assert "Spring 1901, movement is over" in late.problem
    with pytest.raises(NotFound):
        services.sheet_submit(by=person("austria"), game=game, ordinal=7, text="A bud H")


@pytest.mark.parametrize("text", ["A bud H\n" * 301, "x" * 301, "\n".join(["y" * 250] * 90), "A bud\x00 H"])
def test_what_cannot_be_a_sheet_is_refused(text: str) -> None:
    game = started()
    submit(game, "austria", ["A bud - ser"])
    receipt = services.sheet_submit(by=person("austria"), game=game, ordinal=0, text=text)
    assert receipt.saved is False
    assert receipt.problem
    assert OrderSheet.objects.get().text == "A bud - ser"


def test_a_phase_is_ready_when_everybody_awaited_is_final() -> None:
    game = started()
    submit_all(game, OPENING)
    assert current(game).ready
    services.sheet_final(by=person("italy"), game=game, ordinal=0, final=False)
    assert not current(game).ready
    assert selectors.phases_due() == []
    services.sheet_final(by=person("italy"), game=game, ordinal=0, final=True)
    assert selectors.phases_due() == [current(game).pk]


def test_a_seat_that_changed_hands_is_not_the_old_players() -> None:
    game = started()
    game.seats.filter(power="austria").update(user=person("newcomer"))
    with pytest.raises(NotAllowed):
        submit(game, "austria", ["A bud H"])


def test_a_sheet_that_was_held_up_does_not_replace_a_later_one() -> None:
    game = started()

    def sent(text: str, seconds_ago: float) -> wire.Receipt:
        moment = time.monotonic() - seconds_ago
        return services.sheet_submit(
            by=person("austria"), game=game, ordinal=0, text=text, final=True, arrived=moment
        )

    assert sent("A vie H", 5).saved
    refused = sent("A vie - gal", 60)
    assert (refused.saved, refused.final, refused.lines[0].text) == (False, True, "A vie H")
    assert "sent after these" in (refused.problem or "")
    assert sent("A vie - tri", 3).saved  # it came after the first, though both came before now
    assert OrderSheet.objects.get(seat__power="austria").text == "A vie - tri"
    assert services.sheet_submit(by=person("austria"), game=game, ordinal=0, text="A vie - gal").saved


def test_pages_and_programs_note_when_a_sheet_came(live_site: LiveSite) -> None:
    game = started(rhythm={})
    with httpx.Client(base_url=live_site.url) as client:
        signed_in = Client()
        signed_in.force_login(person("austria"))
        client.cookies.set("sessionid", signed_in.cookies["sessionid"].value)
        client.get(f"/games/{game.slug}/")
        token = client.cookies["csrftoken"]
        form = {"ordinal": "0", "orders": "A vie H", "final": "", "csrfmiddlewaretoken": token}
        answer = client.post(f"/games/{game.slug}/orders", data=form, headers={"accept": "application/json"})
        assert answer.json()["saved"]
    sheet = OrderSheet.objects.get(seat__power="austria")
    assert sheet.sent_at is not None
    assert sheet.sent_at < sheet.saved_at
