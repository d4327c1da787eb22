"""The command line: JSON requests on standard input, one a line, one JSON answer a line. Only reads and
writes; decides nothing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

import msgspec

from adjudicator import game
from adjudicator.codec import dumps
from adjudicator.errors import (
    AdjudicatorError,
    BadDeclarationError,
    BadDrawsError,
    BadSetupError,
    BadViewerError,
)
from adjudicator.position import Position

Request = dict[str, Any]


def main(
    arguments: list[str] | None = None, source: Iterable[bytes] | None = None, sink: BinaryIO | None = None
) -> int:
    """Run one command over all requests; returns the exit status.

    `source`, `sink`: UTF-8 bytes whatever the locale says, by default standard input and output."""
    parser = argparse.ArgumentParser(
        prog="adjudicator", description="Adjudicates Diplomacy and its variants."
    )
    parser.add_argument("command", choices=("variants", *_COMMANDS))
    command = parser.parse_args(arguments).command
    sink = sink or sys.stdout.buffer
    if command == "variants":
        _say(sink, game.variants())
        return 0
    for line in source or sys.stdin.buffer:
        if line.strip():
            _say(sink, _answer(_COMMANDS[command], line))
    return 0


def _say(sink: BinaryIO, answer: object) -> None:
    sink.write(msgspec.json.encode(answer) + b"\n")
    sink.flush()


def _answer(command: Callable[[Request], object], line: bytes) -> object:
    try:
        request = msgspec.json.decode(line, type=dict[str, Any])
        return command(request)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return {"error": f"the request is not a JSON object: {error}"}
    except AdjudicatorError as error:
        return {"error": str(error)}


def _position(request: Request) -> Position:
    if "state" in request:
        return game.loads(request["state"])
    if "setup" in request:
        return game.setup(request["setup"])
    raise BadSetupError("the request needs “state” or “setup”")


def _viewer(request: Request) -> str:
    viewer = request.get("viewer")
    if not isinstance(viewer, str):
        raise BadViewerError("the request needs “viewer”")
    return viewer


def _new(request: Request) -> object:
    variant = request.get("variant")
    if not isinstance(variant, str):
        raise BadSetupError("the request needs “variant”")
    state = game.new(variant, seed=request.get("seed", 0), options=request.get("options"))
    return {"state": dumps(state), "turn": state.turn}


def _resolve(request: Request) -> object:
    outcome = game.resolve(_position(request), request.get("orders", {}))
    answer = {"turn": outcome.turn, "state": dumps(outcome.state), **outcome.to_dict()}
    if request.get("views"):
        answer["views"] = game.views(outcome.state)
    return answer


def _lock(request: Request) -> object:
    """`state` is null where there is no moment between lock and resolution."""
    locked = game.lock(_position(request), request.get("orders", {}))
    if locked is None:
        return {"state": None}
    answer: dict[str, object] = {"state": dumps(locked), "awaiting": game.awaiting(locked)}
    if request.get("views"):
        answer["views"] = game.views(locked)
    return answer


def _declare(request: Request) -> object:
    power, text = request.get("power"), request.get("text")
    if not isinstance(power, str):
        raise BadViewerError("the request needs “power”")
    if not isinstance(text, str):
        raise BadDeclarationError("the request needs “text”, what is declared")
    declared = game.declare(_position(request), power, text)
    return {"state": dumps(declared), "turn": declared.turn}


def _declarations(request: Request) -> object:
    return game.declarations(_position(request), _viewer(request))


def _check(request: Request) -> object:
    return game.check(_position(request), _viewer(request), request.get("orders", []))


def _view(request: Request) -> object:
    return game.view(_position(request), _viewer(request))


def _legal(request: Request) -> object:
    return game.legal(_position(request), _viewer(request))


def _render(request: Request) -> object:
    position = _position(request)
    part = request.get("part", "all")
    svg = game.render(game.view(position, _viewer(request)), variant=position.variant, part=part)
    return {"svg": svg}


def _verify(request: Request) -> object:
    if "states" not in request:
        return game.verify(request.get("seed"), request.get("draws"))  # type: ignore[arg-type]
    if not isinstance(request["states"], list) or not request["states"]:
        raise BadDrawsError("states: give the texts of the positions of one game")
    states = [game.loads(text) for text in request["states"]]
    return game.verify(states[0].seed, [one for state in states for one in game.drawn(state)])


_COMMANDS: dict[str, Callable[[Request], object]] = {
    "new": _new,
    "resolve": _resolve,
    "check": _check,
    "declarations": _declarations,
    "declare": _declare,
    "lock": _lock,
    "view": _view,
    "legal": _legal,
    "render": _render,
    "verify": _verify,
}
