"""How log lines are written: one event each, for operators, and nothing that a person or a game keeps secret.

Paths are told without the tokens in them, and without what was asked behind the `?`. Of a fault its place is
told, and its words only where they cannot quote a row, an order or an address. What is logged is decided
where it happens; carriers and levels are settings.
"""

import copy
import logging
import re
import traceback
from types import TracebackType
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from kombu.exceptions import OperationalError as BrokerError
from psycopg_pool import PoolTimeout
from pythonjsonlogger.json import JsonFormatter
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError
from typing_extensions import override

# Words of these faults tell who did not answer, or name what is missing in the code, and quote nothing.
_TELLABLE = (
    *(AttributeError, ImportError, NameError),
    *(BrokerError, ImproperlyConfigured, InterfaceError, OperationalError, PoolTimeout),
    *(RedisConnectionError, RedisTimeoutError),
)
_STANDARD = frozenset({*logging.makeLogRecord({}).__dict__, "message", "asctime", "status_code"})
_TOLD_PARTS = frozenset({"int", "slug"})  # tokens and the names of those who talk are of other kinds
_LONGEST = 16  # of a step that is told; games' names have 12 letters, tokens more than 20
_PART = re.compile(r"<(?:(\w+):)?(\w+)>")

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]


class Lines(logging.Formatter):
    """Lines for people."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        return super().format(discreet(record))

    @override
    def formatException(self, ei: Any) -> str:
        return told(ei)


class JsonLines(JsonFormatter):
    """One JSON object a line, for programs."""

    def __init__(self) -> None:
        names = {"asctime": "time", "levelname": "level", "name": "logger"}
        super().__init__("{asctime}{levelname}{name}{message}", style="{", rename_fields=names)

    @override
    def format(self, record: logging.LogRecord) -> str:
        return super().format(discreet(record))

    @override
    def formatException(self, ei: Any) -> str:
        return told(ei)


class NoRoutine(logging.Filter):
    """Passes over what comes every second and tells nothing (a task was sent), and uvicorn's lines about each
    socket: they tell who is here, by address.
    """

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        words = str(record.msg)
        return not words.startswith("Scheduler: Sending due task") and '"WebSocket %s"' not in words


def discreet(record: logging.LogRecord) -> logging.LogRecord:
    """A copy of the record for writing out, without what a request, a task or a fault carries along."""
    shown = copy.copy(record)
    shown.__dict__ = {name: value for name, value in record.__dict__.items() if name in _STANDARD}
    shown.exc_text = None  # another handler may have kept its own, whole one
    request = record.__dict__.get("request")
    if isinstance(request, HttpRequest) and isinstance(record.args, tuple) and record.args:
        shown.args = (*record.args[:-1], place(request))  # Django names the path last
    elif isinstance(record.args, dict) and "exc" in record.args:  # Celery's: words and values of the fault
        kind = re.match(r"\w*", str(record.args["exc"]))
        shown.args = {**record.args, "exc": kind[0] if kind else ""}
    elif isinstance(record.args, tuple):
        shown.args = tuple(
            cut(one) if isinstance(one, str) and one.startswith("/") else one for one in record.args
        )
    return shown


def place(request: HttpRequest) -> str:
    """Which page was asked for: its path with numbers and short names, but with the names of its tokens in
    place of them. What leads to no page is told as `cut` does.
    """
    match = request.resolver_match
    if match is None:
        return cut(request.path)

    def part(found: re.Match[str]) -> str:
        kind, name = found.groups()
        return str(match.kwargs[name]) if kind in _TOLD_PARTS and name in match.kwargs else found[0]

    return f"/{_PART.sub(part, match.route)}"


def cut(path: str) -> str:
    """A path without its query, and each step that could be a secret left out."""
    steps = path.partition("?")[0].split("/")
    return "/".join(step if len(step) <= _LONGEST else "…" for step in steps)


def told(fault: _ExcInfo | tuple[None, None, None]) -> str:
    """The trace of a fault and of those that led to it, the first one first; words only of tellable ones."""
    chain: list[BaseException] = []
    one = fault[1]
    while one is not None and one not in chain:
        chain.append(one)
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return "\n".join(
        f"{''.join(traceback.format_tb(one.__traceback__))}{_named(one)}" for one in reversed(chain)
    )


def _named(fault: BaseException) -> str:
    """The kind of a fault, with its words where they may be told."""
    kind = f"{type(fault).__module__}.{type(fault).__qualname__}".removeprefix("builtins.")
    ours = isinstance(fault, OSError) and type(fault).__module__ in {"builtins", "socket", "ssl"}
    return f"{kind}: {fault}" if ours or isinstance(fault, _TELLABLE) else kind
