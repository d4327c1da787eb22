"""Settle and list: answers questions that depend on each other. Knows nothing of units, orders or rules.

A question is a node, an int; `values[node]` is YES, NO or OPEN. The battle supplies `evaluate(node)`, which
answers from the values of other nodes with YES or NO if the answer is the same whatever is still open, else
OPEN; and `needs(node)`, the nodes it looks at. First everything is settled that can be, to a fixpoint. Then
each group of open nodes that depend on each other and on no other open node gets all its consistent
resolutions listed: one is taken; a choice among several, or a way out of none, is the battle's named backup
rule. The answer depends on the questions alone, never on the order they come in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from adjudicator.errors import StuckError

YES, NO, OPEN = 1, 0, -1
GROUP_CAP = 64
RESOLUTION_CAP = 256

Evaluate = Callable[[int], int]
Needs = Callable[[int], Iterable[int]]
Backup = Callable[[Sequence[int], Sequence[dict[int, int]]], dict[int, int]]


def settle(nodes: list[int], values: list[int], evaluate: Evaluate) -> list[int]:
    """Decide what can be decided, writing into `values`; returns the nodes that stay open."""
    while nodes:
        left = []
        for node in nodes:
            value = evaluate(node)
            if value < 0:
                left.append(node)
            else:
                values[node] = value
        if len(left) == len(nodes):
            break
        nodes = left
    return nodes


def solve(nodes: list[int], values: list[int], evaluate: Evaluate, needs: Needs, backup: Backup) -> None:
    """Decide all nodes, writing into `values`.

    `backup(group, resolutions)` is asked when a group has not exactly one resolution; it returns values for
    some nodes of the group (at least one), which then stand whatever `evaluate` says. Raises `StuckError` if
    a group is larger than `GROUP_CAP` or has more than `RESOLUTION_CAP` resolutions."""
    left = settle(nodes, values, evaluate)
    while left:
        for group in _free_groups(left, values, needs):
            found = resolutions(group, values, evaluate)
            chosen = found[0] if len(found) == 1 else backup(group, found)
            for node, value in chosen.items():
                values[node] = value
        left = settle([n for n in left if values[n] < 0], values, evaluate)


def resolutions(group: Sequence[int], values: list[int], evaluate: Evaluate) -> list[dict[int, int]]:
    """All ways to answer every node of the group so that each answer agrees with `evaluate`."""
    if len(group) > GROUP_CAP:
        raise StuckError(
            f"{len(group)} orders depend on each other in one knot; at most {GROUP_CAP} are resolved"
        )
    found: list[dict[int, int]] = []
    _list(group, values, evaluate, found)
    return found


def _list(group: Sequence[int], values: list[int], evaluate: Evaluate, found: list[dict[int, int]]) -> None:
    trail: list[int] = []
    if _follow(group, values, evaluate, trail):
        doubtful = next((n for n in group if values[n] < 0), None)
        if doubtful is None:
            found.append({n: values[n] for n in group})
            if len(found) > RESOLUTION_CAP:
                raise StuckError(f"one knot of orders has more than {RESOLUTION_CAP} consistent resolutions")
        else:
            for guess in (YES, NO):
                values[doubtful] = guess
                _list(group, values, evaluate, found)
            values[doubtful] = OPEN
    for node in trail:
        values[node] = OPEN


def _follow(group: Sequence[int], values: list[int], evaluate: Evaluate, trail: list[int]) -> bool:
    """Draw all conclusions from the guesses so far; False if they contradict themselves."""
    moved = True
    while moved:
        moved = False
        for node in group:
            value = evaluate(node)
            if value < 0 or value == values[node]:
                continue
            if values[node] >= 0:
                return False
            values[node] = value
            trail.append(node)
            moved = True
    return True


def _free_groups(nodes: Sequence[int], values: list[int], needs: Needs) -> list[list[int]]:
    """The strongly connected groups of open nodes that need no open node outside themselves (Tarjan's
    algorithm)."""
    edges = {n: [m for m in needs(n) if values[m] < 0] for n in nodes}
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    group_of: dict[int, int] = {}
    groups: list[list[int]] = []

    def visit(node: int) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in edges[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other not in group_of:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            cut = stack.index(node)
            members = sorted(stack[cut:])
            del stack[cut:]
            for member in members:
                group_of[member] = len(groups)
            groups.append(members)

    for node in nodes:
        if node not in index:
            visit(node)
    return [g for i, g in enumerate(groups) if all(group_of[m] == i for n in g for m in edges[n])]
