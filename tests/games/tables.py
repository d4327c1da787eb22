"""Tables for the tests of games and desk, made by the services themselves."""

from typing import Any

from trekdip.accounts.models import User
from trekdip.games import services
from trekdip.games.models import Game, Phase
from trekdip.games.terms import Terms

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")

OPENING = {
    "austria": ["A bud - ser", "A vie - tri", "F tri - alb"],
    "england": ["F edi - nwg", "F lon - nth", "A lvp - yor"],
    "france": ["F bre - mao", "A mar - spa", "A par - bur"],
    "germany": ["A ber - kie", "F kie - den", "A mun - ruh"],
    "italy": ["F nap - ion", "A rom - apu", "A ven H"],
    "russia": ["A mos - ukr", "F sev - rum", "F stp/sc - bot", "A war - gal"],
    "turkey": ["F ank - bla", "A con - bul", "A smy - con"],
}


def person(name: str) -> User:
    """An account."""
    user, _ = User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})
    return user


def forming(**terms: Any) -> Game:
    """An empty table whose GM is `gm`; powers are chosen, and phases take hours with no time of grace, unless
    the terms say otherwise.
    """
    clock = {"rhythm": {"M": 24, "R": 12, "A": 12}, "clock_terms": Terms(grace=0)}
    usual: dict[str, Any] = {
        "by": person("gm"),
        "title": "A game",
        "variant": "standard",
        "seating": "chosen",
    }
    return services.game_create(**{**usual, **clock, **terms})


def full(**terms: Any) -> Game:
    """A forming table with a player for each power, named like it."""
    game = forming(**terms)
    for power in POWERS:
        services.game_join(by=person(power), game=game, power=power, token=game.invite_token)
    return game


def started(**terms: Any) -> Game:
    """A running game at its first phase, each power played by the account named like it."""
    game = full(**terms)
    services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    return game


def current(game: Game) -> Phase:
    """The game's newest phase."""
    return Phase.objects.filter(game=game).order_by("-ordinal")[0]


def submit(game: Game, power: str, lines: list[str], *, final: bool | None = None) -> Any:
    """A sheet by the account named like the power, for the newest phase."""
    return services.sheet_submit(
        by=person(power), game=game, ordinal=current(game).ordinal, text="\n".join(lines), final=final
    )


def submit_all(game: Game, sheets: dict[str, list[str]], *, final: bool = True) -> None:
    """All these sheets."""
    for power, lines in sheets.items():
        submit(game, power, lines, final=final)
