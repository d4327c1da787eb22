"""Which tables hold a game, in an order in which they can be written again. Reads no row."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from django.apps import apps
from django.db import models

from trekdip.accounts.models import User
from trekdip.games.models import Game

Model = type[models.Model]

# What everybody may have when a game is over: the game itself. Plans, press, tokens stay their owners'.
REVEALED = frozenset(
    {
        "games.game",
        "games.seat",
        "games.phase",
        "games.unit",
        "games.order",
        "games.ordersheet",
        "games.phaseview",
        "games.auditentry",
        "games.declaration",
        "gm.announcement",
        "gm.correction",
    }
)
# Secrets of persons and devices, and what is only on its way: no archive holds them.
NEVER = frozenset({"api.seattoken", "games.outbox"})
NEVER_APPS = frozenset({"notices"})
SECRET_FIELDS = frozenset({"invite_token"})  # made anew when a game is restored


@dataclass(frozen=True)
class Table:
    """A table with rows of games. `path` is the lookup from a row to its game; `parents` are the foreign
    keys to other such tables: field name and model.
    """

    model: Model
    path: str
    parents: tuple[tuple[str, Model], ...]

    @property
    def label(self) -> str:
        """Its name in archives: `games.phase`."""
        return self.model._meta.label_lower  # noqa: SLF001  Django's documented interface

    @property
    def fields(self) -> frozenset[str]:
        """The names under which a row's values stand in archives."""
        return frozenset(
            field.name
            for field in self.model._meta.concrete_fields  # noqa: SLF001
            if not field.primary_key
        )

    @property
    def people(self) -> tuple[str, ...]:
        """The columns that hold keys of accounts."""
        return tuple(
            field.attname
            for field in self.model._meta.concrete_fields  # noqa: SLF001
            if field.related_model is User
        )


@functools.cache
def tables() -> tuple[Table, ...]:
    """Every table whose rows go with a game when it is deleted, parents before children."""
    paths = {
        model: path
        for model in apps.get_models(include_auto_created=True)
        if (path := _path(model)) is not None
    }
    return tuple(
        Table(model, paths[model], tuple((name, to) for name, to in _keys(model) if to in paths))
        for model in _sorted(paths)
        if model._meta.label_lower not in NEVER and model._meta.app_label not in NEVER_APPS  # noqa: SLF001
    )


def _keys(model: Model, *, needed: bool = False) -> Iterator[tuple[str, Model]]:
    """The foreign keys of a model, or only those that cannot be empty: field name and target."""
    for field in model._meta.concrete_fields:  # noqa: SLF001
        if not isinstance(field, models.ForeignKey) or (needed and field.null):
            continue
        if isinstance(field.related_model, type):
            yield field.name, field.related_model


def _path(model: Model, seen: frozenset[Model] = frozenset()) -> str | None:
    """The shortest lookup from a model's rows to their game by keys without NULL; None if there is none."""
    if model is Game:
        return "pk"
    found = []
    for name, to in _keys(model, needed=True):
        if to in seen or to is model:
            continue
        rest = _path(to, seen | {model})
        if rest is not None:
            found.append(name if rest == "pk" else f"{name}__{rest}")
    return min(found, key=lambda path: (path.count("__"), path), default=None)


def _sorted(found: dict[Model, str]) -> list[Model]:
    """Parents first, as far as a row cannot be without them; by name where it does not matter."""
    rest = sorted(found, key=lambda model: model._meta.label_lower)  # noqa: SLF001
    done: list[Model] = []
    while rest:
        ready = [
            model
            for model in rest
            if not any(to in rest and to is not model for _, to in _keys(model, needed=True))
        ]
        if not ready:
            names = ", ".join(model.__name__ for model in rest)
            raise ValueError(f"These tables refer to each other in a circle: {names}.")
        done += ready
        rest = [model for model in rest if model not in ready]
    return done
