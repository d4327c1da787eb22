"""See as, who knows what, why: what they show, to whom, and that the looking is written down."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from tests.games.stdip_tables import POWERS, began, play
from tests.games.tables import person, started, submit
from trekdip.games import gate, selectors
from trekdip.games.errors import NotAllowed, NotFound
from trekdip.games.models import AuditEntry, Game
from trekdip.gm import selectors as reads
from trekdip.gm import services as desk
from trekdip.gm.knowledge import Reader

pytestmark = pytest.mark.django_db

PAGES = ("truth/", "truth/0/", "see/", "knowledge/", "preview/", "correct/")


def visited(game: Game, name: str, path: str) -> int:
    """The status that somebody gets for a page of the desk."""
    client = Client()
    client.force_login(person(name))
    return client.get(f"/games/{game.slug}/desk/{path}").status_code


def test_a_seat_is_seen_exactly_as_it_sees_itself() -> None:
    game = began()
    play(game, 4)
    for power in POWERS:
        for ordinal in (0, 3, None):
            shown = reads.see(game.gm, game, ordinal, power, "gm")
            own = selectors.game_state(person(power), game, ordinal)
            assert (shown.left.state.view, shown.left.state.board) == (own.view, own.board)
            assert shown.right.viewer == "gm"


def test_what_two_seats_do_not_share_is_marked_on_both_sides() -> None:
    game = began()
    play(game, 4)
    shown = reads.see(game.gm, game, None, "romulan", "borg")
    romulan = selectors.game_state(person("romulan"), game).view_data()
    borg = selectors.game_state(person("borg"), game).view_data()
    reader = Reader("stdip")
    left = {item.key for item in shown.left.only}
    assert left == {item.key for item in reader.items(romulan)} - {item.key for item in reader.items(borg)}
    assert left
    assert not left & {item.key for item in shown.right.only}


def test_every_reason_is_of_something_in_the_view_and_every_hidden_thing_has_one() -> None:
    game = began()
    play(game, 5)
    reader = Reader("stdip")
    public = {item.key for item in reader.items(selectors.game_state(person("nobody"), game).view_data())}
    for power in POWERS:
        shown = reads.see(game.gm, game, None, power, "public").left
        known = {item.key for item in reader.items(shown.state.view_data())}
        told = {reason.item.key: reason.why for reason in shown.reasons}
        assert set(told) <= known
        assert known - public <= set(told)
        assert all(told.values())


def test_who_senses_a_cloaked_unit_is_told_by_what() -> None:
    game = began()
    reader = Reader("stdip")
    given = gate.Given(
        "units", ("romulan", "F war (I)"), True, ("sensed", "S2371M", "scan A pru", "centre mos")
    )
    (reason,) = reader.reasons([given], "klingon")
    assert "Spring 2371" in reason.why
    assert "scan by Army Prussia" in reason.why
    assert "centre in Moscow" in reason.why
    assert game.phases.count() == 1


def test_who_knows_what_and_since_when() -> None:
    game = began()
    play(game, 5)
    phase, matrix = reads.who_knows(game.gm, game)
    rows = [row for _, group in matrix.true for row in group]
    assert rows
    reader = Reader("stdip")
    views = {
        power: {item.key for item in reader.items(selectors.game_state(person(power), game).view_data())}
        for power in POWERS
    }
    public = {item.key for item in reader.items(selectors.game_state(person("nobody"), game).view_data())}
    titles = set(game.phases.values_list("title", flat=True))
    for row in rows:
        assert row.item.key not in public
        for cell in row.cells:
            assert bool(cell.since) == (row.item.key in views[cell.power])
            assert cell.since in titles | {""}
    infiltrated = [row for row in rows if row.item.group == "Infiltrated"]
    assert infiltrated
    for row in infiltrated:
        assert {cell.power for cell in row.cells if cell.since} == {"dominion"}
    assert phase.ordinal == 5
    since = {
        cell.since
        for ordinal in (0, 1, 2)
        for _, group in reads.who_knows(game.gm, game, ordinal)[1].true
        for row in group
        for cell in row.cells
    }
    assert len(since - {""}) > 1


def test_nothing_is_hidden_where_a_variant_hides_nothing() -> None:
    game = started()
    _, matrix = reads.who_knows(game.gm, game)
    assert (matrix.true, matrix.believed) == ([], [])


def test_there_are_no_other_eyes() -> None:
    game = started()
    with pytest.raises(NotFound):
        reads.see(game.gm, game, None, "mars", "gm")
    with pytest.raises(NotFound):
        reads.see(game.gm, game, 7, "austria", "gm")
    with pytest.raises(NotFound):
        reads.preview(game.gm, game, 0, "mars")
    with pytest.raises(NotFound):
        reads.who_knows(game.gm, game, 7)


def test_what_the_gm_reads_is_written_down_once_for_each_phase_seat_and_page() -> None:
    game = started(rhythm={})
    submit(game, "austria", ["A vie H"])
    for path in (*PAGES, *PAGES, "see/?as=austria&beside=england", "see/?as=austria&beside=public"):
        assert visited(game, "gm", path) == 200
    noted = (
        AuditEntry.objects.filter(game=game, act="gm_read").order_by("pk").values_list("details", flat=True)
    )
    assert sorted((one["kind"], one["seat"], one["phase"]) for one in noted) == [
        ("correction", "", 0),
        ("knowledge", "", 0),
        ("preview", "", 0),
        ("see", "austria", 0),
        ("see", "england", 0),
        ("truth", "", 0),
    ]


@pytest.mark.parametrize("path", PAGES)
def test_a_gm_who_plays_is_refused_everywhere(path: str) -> None:
    game = started(gm_plays=True)
    assert visited(game, "gm", path) == 403
    assert visited(game, "gm", "") == 200
    assert not AuditEntry.objects.filter(game=game, act="gm_read").exists()


def test_services_refuse_a_gm_who_plays() -> None:
    game = started(gm_plays=True)
    acts: list[Callable[[], object]] = [
        lambda: desk.result_publish(by=game.gm, game=game, ordinal=0, digest="0" * 64),
        lambda: desk.held_release(by=game.gm, game=game, ordinal=0),
        lambda: desk.held_reopen(by=game.gm, game=game, ordinal=0, reason="r"),
        lambda: desk.sheet_edit(by=game.gm, game=game, ordinal=0, power="italy", text="", reason="r"),
        lambda: desk.correction_make(
            by=game.gm, game=game, ordinal=0, newest=0, change=desk.Change(), reason="r"
        ),
        lambda: desk.reading_record(by=game.gm, game=game, kind="truth", turn="S1901M", ordinal=0),
        lambda: reads.see(game.gm, game, None, "austria", "gm"),
        lambda: reads.preview(game.gm, game, 0, "austria"),
        lambda: reads.who_knows(game.gm, game),
        lambda: reads.correction_base(game.gm, game, 0),
        lambda: reads.correction_statement(game.gm, game, 0, desk.Change()),
        lambda: reads.truth(game.gm, game),
    ]
    for act in acts:
        with pytest.raises(NotAllowed):
            act()


@pytest.mark.parametrize("path", PAGES)
def test_staff_and_superusers_are_players_like_others(path: str) -> None:
    game = started()
    admin = person("admin")
    admin.is_staff = admin.is_superuser = True
    admin.save()
    assert visited(game, "admin", path) == 403
    assert visited(game, "admin", "") == 403
    assert selectors.viewer_of(admin, game) == "public"


def test_there_is_no_admin_site() -> None:
    assert "django.contrib.admin" not in settings.INSTALLED_APPS
    assert Client().get("/admin/").status_code == 404
