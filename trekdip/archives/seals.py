"""The seal at the end of an archive: whether a file is what this site has written. Reads and writes no row.

An archive is a text that anybody can change who has it in hand, and what it says of a game would be believed.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator

from django.conf import settings

_SALT = b"trekdip.archives.seal"
_NAME = "seal"


def sealed(lines: Iterable[str]) -> Iterator[str]:
    """The lines, and one more with the seal of all of them."""
    seal = _Seals([settings.SECRET_KEY])
    for line in lines:
        seal.take(line)
        yield line
    yield json.dumps({_NAME: seal.values()[0]}, separators=(",", ":")) + "\n"


class Unsealing:
    """Lines without their seal, one by one; afterwards `whole` says whether it was theirs, by the site's key
    or an earlier one.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self.whole = False

    def __iter__(self) -> Iterator[str]:
        seals = _Seals(map(str, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)))
        found = ""
        for line in self._lines:
            found = "" if found else _seal_in(line)  # what stands below a seal has broken it
            if not found:
                seals.take(line)
                yield line
        self.whole = any(hmac.compare_digest(found, value) for value in seals.values())


class _Seals:
    """The seals of the same lines, by several keys."""

    def __init__(self, keys: Iterable[str]) -> None:
        made = [hashlib.sha256(_SALT + key.encode()).digest() for key in keys]
        self._seals = [hmac.new(key, digestmod=hashlib.sha256) for key in made]

    def take(self, line: str) -> None:
        for seal in self._seals:
            seal.update(line.rstrip("\r\n").encode() + b"\n")

    def values(self) -> list[str]:
        return [seal.hexdigest() for seal in self._seals]


def _seal_in(line: str) -> str:
    """The seal that a line consists of; empty for any other line."""
    if not line.startswith(f'{{"{_NAME}":'):
        return ""
    try:
        told = json.loads(line)
    except ValueError:
        return ""
    value = told.get(_NAME) if isinstance(told, dict) and len(told) == 1 else None
    return value if isinstance(value, str) and value.isascii() else ""
