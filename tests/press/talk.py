"""Saying things in tests, by accounts named like their powers."""

from tests.games.tables import person
from trekdip.games.models import Game
from trekdip.press import selectors, services
from trekdip.press.models import Message
from trekdip.press.selectors import Said


def say(game: Game, who: str, key: str, text: str = "hello", attach: str = "") -> Message:
    """The account says something in the conversation of that key."""
    return services.message_send(by=person(who), game=game, key=key, text=text, attach=attach)


def hears(game: Game, who: str, key: str) -> list[str]:
    """What the account reads in a conversation, by its texts."""
    return [said.text for said in thread(game, who, key).messages]


def thread(game: Game, who: str, key: str) -> selectors.Thread:
    """A conversation as the account has it."""
    return selectors.thread(person(who), game, key)


def all_read(game: Game, who: str) -> list[Said]:
    """Everything the account may read."""
    return selectors.exported(person(who), game)
