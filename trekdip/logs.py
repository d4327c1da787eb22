"""What log lines keep to themselves: whole requests, and the secrets in paths. Writes no line."""

import logging
from typing import Any

from typing_extensions import override

_LONGEST = 16  # of a step of a path that is told; games' names have 12 letters, tokens more than 20
_CUT = "…"


class WithoutSecrets(logging.Filter):
    """Lets every record pass, without what opens something: invitations, seats' addresses, ends of mail and
    new passwords stand in the paths of links, and a request shows its query.
    """

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        record.__dict__.pop("request", None)  # the libraries' own; a formatter would tell it whole
        if isinstance(record.args, tuple):
            record.args = tuple(_told(value) for value in record.args)
        return True


def told(path: str) -> str:
    """A path as logs tell it: without its query, and each step that could be a secret cut out."""
    steps = path.partition("?")[0].split("/")
    return "/".join(step if len(step) <= _LONGEST else _CUT for step in steps)


def _told(value: Any) -> Any:
    return told(value) if isinstance(value, str) and value.startswith("/") else value
