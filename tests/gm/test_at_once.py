"""Two GMs' tabs at once, and a GM against a player: exactly one of two acts counts. On real transactions."""

import pytest

from tests.games.tables import OPENING, current, person, started, submit_all
from tests.games.test_exactly_once import at_once
from trekdip.games import services
from trekdip.games.errors import NotNow
from trekdip.games.models import OrderSheet
from trekdip.gm import selectors as reads
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_tabs_publishing_the_same_preview_publish_once() -> None:
    game = started(rhythm={})
    submit_all(game, OPENING, final=False)
    digest = reads.preview(game.gm, game, 0, "austria").digest
    results = at_once(*[lambda: desk.result_publish(by=game.gm, game=game, ordinal=0, digest=digest)] * 3)
    assert results.count(None) == 1
    assert sum(isinstance(result, NotNow) for result in results) == 2
    assert game.phases.count() == 2
    assert game.audit.filter(act="result_publish").count() == 1


def test_publishing_and_ending_the_phase_at_once_open_one_phase() -> None:
    game = started(rhythm={})
    digest = reads.preview(game.gm, game, 0, "austria").digest
    results = at_once(
        lambda: desk.result_publish(by=game.gm, game=game, ordinal=0, digest=digest),
        lambda: desk.deadline_force(by=game.gm, game=game, ordinal=0),
    )
    assert results.count(None) == 1
    assert game.phases.count() == 2


@pytest.mark.parametrize("attempt", range(3))
def test_a_sheet_racing_the_publishing_is_published_or_stops_it(attempt: int) -> None:
    game = started(rhythm={}, title=f"Race {attempt}")
    digest = reads.preview(game.gm, game, 0, "austria").digest
    published, receipt = at_once(
        lambda: desk.result_publish(by=game.gm, game=game, ordinal=0, digest=digest),
        lambda: services.sheet_submit(by=person("austria"), game=game, ordinal=0, text="A bud - ser"),
    )
    if published is None:
        assert not receipt.saved
        assert not current(game).units.filter(text="A ser").exists()
    else:
        assert isinstance(published, NotNow)
        assert receipt.saved
        assert current(game).ordinal == 0


def test_two_corrections_at_once_make_one() -> None:
    game = started(rhythm={})
    desk.deadline_force(by=game.gm, game=game, ordinal=0)

    def correct() -> object:
        return desk.correction_make(
            by=game.gm, game=game, ordinal=0, newest=1, change=desk.Change(), reason="r"
        )

    results = at_once(correct, correct)
    assert sum(isinstance(result, NotNow) for result in results) == 1
    assert game.corrections.count() == 1
    assert list(game.phases.filter(withdrawn=None).values_list("ordinal", flat=True)) == [2]


def test_a_sheet_racing_a_correction_is_in_the_old_phase_or_refused() -> None:
    game = started(rhythm={})
    corrected, receipt = at_once(
        lambda: desk.correction_make(
            by=game.gm, game=game, ordinal=0, newest=0, change=desk.Change(), reason="r"
        ),
        lambda: services.sheet_submit(by=person("austria"), game=game, ordinal=0, text="A bud - ser"),
    )
    assert corrected.opened.ordinal == 1
    carried = OrderSheet.objects.filter(phase=corrected.opened)
    assert receipt.saved is OrderSheet.objects.filter(phase__ordinal=0, phase__game=game).exists()
    assert [sheet.final for sheet in carried] == [False] * carried.count()
    assert carried.exists() is receipt.saved


def test_a_sheet_edited_and_sent_at_once_is_one_of_the_two() -> None:
    game = started(rhythm={})
    edited, receipt = at_once(
        lambda: desk.sheet_edit(
            by=game.gm, game=game, ordinal=0, power="austria", text="A vie H", reason="r"
        ),
        lambda: services.sheet_submit(by=person("austria"), game=game, ordinal=0, text="A bud - ser"),
    )
    assert edited is not None
    assert receipt.saved
    sheet = OrderSheet.objects.get(phase__game=game)
    assert sheet.text in {"A vie H", "A bud - ser"}


def test_an_invitation_is_used_once() -> None:
    game = started()
    services.game_leave(by=person("austria"), game=game)
    invitation = desk.invitation_send(
        by=game.gm, game=game, to="kirk@example.net", root="https://trekdip.example", power="austria"
    )
    token = desk.invitation_token(invitation)
    kirk, spock = person("kirk"), person("spock")
    results = at_once(
        lambda: desk.invitation_accept(by=kirk, token=token),
        lambda: desk.invitation_accept(by=spock, token=token),
    )
    assert sum(isinstance(result, NotNow) for result in results) == 1
    assert game.seats.get(power="austria").user in {kirk, spock}
