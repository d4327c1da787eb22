"""The other adjudicators, brought to the same questions as ours; what is theirs to do is inside the timed
calls, no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.adjudicator.board import PROVINCES
from tests.bench.phases import Phase

Job = Callable[[], object]
NAMES = {"stp": "St. Petersburg", "eas": "Eastern Mediterranean Sea", "wes": "Western Mediterranean Sea"}
COASTS = {
    "nc": "North Coast",
    "sc": "South Coast",
    "ec": "North Coast",
}  # pydip calls Bulgaria's east coast its north


class Mila:
    """pip's `diplomacy` (the MILA package)."""

    name = "diplomacy"

    def __init__(self) -> None:
        from diplomacy import Game  # noqa: PLC0415 - the peers are optional

        self._new: Callable[..., Any] = Game

    def _game(self, phase: Phase) -> Any:
        game = self._new()
        game.set_current_phase(phase.turn)
        for power in game.powers:
            units = [unit.upper() for unit in phase.units.get(power.lower(), [])]
            centres = [centre.upper() for centre in phase.centers.get(power.lower(), [])]
            game.set_units(power, units, reset=True)
            game.set_centers(power, centres, reset=True)
        return game

    def _orders(self, phase: Phase) -> dict[str, list[str]]:
        return {power.upper(): [text.upper() for text in texts] for power, texts in phase.orders.items()}

    def adjudicate(self, phase: Phase) -> Job:
        """Its own step from accepted orders to results."""
        game = self._game(phase)
        for power, texts in self._orders(phase).items():
            game.set_orders(power, texts)
        step: Job = game._process
        return step

    def from_text(self, phase: Phase) -> Job:
        """From order texts to the next phase."""
        game, orders = self._game(phase), self._orders(phase)

        def job() -> None:
            for power, texts in orders.items():
                game.set_orders(power, texts)
            game.process()

        return job

    def legal(self, phase: Phase) -> Job:
        """Every legal order of everybody."""
        return self._game(phase).get_all_possible_orders


class Pydip:
    """`pydip`. It reads no text: the translation is ours, a plain split of canonical orders."""

    name = "pydip"
    legal = None

    def __init__(self) -> None:
        from pydip.map.predefined.vanilla_dip import generate_map  # noqa: PLC0415
        from pydip.player.command import command  # noqa: PLC0415
        from pydip.player.player import Player  # noqa: PLC0415
        from pydip.player.unit import Unit, UnitTypes  # noqa: PLC0415
        from pydip.turn.resolve import resolve_turn  # noqa: PLC0415

        self._map = generate_map()
        self._command, self._player, self._unit, self._types, self._resolve = (
            command,
            Player,
            Unit,
            UnitTypes,
            resolve_turn,
        )
        self._places = {
            (kind, f"{abbr}{coast}"): self._place(kind, province, coast)
            for abbr, province in PROVINCES.items()
            for kind in "AF"
            for coast in ("", "/nc", "/sc", "/ec")
        }

    def _place(self, kind: str, province: dict[str, Any], coast: str) -> str:
        name = NAMES.get(province["abbr"], province["name"])
        if kind == "A" or province["kind"] != "coastal":
            return name
        return f"{name} {COASTS[coast[1:]]}" if coast else (name if province["coasts"] else f"{name} Coast")

    def _read(self, text: str) -> Any:
        kind, place = text.split()
        return self._unit(self._types.TROOP if kind == "A" else self._types.FLEET, self._places[kind, place])

    def _players(self, phase: Phase) -> dict[str, Any]:
        players = {}
        for power in {*phase.units, *phase.orders}:
            units = [self._read(text) for text in phase.units.get(power, [])]
            start = [{"territory_name": u.position, "unit_type": u.unit_type} for u in units]
            players[power] = self._player(power, self._map, start)
        return players

    def _commands(self, phase: Phase, players: dict[str, Any]) -> list[Any]:
        commands = []
        for power, player in players.items():
            idle = {unit.position: unit for unit in player.units}
            for text in phase.orders.get(power, []):
                unit = self._read(" ".join(text.split()[:2]))
                try:
                    commands.append(self._order(player, unit, text.split()[2:]))
                except AssertionError:  # pydip's way to refuse an order
                    continue
                idle.pop(unit.position, None)
            commands.extend(self._command.HoldCommand(player, unit) for unit in idle.values())
        return commands

    def _order(self, player: Any, unit: Any, rest: list[str]) -> Any:
        command, kind = self._command, "A" if unit.unit_type == self._types.TROOP else "F"
        match rest:
            case ["H"]:
                return command.HoldCommand(player, unit)
            case ["-", to]:
                goal = self._places[kind, to]
                if kind == "A" and goal not in self._map.adjacency[unit.position]:
                    return command.ConvoyMoveCommand(player, unit, goal)
                return command.MoveCommand(player, unit, goal)
            case ["-", to, "via"]:
                return command.ConvoyMoveCommand(player, unit, self._places["A", to])
            case ["S", other, at]:
                aim = self._read(f"{other} {at}")
                return command.SupportCommand(player, unit, aim, aim.position)
            case ["S", other, at, "-", to]:
                return command.SupportCommand(
                    player, unit, self._read(f"{other} {at}"), self._places[other, to]
                )
            case ["C", other, at, "-", to]:
                return command.ConvoyTransportCommand(
                    player, unit, self._read(f"{other} {at}"), self._places["A", to]
                )
        raise AssertionError(rest)

    def adjudicate(self, phase: Phase) -> Job:
        """From its command objects to where everybody stands."""
        commands = self._commands(phase, self._players(phase))
        return lambda: self._resolve(self._map, commands)

    def from_text(self, phase: Phase) -> Job:
        """From texts, through its command objects, to where everybody stands (its next state)."""
        players = self._players(phase)
        return lambda: self._resolve(self._map, self._commands(phase, players))
