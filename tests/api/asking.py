"""Asking the API in tests, with a fresh token for each asker."""

import itertools
import json
from dataclasses import dataclass
from typing import Any

from django.test import Client

from tests.games import tables
from trekdip.api import services
from trekdip.games.models import Game

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Program:
    """A program at a table; `secret` None: without a token."""

    game: Game
    secret: str | None

    def get(self, path: str = "", **query: str) -> Any:
        """The answer's JSON; fails unless it is 200."""
        answer = Client().get(self._url(path), query, headers=self._headers())
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, path: str, **body: Any) -> tuple[int, Any]:
        """The answer's status and JSON."""
        answer = Client().post(
            self._url(path), json.dumps(body), content_type="application/json", headers=self._headers()
        )
        return answer.status_code, answer.json()

    def status(self, path: str) -> int:
        """The status of reading."""
        return Client().get(self._url(path), headers=self._headers()).status_code

    def _url(self, path: str) -> str:
        return f"/api/v1/games/{self.game.slug}{path}"

    def _headers(self) -> dict[str, str]:
        return {} if self.secret is None else {"Authorization": f"Bearer {self.secret}"}


def program(game: Game, power: str, **scopes: bool) -> Program:
    """A program of the account named like a power, which may read and what `scopes` say."""
    name = f"bot {next(_numbers)}"
    _, secret = services.token_make(by=tables.person(power), game=game, name=name, **scopes)
    return Program(game, secret)
