"""Archives: complete and restorable for operators, what is revealed when a game is over, one's own before."""

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests.games import tables
from trekdip.accounts.models import User
from trekdip.archives import rows, selectors, services
from trekdip.games import selectors as games
from trekdip.games import services as play
from trekdip.games.errors import BadInput
from trekdip.games.models import Game, OrderSheet, Phase, PhaseView
from trekdip.gm import services as gm
from trekdip.privacy import services as privacy

pytestmark = pytest.mark.django_db
SECRET_PLAN = "a plan nobody knows"
PASSWORD = "correct horse battery"


@pytest.fixture
def game() -> Game:
    """A standard game two phases old, with orders for the third, a plan and a replaced player."""
    game = tables.started(title="Two seasons", rhythm={})
    tables.submit_all(game, tables.OPENING)
    gm.deadline_force(by=game.gm, game=game, ordinal=0)
    gm.deadline_force(by=game.gm, game=game, ordinal=1)
    gm.seat_replace(by=game.gm, game=game, power="turkey", newcomer=tables.person("new"), reason="ill")
    ordinal = tables.current(game).ordinal
    play.plan_save(by=tables.person("austria"), game=game, ordinal=ordinal, name="mine", text=SECRET_PLAN)
    return Game.objects.get(pk=game.pk)


def finished(game: Game) -> Game:
    """The game as if it were over."""
    at = timezone.now()
    Phase.objects.filter(game=game, status="open").update(status="resolved", resolved_at=at, deadline=None)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, outcome="ended", ended_at=at)
    return Game.objects.get(pk=game.pk)


def told(game: Game) -> list[Any]:
    """Everything stored of a game but its keys and its names."""
    views = PhaseView.objects.filter(phase__game=game).order_by("phase__ordinal", "viewer")
    sheets = OrderSheet.objects.filter(phase__game=game).order_by("phase__ordinal", "seat__power")
    return [
        *views.values("phase__ordinal", "viewer", "view", "legal", "board", "phase__truth", "phase__status"),
        *sheets.values("phase__ordinal", "seat__power", "seat__user", "text", "lines", "final", "saved_at"),
        *game.audit.exclude(act="archive_restore").order_by("pk").values("act", "by", "at", "details"),
        *game.seats.order_by("power").values("power", "user", "joined_at"),
    ]


def test_a_whole_archive_restores_the_game_beside_itself(game: Game) -> None:
    restored = services.archive_restore(lines=list(selectors.whole_archive(game)))
    assert restored.slug != game.slug
    assert restored.invite_token != game.invite_token
    assert (restored.seed, restored.title, restored.gm) == (game.seed, game.title, game.gm)
    assert told(restored) == told(game)


def test_a_restored_game_goes_on_to_the_same_board(game: Game) -> None:
    restored = services.archive_restore(lines=list(selectors.whole_archive(game)))
    for one in (game, restored):
        tables.submit(one, "austria", ["A vie - gal"])
        gm.deadline_force(by=one.gm, game=one, ordinal=tables.current(one).ordinal)
    assert tables.current(restored).truth == tables.current(game).truth


def test_a_game_that_is_gone_comes_back_under_its_name(game: Game) -> None:
    lines, before = list(selectors.whole_archive(game)), told(game)
    slug = game.slug
    Game.objects.filter(pk=game.pk).delete()
    restored = services.archive_restore(lines=lines)
    assert (restored.slug, told(restored)) == (slug, before)


def test_withdrawn_phases_and_their_correction_come_back(game: Game) -> None:
    newest = tables.current(game).ordinal
    gm.correction_make(by=game.gm, game=game, ordinal=1, newest=newest, change=gm.Change(), reason="a slip")
    restored = services.archive_restore(lines=list(selectors.whole_archive(game)))
    shapes = [
        list(one.phases.order_by("ordinal").values_list("ordinal", "turn", "status", "withdrawn__reason"))
        for one in (game, restored)
    ]
    assert shapes[0] == shapes[1]
    assert "a slip" in {row[3] for row in shapes[1]}
    assert restored.corrections.get().opened is not None


def test_the_archive_of_a_finished_game_holds_no_private_papers(game: Game) -> None:
    over = finished(game)
    lines = list(selectors.archive(tables.person("stranger"), over))
    text = "".join(lines)
    assert SECRET_PLAN not in text
    assert over.invite_token not in text
    assert over.seed in text  # it is revealed on the page of draws, too
    restored = services.archive_restore(lines=lines)
    assert told(restored) == told(over)


def test_everybody_gets_the_same_archive_of_a_finished_game(game: Game) -> None:
    over = finished(game)
    people = [tables.person(name) for name in ("austria", "gm", "stranger")]
    assert len({"".join(selectors.archive(person, over)) for person in people}) == 1


@pytest.mark.parametrize("name", ["austria", "england", "stranger", "gm"])
def test_before_the_end_an_archive_is_what_its_reader_has_seen(game: Game, name: str) -> None:
    person = tables.person(name)
    header, *lines = map(json.loads, selectors.archive(person, game))
    assert header["kind"] == "own"
    for line in lines:
        state = games.game_state(person, game, line["ordinal"])
        assert (line["viewer"], line["view"]) == (state.viewer, state.view_data())
        assert line["sheet"] == (state.sheet.text if state.sheet else None)
    assert game.seed not in "".join(map(json.dumps, lines))
    with pytest.raises(BadInput, match="one seat has seen"):
        services.archive_restore(lines=[json.dumps(header)])


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "no archive"),
        (["nonsense"], "Line 1"),
        (["[]"], "Line 1"),
        (['{"format": "other"}'], "no archive"),
        (['{"format": "trekdip-game", "version": 1, "kind": "whole", "tables": {}}'], "holds no game"),
        (
            ['{"format": "trekdip-game", "version": 1, "kind": "whole", "tables": {"games": "9999_x"}}'],
            "newer",
        ),
        (
            [
                '{"format": "trekdip-game", "version": 1, "kind": "whole", "tables": {}}',
                '{"model": "accounts.user", "pk": 1, "fields": {"username": "root"}}',
            ],
            "no table",
        ),
    ],
)
def test_files_that_are_no_archives_change_nothing(lines: list[str], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        services.archive_restore(lines=lines)
    assert not Game.objects.exists()


def test_missing_accounts_are_named(game: Game) -> None:
    lines = [line.replace('["austria"]', '["nobody.here"]') for line in selectors.whole_archive(game)]
    with pytest.raises(BadInput, match="create it first"):
        services.archive_restore(lines=lines)
    assert Game.objects.count() == 1


def forged(game: Game, model: str, **changes: Any) -> list[str]:
    """The game's archive with other values in every row of a table, under the seal of before."""
    lines = list(selectors.whole_archive(game))
    for number, line in enumerate(lines):
        row = json.loads(line)
        if row.get("model") == model:
            lines[number] = json.dumps({**row, "fields": {**row["fields"], **changes}})
    return lines


@pytest.mark.parametrize("kind", ["whole", "revealed"])
def test_an_archive_that_somebody_changed_is_restored_only_if_the_operator_vouches(
    game: Game, kind: str
) -> None:
    over = finished(game)
    lines = list(selectors.whole_archive(over) if kind == "whole" else selectors.archive(over.gm, over))
    mine = [line.replace("Two seasons", "My victory") for line in lines]
    for changed in (mine, lines[:-1], [*lines, lines[-2]], [*lines, lines[-1]], [lines[0], *lines[2:]]):
        with pytest.raises(BadInput):
            services.archive_restore(lines=changed)
    with pytest.raises(BadInput, match="was changed"):
        services.archive_restore(lines=mine)
    assert Game.objects.count() == 1
    assert services.archive_restore(lines=mine, trusted=True).title == "My victory"
    services.archive_restore(lines=[line.rstrip("\n") + "\r\n" for line in lines])


def test_an_archive_of_an_earlier_key_is_still_this_sites(game: Game, settings: Any) -> None:
    lines = list(selectors.whole_archive(game))
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, as operators change them now and then"
    services.archive_restore(lines=lines)


def test_no_archive_reaches_into_another_game(game: Game) -> None:
    lines = list(selectors.whole_archive(tables.started(title="Another")))
    row = {"model": "games.observer", "pk": 1, "fields": {"game_id": game.pk, "user": ["austria"]}}
    with pytest.raises(BadInput, match="game_id"):
        services.archive_restore(lines=[*lines, json.dumps(row)], trusted=True)
    assert not game.observers.exists()


def test_what_no_game_can_be_is_not_restored(game: Game) -> None:
    for changes in ({"joining": "nonsense"}, {"title": "x" * 300}, {"seed_hash": "z" * 300}):
        with pytest.raises(BadInput, match=r"does not fit|breaks a rule"):
            services.archive_restore(lines=forged(game, "games.game", **changes), trusted=True)
    twice = list(selectors.whole_archive(game))
    with pytest.raises(BadInput, match="more than one"):
        services.archive_restore(lines=[*twice, twice[1]], trusted=True)


@pytest.mark.parametrize("slug", ["../x y", "choose", "", "new"])
def test_a_game_gets_no_name_by_which_it_cannot_be_found(game: Game, slug: str) -> None:
    restored = services.archive_restore(lines=forged(game, "games.game", slug=slug), trusted=True)
    assert Client().get(f"/games/{restored.slug}/").status_code == 200
    assert Client().get("/").status_code == 200


def test_no_file_says_what_the_invite_link_is(game: Game) -> None:
    lines = forged(game, "games.game", invite_token="known")
    assert services.archive_restore(lines=lines, trusted=True).invite_token != "known"


def test_whoever_took_a_name_that_was_given_up_does_not_get_the_seat(game: Game) -> None:
    lines = list(selectors.whole_archive(game))
    privacy.account_close(by=set_password(tables.person("austria")), password=PASSWORD)
    tables.person("austria")  # somebody else now
    with pytest.raises(BadInput, match=r"younger than the archive.*: austria"):
        services.archive_restore(lines=lines)
    assert services.archive_restore(lines=lines, trusted=True).seats.filter(user__username="austria").exists()


def set_password(user: User) -> User:
    """The account, with a password that the test knows."""
    user.set_password(PASSWORD)
    user.save()
    return user


def test_every_table_of_games_is_in_the_archive_or_kept_out_on_purpose() -> None:
    labels = {table.label for table in rows.tables()}
    assert {"games.game", "games.phase", "games.phaseview", "games.plan", "games.observer"} <= labels
    assert not labels & rows.NEVER
    assert labels >= rows.REVEALED


def test_the_commands_write_and_restore(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.gz"
    call_command("archive_game", game.slug, path, stderr=StringIO())
    with gzip.open(path, "rt", encoding="utf-8") as file:
        assert json.loads(file.readline())["kind"] == "whole"
    said = StringIO()
    call_command("restore_game", path, stdout=said)
    assert Game.objects.count() == 2
    assert "Two seasons is back" in said.getvalue()
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("restore_game", tmp_path / "missing")
    with pytest.raises(CommandError, match="no game"):
        call_command("archive_game", "nonsense")


def test_the_page_offers_what_there_is(game: Game) -> None:
    client = Client()
    page = client.get(f"/games/{game.slug}/exports").content.decode()
    assert "saved-game.json" in page
    packed = client.get(f"/games/{game.slug}/exports/archive.jsonl.gz").content
    assert json.loads(gzip.decompress(packed).splitlines()[0])["kind"] == "own"
    forming = tables.forming(title="Not yet")
    assert client.get(f"/games/{forming.slug}/exports").status_code == 200
    assert client.get(f"/games/{forming.slug}/exports/archive.jsonl.gz").status_code == 404
