"""Who knows what: hidden things against seats, worked out by comparing Views. Pure but for what it is
given."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from trekdip.games import gate
from trekdip.gm.knowledge import Item, Reader

Views = Mapping[str, Mapping[str, Any]]  # viewer -> View


@dataclass(frozen=True)
class Cell:
    """Whether a seat knows a thing, and since which phase; `since` is empty where it does not."""

    power: str
    since: str


@dataclass(frozen=True)
class Row:
    """A thing that is not everybody's, and who knows it. `true`: the truth says so; else it is what seats go
    by in its place.
    """

    item: Item
    cells: list[Cell]
    true: bool

    @property
    def known(self) -> int:
        """How many seats know it."""
        return sum(bool(cell.since) for cell in self.cells)


@dataclass(frozen=True)
class Matrix:
    """All such things, those of one group together: what is true first, then what is only believed."""

    powers: list[str]
    true: list[tuple[str, list[Row]]]
    believed: list[tuple[str, list[Row]]]


def matrix(variant: str, title: str, views: Views, earlier: Iterable[tuple[str, Views]] = ()) -> Matrix:
    """The matrix of one phase. `title` and `earlier` (newest first) say since when: as long as the phases
    before say the same without a break.
    """
    reader = Reader(variant)
    powers = [power for power, _ in gate.variant(variant).powers]
    public = set(reader.items(views[gate.PUBLIC]))
    truth = dict.fromkeys(reader.items(views[gate.GM]))
    known = {power: dict.fromkeys(reader.items(views[power])) for power in powers}
    hidden = [item for item in truth if item not in public]
    believed = [item for mine in known.values() for item in mine if item not in public and item not in truth]
    since = _since(reader, title, known, set(hidden) | set(believed), earlier)

    def row(item: Item, *, true: bool) -> Row:
        return Row(item, [Cell(power, since.get((power, item), "")) for power in powers], true)

    return Matrix(
        powers,
        _grouped([row(item, true=True) for item in hidden]),
        _grouped([row(item, true=False) for item in dict.fromkeys(believed)]),
    )


def _since(
    reader: Reader,
    title: str,
    known: Mapping[str, Iterable[Item]],
    wanted: set[Item],
    earlier: Iterable[tuple[str, Views]],
) -> dict[tuple[str, Item], str]:
    """For each thing a seat knows the first phase of the unbroken run in which it did."""
    since = {(power, item): title for power, mine in known.items() for item in mine if item in wanted}
    running = set(since)
    for before, views in earlier:
        if not running:
            break
        said = {power: set(reader.items(views[power])) for power in {power for power, _ in running}}
        running = {(power, item) for power, item in running if item in said[power]}
        since |= dict.fromkeys(running, before)
    return since


def _grouped(rows: list[Row]) -> list[tuple[str, list[Row]]]:
    """The rows by group, groups in the order in which they first come."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.item.group, []).append(row)
    return list(groups.items())
