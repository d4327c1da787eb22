"""Convoy routes: which coasts a set of fleets at sea joins, and which fleets lie on a route. Orders do not
matter here."""

from __future__ import annotations

from adjudicator.chart import Chart


def bits(mask: int) -> list[int]:
    """The numbers of the bits set in `mask`, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Routes:
    """All convoy routes over one set of waters.

    A route counts only if no fleet on it could be left out: a chain with a short cut adds nothing, since
    whatever breaks the short chain breaks the long one (DATC 6.F.12, 6.G.19)."""

    __slots__ = ("_chart", "_from", "answers", "menus", "waters")

    def __init__(self, chart: Chart, waters: int) -> None:
        self._chart = chart
        self.answers: dict[object, bool] = {}  # room for others to remember what these waters decide
        self.menus: dict[str, dict[str, tuple[str, ...]]] = {}
        self.waters = waters
        self._from: dict[int, dict[int, int]] = {}

    def goals(self, origin: int) -> dict[int, int]:
        """Province number of each coast a convoy from `origin` can reach -> mask of the waters on some route
        there. Nobody is convoyed who stands on such waters already."""
        known = self._from.get(origin)
        if known is None:
            known = self._from[origin] = {}
            if self._chart.seas >> origin & 1:
                return known
            beside = self._chart.sea_beside[origin]
            for sea in bits(beside & self.waters):
                self._walk(known, sea, 1 << sea, beside, 1 << origin)
        return known

    def _walk(self, found: dict[int, int], sea: int, path: int, barred: int, passed: int) -> None:
        coasts = self._chart.coast_beside[sea]
        for goal in bits(coasts & ~passed):
            found[goal] = found.get(goal, 0) | path
        near = self._chart.sea_beside[sea]
        for onward in bits(near & self.waters & ~barred & ~path):
            self._walk(found, onward, path | 1 << onward, barred | near, passed | coasts)


def joined(chart: Chart, waters: int, origin: int, goal: int) -> bool:
    """True if fleets on all these waters carry an army from `origin` to `goal`."""
    frontier = chart.sea_beside[origin] & waters
    ends = chart.sea_beside[goal]
    seen = frontier
    while frontier:
        if frontier & ends:
            return True
        near = 0
        for sea in bits(frontier):
            near |= chart.sea_beside[sea]
        frontier = near & waters & ~seen
        seen |= frontier
    return False


class Waterways:
    """The routes of one chart, remembered by the waters that hold fleets: boards repeat."""

    __slots__ = ("_chart", "_known")
    kept = 20_000

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._known: dict[int, Routes] = {}

    def over(self, waters: int) -> Routes:
        """The routes over these waters (a mask of provinces that hold a fleet able to convoy)."""
        known = self._known.get(waters)
        if known is None:
            if len(self._known) >= self.kept:
                self._known.clear()
            known = self._known[waters] = Routes(self._chart, waters)
        return known
