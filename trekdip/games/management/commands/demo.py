"""`manage.py demo`: accounts to sign in with and a game already under way, for looking around on one's own
machine.
"""

import random
from argparse import ArgumentParser
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from typing_extensions import override

from trekdip.accounts.models import User
from trekdip.games import gate, scripted, selectors, services
from trekdip.games.demonstration import GM_NAME, PASSWORD, SPECTATOR_NAME, VARIANT, address
from trekdip.games.models import Game
from trekdip.gm import services as desk
from trekdip.parts import part_of
from trekdip.parts.part import Demo, Part

_RHYTHM = {"M": 7 * 24, "R": 72, "A": 72}


class Command(BaseCommand):
    """Creates the demonstration once; running it again changes nothing."""

    help = "Create demonstration accounts (one a power, a GM, a spectator) and a game some years old."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--variant`: which game is shown."""
        parser.add_argument("--variant", default=VARIANT, choices=[card.id for card in gate.variants()])

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse outside of a private site; else create what is missing and say how to look at it."""
        if not (settings.DEBUG or connection.vendor == "sqlite"):
            raise CommandError(
                "The demonstration's password is known to everybody. Run it with the embedded settings only."
            )
        variant = options["variant"]
        part = part_of(variant)
        demo = part.demo or _plain(variant)
        gm = _account(GM_NAME)
        _account(SPECTATOR_NAME)
        players = {power: _account(power) for power, _ in gate.variant(variant).powers}
        game = Game.objects.filter(gm=gm, title=demo.title).first()
        if game is None:
            self.stdout.write(f"Playing the demonstration of {variant}; this happens once ...")
            self.stdout.flush()
            game = _play(variant, part, demo, gm, players)
        state = selectors.game_state(gm, game)
        self.stdout.write(f"The demonstration game stands at {state.title}: /games/{game.slug}/")
        self.stdout.write(f"Sign in as {', '.join(players)}, {GM_NAME} or {SPECTATOR_NAME}.")
        self.stdout.write(f"The password of all of them is {PASSWORD}")


def _account(name: str) -> User:
    """The demonstration account of that name, with its address confirmed and the known password."""
    user, created = User.objects.get_or_create(username=name, defaults={"email": address(name)})
    if created:
        user.set_password(PASSWORD)
        user.save(update_fields=["password"])
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _plain(variant: str) -> Demo:
    """The demonstration of a variant that says nothing of one."""
    return Demo(f"Demonstration of {gate.variant(variant).title}"[:80], phases=10, seed="0" * 31 + "1")


def _play(variant: str, part: Part, demo: Demo, gm: User, players: dict[str, User]) -> Game:
    """A game of scripted players up to an open phase in which some have sent orders and some have not."""
    game = services.game_create(
        by=gm,
        title=demo.title,
        variant=variant,
        joining="open",
        seating="chosen",
        rhythm=_RHYTHM,
        options=dict(demo.options),
        seed=demo.seed,
    )
    for power, user in players.items():
        services.game_join(by=user, game=game, power=power)
    services.game_start(by=gm, game=game)
    rng = random.Random(demo.seed)  # noqa: S311  scripted players, the same on every machine
    for ordinal in range(demo.phases):
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            return game
        for user in players.values():
            _send(part, game, user, ordinal, rng, final=False)
        desk.deadline_force(by=gm, game=game, ordinal=ordinal, reason="scripted play")
    for number, user in enumerate(players.values()):
        if number % 2:
            _send(part, game, user, demo.phases, rng, final=number % 4 == 1)
    return game


def _send(part: Part, game: Game, user: User, ordinal: int, rng: random.Random, *, final: bool) -> None:
    """One scripted sheet, from the player's own state."""
    state = selectors.game_state(user, game, ordinal)
    sheet = (part.scripted or scripted.orders)(state.view_data(), state.legal_data(), state.viewer, rng)
    services.sheet_submit(by=user, game=game, ordinal=ordinal, text="\n".join(sheet), final=final)
