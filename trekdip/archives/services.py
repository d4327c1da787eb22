"""Bringing games into the site from files: archives of this site, saved games of the `diplomacy` package."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core import serializers
from django.core.exceptions import ValidationError
from django.core.serializers.base import DeserializationError
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from trekdip.accounts.models import User
from trekdip.archives import saved_games
from trekdip.archives.rows import SECRET_FIELDS, Table, tables
from trekdip.archives.seals import Unsealing
from trekdip.archives.selectors import FORMAT, VERSION
from trekdip.games import gate, selectors, services, wire
from trekdip.games.errors import BadInput
from trekdip.games.models import Game, OrderSheet, Phase, Seat, new_slug
from trekdip.games.services.audit import audit_record
from trekdip.games.services.lots import adjudicator_seed
from trekdip.games.services.phases import phase_open, resolve_locked

Model = type[models.Model]
Keys = dict[Model, dict[Any, models.Model]]  # by the key in the file
Later = tuple[models.Model, str, Model, Any]  # a row, its field, and what that refers to
_AT_ONCE = 20
_SLUG = re.compile(r"[a-z0-9]{12}")  # as `new_slug` makes them: no page of the site is called so
_MAX_QUIET = 4  # phases in a row that a recorder leaves out because nobody has to decide anything


@transaction.atomic
def archive_restore(*, lines: Iterable[str], trusted: bool = False) -> Game:
    """A game as its archive tells it: the same rows, under the same name if that is free.

    Accounts are found by name. Deadlines stand as they were. Raises BadInput for a file that is no archive,
    for one of other tables than this site's, for one that holds no whole game, and if accounts are missing;
    and, unless the operator vouches for it (`trusted`), for one that this site has not written as it is, or
    that names accounts which are younger than it: a name that was given up can be somebody else's by now.
    """
    unsealing = Unsealing(lines)
    entries = _entries(unsealing)
    header = _checked_header(next(entries, None))
    try:
        with transaction.atomic():
            game, people = _restored(entries)
    except IntegrityError as error:
        raise BadInput(f"A row of the file breaks a rule of its table: {error}") from error
    if not trusted and not unsealing.whole:
        raise BadInput(
            "This archive was changed after it was made, or another site made it. "
            "If you trust whoever gave it to you, restore it with --trust."
        )
    if not trusted and (names := _younger(people, header.get("at"))):
        raise BadInput(
            f"Accounts are younger than the archive, so they may be other people's: {', '.join(names)}. "
            "If they are the players' own, restore it with --trust."
        )
    audit_record(game=game, act="archive_restore", by=None, at=timezone.now())
    return game


@transaction.atomic
def saved_game_import(*, by: User, saved: Mapping[str, Any], title: str) -> Game:
    """A standard game from a saved game of the `diplomacy` package, adjudicated anew, `by` its GM.

    Seats are vacant; the game stands where the record ends. Raises BadInput for a file of another form or
    another map, and for a record that differs from what the rules lead to, saying where.
    """
    phases = _phases(saved)
    game = services.game_create(
        by=by, title=title, variant="standard", rhythm={}, early=False, seating=Game.Seating.CHOSEN
    )
    now = timezone.now()
    seats = {
        power: Seat.objects.create(game=game, power=power, joined_at=now)
        for power, _ in gate.variant(game.variant).powers
    }
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING, started_at=now)
    game.refresh_from_db()
    entering = gate.opening(game.variant, seed=adjudicator_seed(game.seed), options=game.options)
    phase_open(game=game, ordinal=0, entering=entering, at=now)
    for recorded in phases:
        _play_to(game, recorded)
        if saved_games.nobody_retreats(recorded) and _newest(game).turn != recorded["name"]:
            continue  # some recorders have a phase of retreats where nobody can, the rules have none
        _compare(game, recorded)
        _give(game, recorded, seats, last=recorded is phases[-1])
    audit_record(game=game, act="game_start", by=by, at=now, details={"imported": True})
    return game


def _entries(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The file's lines as data; raises BadInput for one that is none."""
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
        except ValueError:
            entry = None
        if not isinstance(entry, dict):
            raise BadInput(f"Line {number} of the file is not of an archive.")
        yield entry


def _restored(entries: Iterator[dict[str, Any]]) -> tuple[Game, set[int]]:
    """The rows of a file, written; the game, and the keys of the accounts they name."""
    known = {table.label: table for table in tables()}
    keys: Keys = {}
    later: list[Later] = []
    people: set[int] = set()
    games: list[Game] = []
    for label, rows in _batches(entries):
        table = known.get(label)
        if table is None:
            raise BadInput(f"This site has no table {label!r} for games.")
        for row in _write(table, rows, keys, later):
            people |= {key for name in table.people if (key := getattr(row, name)) is not None}
            if isinstance(row, Game):
                games.append(row)
    if len(games) != 1:
        raise BadInput("The file holds no game." if not games else "The file holds more than one game.")
    for row, name, to, key in later:
        setattr(row, name, _written(keys, to, key))
        row.save(update_fields=[name])
    return games[0], people


def _younger(people: set[int], at: object) -> list[str]:
    """The names of those accounts that were made after an archive was, `at` its moment."""
    made = parse_datetime(at) if isinstance(at, str) else None
    if made is None:
        return []
    younger = User.objects.filter(pk__in=people, date_joined__gt=made).order_by("username")
    return list(younger.values_list("username", flat=True))


def _checked_header(header: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The first line; raises BadInput unless it says that what follows can be restored here."""
    if header is None or header.get("format") != FORMAT or header.get("version") != VERSION:
        raise BadInput("This is no archive of a game of this site.")
    if header.get("kind") not in {"whole", "revealed"}:
        raise BadInput("This archive holds what one seat has seen, not a game that could go on.")
    applied = MigrationRecorder(connection).applied_migrations()
    for label, newest in dict(header.get("tables", {})).items():
        if (label, newest) not in applied:
            raise BadInput(
                f"The archive was made by a newer version: migration {newest} of {label} is missing."
            )
    return header


def _batches(entries: Iterator[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows of one table at a time, a few together."""
    batch: list[dict[str, Any]] = []
    for entry in entries:
        if batch and (entry.get("model") != batch[0].get("model") or len(batch) >= _AT_ONCE):
            yield str(batch[0].get("model")), batch
            batch = []
        batch.append(entry)
    if batch:
        yield str(batch[0].get("model")), batch


def _write(table: Table, rows: list[dict[str, Any]], keys: Keys, later: list[Later]) -> list[models.Model]:
    """Insert rows with keys of their own; what they refer to is found among those written before.

    References to rows that are not written yet stay empty, where they can be, and are noted in `later`.
    """
    old = [row.get("pk") for row in rows]
    objects: list[models.Model] = []
    empty: list[tuple[int, str, Model, Any]] = []
    for index, row in enumerate(rows):
        fields = dict(row.get("fields", {}))
        for name, to in table.parents:
            key = fields.get(name)
            if key is None:
                continue
            if key not in keys.get(to, {}) and table.model._meta.get_field(name).null:  # noqa: SLF001
                empty.append((index, name, to, key))
                fields[name] = None
            else:
                fields[name] = _written(keys, to, key).pk
        objects.append(_object(table, fields))
    for one in objects:
        if isinstance(one, Game) and not _SLUG.fullmatch(one.slug):
            one.slug = new_slug()
    _name_anew(table, objects)
    written = table.model._base_manager.bulk_create(objects)  # noqa: SLF001  the plain manager
    keys.setdefault(table.model, {}).update(zip(old, written, strict=True))
    later += [(written[index], name, to, key) for index, name, to, key in empty]
    return written


def _written(keys: Keys, model: Model, key: Any) -> models.Model:
    """The row that stands for a row of the file; raises BadInput if the file has none."""
    try:
        return keys[model][key]
    except (KeyError, TypeError):
        raise BadInput(f"A row refers to a row of {model.__name__} that is not in the file.") from None


def _name_anew(table: Table, objects: list[models.Model]) -> None:
    """Give rows whose random name somebody has another one: the game may be restored beside itself."""
    for field in table.model._meta.concrete_fields:  # noqa: SLF001
        if not field.unique or field.primary_key or not callable(field.default):
            continue
        named = {f"{field.name}__in": [getattr(one, field.name) for one in objects]}
        taken = set(table.model._base_manager.filter(**named).values_list(field.name, flat=True))  # noqa: SLF001
        for one in objects:
            if getattr(one, field.name) in taken:
                setattr(one, field.name, field.get_default())


def _object(table: Table, fields: dict[str, Any]) -> models.Model:
    """A row, not saved yet; raises BadInput where it does not fit its table or an account is missing."""
    # By the name of a column (`game_id`) a row could point at a game that is not in the file.
    if strange := sorted(fields.keys() - table.fields):
        raise BadInput(f"A row of {table.label} has fields that it cannot have: {', '.join(strange)}.")
    for secret in SECRET_FIELDS & fields.keys():
        del fields[secret]
    try:
        [read] = serializers.deserialize("python", [{"model": table.label, "fields": fields}])
    except DeserializationError as error:
        if isinstance(error.__context__, User.DoesNotExist):
            raise BadInput(
                f"A row of {table.label} names somebody without an account here: create it first. {error}"
            ) from error
        raise BadInput(f"A row of {table.label} does not fit: {error}") from error
    row: models.Model = read.object
    try:
        _clean(row)
    except ValidationError as error:
        raise BadInput(f"A row of {table.label} does not fit: {'; '.join(error.messages)}") from error
    return row


def _clean(row: models.Model) -> None:
    """See that a row says what its fields take; raises ValidationError. Keys are looked at elsewhere."""
    for field in row._meta.concrete_fields:  # noqa: SLF001
        value = getattr(row, field.attname)
        if not field.is_relation and value not in field.empty_values:
            field.clean(value, row)


def _phases(saved: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The phases of a saved game; raises BadInput for another form or map."""
    phases = saved.get("phases")
    if saved.get("map") != "standard" or not isinstance(phases, list) or not phases:
        raise BadInput("This is no saved game of standard Diplomacy.")
    for phase in phases:
        if not isinstance(phase, dict) or not {"name", "state", "orders"} <= phase.keys():
            raise BadInput("A phase of the saved game lacks its name, its state or its orders.")
    return phases


def _newest(game: Game) -> Phase:
    return Phase.objects.filter(game=game).order_by("-ordinal")[0]


def _play_to(game: Game, recorded: Mapping[str, Any]) -> None:
    """Pass phases in which nobody has to decide anything, until the recorded one."""
    for _ in range(_MAX_QUIET):
        phase = _newest(game)
        if (
            recorded["name"] in {phase.turn, saved_games.COMPLETED}
            or phase.status != Phase.Status.OPEN
            or phase.awaiting
        ):
            return
        _resolve(game, phase)


def _compare(game: Game, recorded: Mapping[str, Any]) -> None:
    """Raises BadInput if the game does not stand as the record says."""
    phase = _newest(game)
    if recorded["name"] not in {phase.turn, saved_games.COMPLETED}:
        raise BadInput(f"The record goes on with {recorded['name']}, but the rules lead to {phase.turn}.")
    state = selectors.state_for(game.pk, gate.PUBLIC)
    if state is None or saved_games.position_in(state.view_data()) != saved_games.position_of(recorded):
        raise BadInput(f"The board at {phase.turn} differs from what the orders before it lead to.")


def _give(game: Game, recorded: Mapping[str, Any], seats: Mapping[str, Seat], *, last: bool) -> None:
    """Enter the recorded orders of a phase and resolve it, whoever gave none; the last phase of a record is
    not over: its orders wait.
    """
    phase = _newest(game)
    if phase.status != Phase.Status.OPEN or recorded["name"] == saved_games.COMPLETED:
        return
    for power, text in saved_games.orders_in(recorded).items():
        if power not in seats:
            raise BadInput(f"There is no power {power!r} in standard Diplomacy.")
        read = gate.read_sheet(phase.truth, power, text)
        OrderSheet.objects.create(
            phase=phase,
            seat=seats[power],
            text="\n".join(text),
            lines=wire.lines_to_data(read),
            final=not last,
            saved_at=timezone.now(),
        )
    if not last:
        _resolve(game, phase)


def _resolve(game: Game, phase: Phase) -> None:
    """Resolve a phase; raises BadInput where the adjudicator fails, so that nothing of the game is kept."""
    resolve_locked(game=game, phase=phase, at=timezone.now())
    if phase.status == Phase.Status.STUCK:
        raise BadInput(f"The adjudicator failed on {phase.turn} of the record.")
