"""What a file tells of a game: all of it to operators, what is revealed at its end, or what one seat saw."""

import datetime as dt
import itertools
import json
from collections.abc import Iterator
from typing import Any

from django.core import serializers
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from typing_extensions import override

from trekdip.archives import judge, saved_games
from trekdip.archives.rows import REVEALED, SECRET_FIELDS, Table, tables
from trekdip.archives.seals import sealed
from trekdip.games import gate, selectors
from trekdip.games.errors import NotFound
from trekdip.games.models import Game, Phase
from trekdip.games.selectors import Person

FORMAT = "trekdip-game"
VERSION = 1
_AT_ONCE = 20  # rows in memory: a phase's views are large


def whole_archive(game: Game) -> Iterator[str]:
    """Every row of a game as JSON lines, secrets included, for whoever operates the site."""
    header = _header(game, "whole", timezone.now())
    return sealed(itertools.chain([_line(header)], _rows(game, tables())))


def archive(user: Person, game: Game) -> Iterator[str]:
    """A game as JSON lines: everything but private papers when it is over, what the asker saw before that.

    Raises NotFound for a game that has not begun.
    """
    if game.status == Game.Status.FINISHED:
        revealed = tuple(table for table in tables() if table.label in REVEALED)
        header = _header(game, "revealed", game.ended_at)  # the same file for everybody, whenever they ask
        return sealed(itertools.chain([_line(header)], _rows(game, revealed)))
    newest = selectors.game_state(user, game)
    return itertools.chain([_line(_header(game, "own", None))], _own(user, game, newest.ordinal))


def saved_game(user: Person, game: Game) -> dict[str, Any]:
    """A game of `standard` as the `diplomacy` package saves it, through the asker's eyes.

    Raises NotFound for another variant and for a game that has not begun.
    """
    if game.variant != "standard":
        raise NotFound("Only games of standard Diplomacy can be saved in that form.")
    views = _views(user, game)
    homes = gate.homes(game.variant)
    over = game.status == Game.Status.FINISHED
    opened = [at for _, at in views]
    return saved_games.saved(game.slug, [view for view, _ in views], homes, opened, over=over)


def results(user: Person, game: Game) -> str:
    """The orders and results of all phases as judges write them, through the asker's eyes.

    Raises NotFound for a game that has not begun.
    """
    titles = dict(gate.variant(game.variant).powers)
    names = {place: facts["name"] for place, facts in gate.geometry(game.variant)["provinces"].items()}
    views = [view for view, _ in _views(user, game)]
    phases = [gate.turn_title(game.variant, view["turn"]) for view in views]
    words = judge.Words(titles, names, gate.kinds(game.variant))
    return judge.results(game.title, views, phases, words, ending=selectors.table(user, game).result)


def _header(game: Game, kind: str, at: dt.datetime | None) -> dict[str, Any]:
    """The first line: what this is, of which version of the tables, and when the people it names had their
    accounts (`at`).
    """
    applied = MigrationRecorder(connection).applied_migrations()
    labels = {table.label.split(".")[0] for table in tables()}
    newest = {label: max(name for app, name in applied if app == label) for label in sorted(labels)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "kind": kind,
        "game": game.slug,
        "title": game.title,
        "variant": game.variant,
        "tables": newest,
        "at": at,
    }


def _rows(game: Game, chosen: tuple[Table, ...]) -> Iterator[str]:
    """All rows of these tables that belong to the game, parents first; people by their names."""
    for table in chosen:
        rows = table.model._base_manager.filter(**{table.path: game.pk}).order_by("pk")  # noqa: SLF001
        for row in rows.iterator(chunk_size=_AT_ONCE):
            told = serializers.serialize("python", [row], use_natural_foreign_keys=True)[0]
            for secret in SECRET_FIELDS & told["fields"].keys():
                del told["fields"][secret]
            yield _line(told)


def _own(user: Person, game: Game, newest: int) -> Iterator[str]:
    """The phases up to now as the asker saw them, with the asker's own sheets."""
    for ordinal in _ordinals(game, newest):
        state = selectors.game_state(user, game, ordinal)
        yield _line(
            {
                "ordinal": state.ordinal,
                "turn": state.turn,
                "title": state.title,
                "viewer": state.viewer,
                "view": state.view_data(),
                "sheet": None if state.sheet is None else state.sheet.text,
            }
        )


def _views(user: Person, game: Game) -> list[tuple[dict[str, Any], dt.datetime]]:
    """The asker's views of all phases that stand, and when each opened."""
    newest = selectors.game_state(user, game).ordinal
    opened = dict(Phase.objects.filter(game=game).values_list("ordinal", "opened_at"))
    return [
        (selectors.game_state(user, game, ordinal).view_data(), opened[ordinal])
        for ordinal in _ordinals(game, newest)
    ]


def _ordinals(game: Game, newest: int) -> list[int]:
    """The phases of a game up to `newest`, without those that were withdrawn."""
    standing = Phase.objects.filter(game=game, ordinal__lte=newest, withdrawn__isnull=True)
    return list(standing.order_by("ordinal").values_list("ordinal", flat=True))


class _Encoder(DjangoJSONEncoder):
    """Django's encoder cuts times to milliseconds; an archive keeps them whole."""

    @override
    def default(self, o: object) -> object:
        return o.isoformat() if isinstance(o, dt.datetime) else super().default(o)


def _line(data: object) -> str:
    return json.dumps(data, cls=_Encoder, ensure_ascii=False, separators=(",", ":")) + "\n"
