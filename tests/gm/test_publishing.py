"""Results that wait for the GM: previewed, changed, published as previewed, and never told before."""

import pytest

from tests.games import quadrants_tables
from tests.games.stdip_tables import POWERS as TREK
from tests.games.stdip_tables import began, play
from tests.games.tables import OPENING, current, person, started, submit, submit_all
from tests.notices.post import carried, mails_to
from trekdip.games import gate, selectors, services
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import AuditEntry, Game, OrderSheet, Phase, PhaseView
from trekdip.gm import selectors as reads
from trekdip.gm import services as desk
from trekdip.notices import services as choices
from trekdip.notices.models import Notice

pytestmark = pytest.mark.django_db


def previewed(game: Game, viewer: str = "austria") -> reads.Preview:
    """What the GM sees of the results to come."""
    return reads.preview(game.gm, game, current(game).ordinal, viewer)


def test_a_preview_writes_nothing_and_tells_nobody() -> None:
    game = started(rhythm={})
    submit_all(game, OPENING, final=False)
    before = selectors.game_state(person("austria"), game)
    found = previewed(game)
    assert found.next_title == "Fall 1901, movement"
    assert found.truth is not None
    assert "A ser" in found.truth.state.view_data()["units"]["austria"]
    assert (game.phases.count(), PhaseView.objects.filter(phase__game=game).count()) == (1, 9)
    after = selectors.game_state(person("austria"), game)
    assert (after.view, after.legal, after.status) == (before.view, before.legal, before.status)


def test_what_was_previewed_is_what_is_published() -> None:
    game = began()
    play(game, 3)
    found = previewed(game, "borg")
    desk.result_publish(by=game.gm, game=game, ordinal=found.ordinal, digest=found.digest, reason="so")
    told = {power: selectors.game_state(person(power), game) for power in TREK}
    assert found.seat is not None
    assert told["borg"].view == found.seat.state.view
    assert told["borg"].legal == found.seat.state.legal
    dispatches = {one.viewer: one.dispatches for one in found.told}
    for power in TREK:
        private = [report for reports in told[power].view_data()["reports"].values() for report in reports]
        assert len(private) <= len(dispatches[power])
    entry = AuditEntry.objects.get(game=game, act="result_publish")
    assert (entry.reason, entry.details["held"]) == ("so", False)


def test_a_sheet_sent_since_the_preview_refuses_it() -> None:
    game = started(rhythm={})
    submit(game, "austria", OPENING["austria"])
    found = previewed(game)
    submit(game, "england", OPENING["england"])
    with pytest.raises(NotNow, match="changed since you looked"):
        desk.result_publish(by=game.gm, game=game, ordinal=0, digest=found.digest)
    assert game.phases.count() == 1
    desk.result_publish(by=game.gm, game=game, ordinal=0, digest=previewed(game).digest)
    assert current(game).ordinal == 1


def test_a_table_whose_results_wait_is_held_at_the_end_of_a_phase() -> None:
    game = started(holds=True)
    submit_all(game, OPENING)
    assert services.phase_resolve(phase_id=current(game).pk)
    phase = current(game)
    assert (phase.status, phase.ordinal) == ("held", 0)
    assert not services.phase_resolve(phase_id=phase.pk)
    state = selectors.game_state(person("austria"), game)
    assert (state.status, state.deadline) == ("held", None)
    receipt = submit(game, "austria", ["A vie H"])
    assert not receipt.saved
    assert "with the GM" in (receipt.problem or "")
    found = previewed(game)
    desk.result_publish(by=game.gm, game=game, ordinal=0, digest=found.digest)
    assert current(game).ordinal == 1


def test_a_gm_who_ends_the_phase_of_such_a_table_holds_it() -> None:
    game = started(holds=True)
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    assert current(game).status == "held"
    with pytest.raises(NotNow, match="closed"):
        desk.deadline_force(by=game.gm, game=game, ordinal=0)
    with pytest.raises(NotNow, match="closed"):
        desk.power_nmr(by=game.gm, game=game, ordinal=0, power="austria", reason="r")


def test_a_held_phase_can_take_orders_again() -> None:
    game = started(holds=True)
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    with pytest.raises(BadInput):
        desk.held_reopen(by=game.gm, game=game, ordinal=0, reason=" ")
    desk.held_reopen(by=game.gm, game=game, ordinal=0, reason="a mail came late")
    assert (current(game).status, current(game).deadline) == ("open", None)
    assert submit(game, "austria", ["A vie H"]).saved
    with pytest.raises(NotNow, match="not held"):
        desk.held_reopen(by=game.gm, game=game, ordinal=0, reason="again")


def test_a_sheet_is_changed_with_a_reason_and_both_are_kept() -> None:
    game = started(holds=True)
    submit(game, "austria", ["A bud - ser"])
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    with pytest.raises(BadInput):
        desk.sheet_edit(by=game.gm, game=game, ordinal=0, power="austria", text="A bud - rum", reason="")
    with pytest.raises(NotFound):
        desk.sheet_edit(by=game.gm, game=game, ordinal=0, power="mars", text="", reason="r")
    lines = desk.sheet_edit(
        by=game.gm, game=game, ordinal=0, power="austria", text="A bud - rum\nnonsense", reason="by mail"
    )
    assert [line.ok for line in lines] == [True, False]
    entry = AuditEntry.objects.get(game=game, act="sheet_edit")
    assert (entry.details["before"], entry.details["after"]) == ("A bud - ser", "A bud - rum\nnonsense")
    found = previewed(game)
    assert found.truth is not None
    assert "A rum" in found.truth.state.view_data()["units"]["austria"]
    sheet = selectors.game_state(person("austria"), game).sheet
    assert sheet is not None
    assert sheet.text == "A bud - rum\nnonsense"


def test_a_text_that_is_no_sheet_is_refused() -> None:
    game = started(rhythm={})
    for text in ("A vie H\x00", "A vie H\n" * 400, "A" * 400):
        with pytest.raises(BadInput):
            desk.sheet_edit(by=game.gm, game=game, ordinal=0, power="austria", text=text, reason="r")
    assert not OrderSheet.objects.filter(phase__game=game).exists()


def test_a_stuck_phase_previews_its_cause_and_holds_when_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started(holds=True)
    real = gate.resolve

    def broken(*_: object) -> gate.Resolved:
        raise gate.AdjudicationError("secret trace")

    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    monkeypatch.setattr(gate, "resolve", broken)
    assert previewed(game).problem == "secret trace"
    with pytest.raises(NotNow) as refusal:
        desk.result_publish(by=game.gm, game=game, ordinal=0, digest="0" * 64)
    assert "secret" not in str(refusal.value)
    desk.held_release(by=game.gm, game=game, ordinal=0)
    assert current(game).status == "stuck"
    monkeypatch.setattr(gate, "resolve", real)
    desk.phase_rerun(by=game.gm, game=game, ordinal=0)
    assert (current(game).status, current(game).ordinal) == ("held", 0)


def test_a_paused_game_publishes_nothing() -> None:
    game = started(rhythm={})
    found = previewed(game)
    desk.game_pause(by=game.gm, game=game, reason="r")
    with pytest.raises(NotNow, match="paused"):
        desk.result_publish(by=game.gm, game=game, ordinal=0, digest=found.digest)


def test_results_do_not_wait_for_a_gm_who_plays() -> None:
    with pytest.raises(BadInput) as refusal:
        started(holds=True, gm_plays=True)
    assert refusal.value.field == "holds"


@pytest.mark.parametrize("name", ["austria", "stranger"])
def test_nobody_else_previews_or_publishes(name: str) -> None:
    game = started(holds=True)
    digest = previewed(game).digest
    by = person(name)
    with pytest.raises(NotAllowed):
        reads.preview(by, game, 0, "austria")
    with pytest.raises(NotAllowed):
        desk.result_publish(by=by, game=game, ordinal=0, digest=digest)
    with pytest.raises(NotAllowed):
        desk.sheet_edit(by=by, game=game, ordinal=0, power="austria", text="", reason="r")
    with pytest.raises(NotAllowed):
        desk.held_release(by=by, game=game, ordinal=0)
    assert Phase.objects.get(game=game).status == "open"


def test_publishing_a_lock_opens_the_time_to_amend_and_a_declaration_is_a_change() -> None:
    game = quadrants_tables.began(options={"intel_window": 6}, holds=True)
    quadrants_tables.send(game, "klingon", "F boreth - organia")
    early = previewed(game, "cardassian")
    assert early.locks
    assert early.seat is not None
    assert early.seat.state.view_data()["reports"]["cardassian"]
    quadrants_tables.declare(game, "gorn", "PROPOSE klingon")
    with pytest.raises(NotNow, match="changed since you looked"):
        desk.result_publish(by=game.gm, game=game, ordinal=0, digest=early.digest)

    desk.result_publish(by=game.gm, game=game, ordinal=0, digest=previewed(game, "cardassian").digest)

    window = current(game)
    assert (window.ordinal, window.locked, window.status, window.turn) == (1, True, "open", "S2370M")
    assert window.deadline is not None
    assert selectors.game_state(person("cardassian"), game).view_data()["reports"]["cardassian"]
    quadrants_tables.send(game, "cardassian", "F chintoka - ds9")
    late = previewed(game, "cardassian")
    assert not late.locks
    desk.result_publish(by=game.gm, game=game, ordinal=1, digest=late.digest)
    after = current(game)
    assert (after.ordinal, after.turn, after.locked) == (2, "F2370M", False)
    view = selectors.game_state(person("breen"), game).view_data()
    assert view["memory"]["proposals"] == [["gorn", "klingon"]]
    assert {"F chintoka - ds9", "F boreth - organia"} <= {entry["order"] for entry in view["orders"]}


def test_the_mails_of_a_preview_are_those_that_go_out() -> None:
    game = began()
    play(game, 4, chance=3)
    carried()
    found = previewed(game, "borg")
    assert carried() == []
    written = Notice.objects.count()
    assert previewed(game, "borg").told == found.told
    assert Notice.objects.count() == written
    desk.result_publish(by=game.gm, game=game, ordinal=found.ordinal, digest=found.digest)
    sent = carried()
    for told in found.told:
        if told.viewer in TREK:
            (mail,) = mails_to(told.viewer, sent)
            assert told.letter is not None
            assert mail.subject == told.letter.subject
            assert "\n".join(line for line, _ in told.letter.lines) in mail.body


def test_a_preview_tells_each_recipient_times_by_their_clock() -> None:
    game = started()
    choices.habit_save(by=person("austria"), zone="Asia/Tokyo", pace="now", hour=8)
    found = previewed(game)
    letters = {told.viewer: told.letter for told in found.told if told.letter}

    def times(power: str) -> list[tuple[str, bool]]:
        return [(line, own) for line, own in letters[power].lines if "Orders are taken until" in line]

    assert [("(JST)" in line, own) for line, own in times("austria")] == [(True, False)]
    assert [("(UTC)" in line, own) for line, own in times("italy")] == [(True, False)]


def test_what_only_a_seat_is_told_is_marked_in_its_mail() -> None:
    game = began()
    play(game, 4, chance=3)
    found = reads.preview(game.gm, game, current(game).ordinal, "borg")
    own = {
        told.viewer: [line for line, own in told.letter.lines if own] for told in found.told if told.letter
    }
    assert own["public"] == []
    assert any(own[power] for power in TREK)
    for told in found.told:
        sentences = [dispatch.sentence for dispatch in told.dispatches]
        assert all(any(sentence in line for line in own[told.viewer]) for sentence in sentences)
