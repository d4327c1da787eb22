"""Archives hold every row of a game, in every variant: what comes back is compared field by field."""

import random
from collections.abc import Collection, Iterator
from typing import Any

import pytest
from django.db import models
from django.utils import timezone

from tests.games import played
from tests.games.tables import current, person
from trekdip.api import services as api
from trekdip.archives import rows, selectors, services
from trekdip.games import gate
from trekdip.games import selectors as games
from trekdip.games import services as play
from trekdip.games.models import Game, Phase
from trekdip.gm import services as gm
from trekdip.press import services as press

pytestmark = pytest.mark.django_db
VARIANTS = [card.id for card in gate.variants()]
# Keys and names are made anew where the game stands beside itself.
NAMED_ANEW = {"id", "slug", "invite_token", "name of press.message"}
# What few games have: those that nobody has been invited to, or whose variant has no such thing.
RARE = {"gm.invitation", "games.declaration", "games.advance", "games.reminder", "games.clockevent"}


def lived(variant: str) -> Game:
    """A running game in which as much as can has happened: press, votes, corrections, a replacement."""
    game = played.began(variant, rhythm={"M": 24, "R": 12, "A": 12})
    first, second, third, *_ = powers = played.powers(game)
    played.played_on(game, 3)
    newest = current(game).ordinal
    gm.correction_make(
        by=game.gm, game=game, ordinal=1, newest=newest, change=gm.Change(), reason="A mail was late"
    )
    game.refresh_from_db()
    played.played_on(game, 1, chance=2)
    ordinal = current(game).ordinal
    rng = random.Random(3)
    played.ordered(game, second, rng)
    word = press.message_send(
        by=person(first), game=game, key="+".join(sorted((first, second))), text="Peace?", attach="position:0"
    )
    press.message_report(
        by=person(second), game=game, key="+".join(sorted((first, second))), name=word.name, reason="spam"
    )
    press.mute_set(by=person(second), game=game, target=third, muted=True)
    press.handover_set(by=person(third), game=game, agreed=True)
    gm.announcement_make(by=game.gm, game=game, text="A late night")
    gm.note_save(by=game.gm, game=game, text="Mine alone")
    gm.seat_replace(by=game.gm, game=game, power=third, newcomer=person("newcomer"), reason="ill")
    play.game_leave(by=person(powers[-1]), game=game)
    play.takeover_ask(by=person("hopeful"), game=game, power=powers[-1], note="")
    play.plan_save(by=person(first), game=game, ordinal=ordinal, name="mine", text="")
    proposal = play.proposal_make(by=person(first), game=game, ordinal=ordinal, kind="end")
    play.ballot_cast(by=person(second), game=game, ordinal=ordinal, proposal_id=proposal.pk, yes=False)
    play.clock_vote_call(by=person(first), game=game, ordinal=ordinal, kind="pause", minutes=600)
    watcher = play.observer_ask(by=person("watcher"), game=game)
    play.observer_agree(by=person(first), game=game, observer_id=watcher.pk)
    if current(game).turn.endswith("M"):
        play.advance_save(by=person(first), game=game, ordinal=ordinal, text="WAIVE")
    if possible := games.declarations(person(first), game, ordinal).possible:
        play.declaration_make(by=person(first), game=game, ordinal=ordinal, text=possible[0])
    api.token_make(by=person(first), game=game, name="bot")
    return Game.objects.get(pk=game.pk)


def contents(game: Game) -> dict[str, list[dict[str, Any]]]:
    """Every row of a game by table; references to other rows of it as their places in their tables."""
    places = {
        table.model: {row.pk: place for place, row in enumerate(of(table, game))} for table in rows.tables()
    }
    found = {}
    for table in rows.tables():
        parents = dict(table.parents)
        found[table.label] = [
            {
                field.name: places[parents[field.name]].get(getattr(row, field.attname))
                if field.name in parents
                else getattr(row, field.attname)
                for field in row._meta.concrete_fields
                if not {field.name, f"{field.name} of {table.label}"} & NAMED_ANEW
            }
            for row in of(table, game)
        ]
    return found


def of(table: rows.Table, game: Game) -> list[models.Model]:
    """The rows of a table, in the order they were written."""
    found = list(table.model._base_manager.filter(**{table.path: game.pk}).order_by("pk"))
    return [row for row in found if getattr(row, "act", "") != "archive_restore"]


def over(game: Game) -> Game:
    """The game as if it were over."""
    now = timezone.now()
    at_work = game.phases.filter(status=Phase.Status.OPEN)
    at_work.update(status=Phase.Status.RESOLVED, resolved_at=now, deadline=None, remaining=None)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, outcome="ended", ended_at=now)
    return Game.objects.get(pk=game.pk)


def compared(game: Game, lines: Iterator[str], labels: Collection[str]) -> None:
    """See that a restored game has the same rows in these tables, and no others."""
    before, after = contents(game), contents(services.archive_restore(lines=list(lines)))
    assert {label for label, found in after.items() if found} <= set(labels)
    for label in labels:
        assert after[label] == before[label], label


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_row_comes_back_as_it_was(variant: str) -> None:
    game = lived(variant)
    labels = {table.label for table in rows.tables()}
    assert {label for label, found in contents(game).items() if not found} <= RARE
    compared(game, selectors.whole_archive(game), labels)
    game = over(game)
    compared(game, selectors.whole_archive(game), labels)
    compared(game, selectors.archive(person("stranger"), game), rows.REVEALED)
