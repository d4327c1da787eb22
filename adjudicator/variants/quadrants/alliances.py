"""Alliances: proposed, accepted, declined, broken in a movement phase, at once and in public (Q-n). What
they are worth is said where victory is."""

from __future__ import annotations

from adjudicator.errors import BadDeclarationError
from adjudicator.position import Position
from adjudicator.variant import Variant
from adjudicator.variants.quadrants.memory import Memory, memory_of, remember
from adjudicator.variants.quadrants.powers import living

PROPOSE, ACCEPT, DECLINE, WITHDRAW, BREAK = "PROPOSE", "ACCEPT", "DECLINE", "WITHDRAW", "BREAK"


class Alliances:
    """`PROPOSE gorn`, `ACCEPT gorn`, `DECLINE gorn`, `WITHDRAW gorn`, `BREAK gorn`."""

    def possible(self, variant: Variant, position: Position, power: str) -> list[str]:
        """What the power may declare now."""
        return [
            f"{word} {other}"
            for other in variant.ids
            for word in (PROPOSE, ACCEPT, DECLINE, WITHDRAW, BREAK)
            if _objection(variant, position, power, word, other) is None
        ]

    def made(self, variant: Variant, position: Position, power: str, text: str) -> Position:
        """The position after the declaration.

        Raises `BadDeclarationError`."""
        words = text.split()
        names = {p.id: p.id for p in variant.powers} | {p.name.lower(): p.id for p in variant.powers}
        other = names.get(" ".join(words[1:]).lower())
        word = words[0].upper() if words else ""
        if other is None:
            raise BadDeclarationError(
                f"“{text.strip()}” names no power; write it like “{PROPOSE} {variant.ids[0]}”"
            )
        problem = _objection(variant, position, power, word, other)
        if problem is not None:
            raise BadDeclarationError(problem)
        return _carried_out(position, power, word, other)


def _carried_out(position: Position, power: str, word: str, other: str) -> Position:
    memory = memory_of(position)
    if word == PROPOSE:
        return remember(position, proposals=tuple(sorted([*memory.proposals, (power, other)])))
    if word == BREAK:
        return remember(position, alliances=tuple(a for a in memory.alliances if set(a) != {power, other}))
    proposals = tuple(p for p in memory.proposals if set(p) != {power, other})
    if word == ACCEPT:
        alliances = tuple(sorted([*memory.alliances, pair(power, other)]))
        return remember(position, proposals=proposals, alliances=alliances)
    return remember(position, proposals=proposals)


def pair(a: str, b: str) -> tuple[str, str]:
    """Two allies, in one order."""
    return (a, b) if a < b else (b, a)


def ally(memory: Memory, power: str) -> str | None:
    """The power's ally, if it has one."""
    return next((q for pair in memory.alliances if power in pair for q in pair if q != power), None)


def _objection(variant: Variant, position: Position, power: str, word: str, other: str) -> str | None:
    memory = memory_of(position)
    alive = living(position, variant.ids)
    if position.turn[-1] != "M":
        return "alliances are made and broken in movement phases only (Q-n)"
    if memory.told is not None:
        return (
            "the orders are locked; alliances can be made and broken again in the next movement phase (Q-n)"
        )
    if power == other:
        return "an alliance takes two powers"
    if power not in alive or other not in alive:
        return "the eliminated make no alliances (Q-n)"
    match word:
        case "PROPOSE":
            return _no_proposal(memory, power, other)
        case "ACCEPT" | "DECLINE":
            if (other, power) not in memory.proposals:
                return f"{other} has not proposed an alliance to {power}"
            busy = next((p for p in (power, other) if ally(memory, p) is not None), None)
            return (
                f"{busy} has an alliance already; one is the most (Q-n)" if word == ACCEPT and busy else None
            )
        case "WITHDRAW":
            return (
                None
                if (power, other) in memory.proposals
                else f"{power} has not proposed an alliance to {other}"
            )
        case "BREAK":
            return None if ally(memory, power) == other else f"{power} and {other} are not allied"
    return f"“{word}” is none of {PROPOSE}, {ACCEPT}, {DECLINE}, {WITHDRAW}, {BREAK}"


def _no_proposal(memory: Memory, power: str, other: str) -> str | None:
    if ally(memory, power) == other:
        return f"{power} and {other} are allied already"
    if any(set(p) == {power, other} for p in memory.proposals):
        return f"a proposal between {power} and {other} is pending; only one can be (Q-n)"
    return None
