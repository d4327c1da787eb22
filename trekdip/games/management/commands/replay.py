"""`manage.py replay`: a recorded game played through the running site, compared with the record phase by
phase.

Accounts and table are made in the site's database; everything else is done as people do it: a client for
each power and one for the GM sign in over HTTP, keep a socket open, send sheets, and the GM forces each
deadline.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from trekdip.accounts.models import User
from trekdip.games import gate, services
from trekdip.games.management.client import Client, SiteError
from trekdip.games.management.records import Recorded, differences, read

VARIANT = "standard"


@dataclass(frozen=True)
class Prepared:
    """A table made for a replay: its slug, the one password of its accounts, their names by power, the GM's
    name.
    """

    slug: str
    password: str
    players: dict[str, str]
    gm: str


@dataclass(frozen=True)
class Result:
    """Positions compared, recorded phases the site rightly passed over, phases that came by every socket."""

    compared: int
    passed: int
    pushed: int


class Command(BaseCommand):
    """Plays, compares, prints a count; any difference is an error."""

    help = "Play a recorded game through the running site with one client a power and a GM, and compare."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        """The record, where the site runs, and how long to wait for a socket."""
        parser.add_argument(
            "record", type=Path, help="the game: one phase a line as JSON, .jsonl or .jsonl.gz"
        )
        parser.add_argument("--base-url", default="http://127.0.0.1:8000", help="where the site runs")
        parser.add_argument("--patience", type=float, default=30, help="seconds to wait for a push")
        parser.add_argument(
            "--phases", type=int, default=None, help="stop after so many phases of the record"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        """Play and report; CommandError says what went wrong where."""
        try:
            record = read(options["record"])[: options["phases"]]
        except (OSError, msgspec.MsgspecError) as error:
            raise CommandError(f"{options['record']} cannot be read as a recorded game: {error}") from error
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it would write a line a request
        prepared = prepare()
        self.stdout.write(f"/games/{prepared.slug}/ replays {options['record'].name}")
        try:
            result = asyncio.run(play(options["base_url"], prepared, record, patience=options["patience"]))
        except SiteError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{result.compared} of {len(record)} recorded positions equal the stored ones, "
            f"{result.passed} without a choice were passed over; "
            f"{len(prepared.players) + 1} sockets got each of {result.pushed} phases."
        )


def prepare() -> Prepared:
    """Fresh accounts and a started table that nothing but its GM moves on."""
    password = secrets.token_urlsafe(16)
    tag = secrets.token_hex(3)
    gm = _account(f"replay-{tag}-gm", password)
    players = {
        power: _account(f"replay-{tag}-{power}", password) for power, _ in gate.variant(VARIANT).powers
    }
    game = services.game_create(
        by=gm, title="Replay", variant=VARIANT, joining="invite", seating="chosen", early=False, rhythm={}
    )
    for power, user in players.items():
        services.game_join(by=user, game=game, token=game.invite_token, power=power)
    services.game_start(by=gm, game=game)
    return Prepared(
        game.slug, password, {power: user.username for power, user in players.items()}, gm.username
    )


async def play(base_url: str, prepared: Prepared, record: Sequence[Recorded], *, patience: float) -> Result:
    """Play the record. Raises SiteError at the first difference."""
    async with contextlib.AsyncExitStack() as stack:
        gm = Client(base_url, prepared.slug, prepared.gm)
        players = {power: Client(base_url, prepared.slug, name) for power, name in prepared.players.items()}
        everybody = [gm, *players.values()]
        for client in everybody:
            await stack.enter_async_context(client.at_the_table(prepared.password))
        compared = passed = 0
        for recorded in record:
            state = await _reach(gm, everybody, recorded, patience)
            if state is None:
                passed += 1
                continue
            found = differences(recorded, state["view"])
            if found:
                raise SiteError(f"{recorded.phase}: " + "; ".join(found))
            compared += 1
            if state["status"] == "finished":
                break
            await _send_all(players, recorded, state["ordinal"])
            await _move_on(gm, everybody, state["ordinal"], patience)
        return Result(compared, passed, _all_pushed(gm, players))


async def _reach(
    gm: Client, everybody: Sequence[Client], recorded: Recorded, patience: float
) -> dict[str, Any] | None:
    """The GM's state at the recorded phase.

    Recorders differ in which phases without a choice they write down: those the record leaves out are
    passed without orders, and for one only the record has the answer is None.
    """
    state = await gm.state()
    while state["status"] == "open" and _before(state["turn"], recorded.phase):
        await _move_on(gm, everybody, state["ordinal"], patience)
        state = await gm.state()
    if state["status"] == "stuck":
        raise SiteError(f"{state['turn']}: the game is stuck")
    if state["turn"] == recorded.phase or state["status"] == "finished":
        return state
    if not recorded.decides_nothing:
        raise SiteError(f"the site passed over {recorded.phase}, where the record has decisions")
    return None


async def _send_all(players: dict[str, Client], recorded: Recorded, ordinal: int) -> None:
    """All powers' sheets at once, as at the end of a real phase."""
    await asyncio.gather(
        *(client.send_orders(ordinal, recorded.orders_of(power)) for power, client in players.items())
    )


async def _move_on(gm: Client, everybody: Sequence[Client], ordinal: int, patience: float) -> None:
    """End the phase and wait until every socket has the next."""
    await gm.force(ordinal)
    await asyncio.gather(*(client.wait_for(ordinal + 1, seconds=patience) for client in everybody))


def _all_pushed(gm: Client, players: dict[str, Client]) -> int:
    """How many phases everybody's socket got, each as its own viewer; SiteError if one has a gap or saw as
    another.
    """
    phases = set(gm.received)
    if phases != set(range(max(phases) + 1)):
        raise SiteError(f"the GM's socket got only the phases {sorted(phases)}")
    for viewer, client in {gate.GM: gm, **players}.items():
        if set(client.received) != phases or client.viewers != {viewer}:
            raise SiteError(
                f"{client.name}'s socket got {sorted(client.received)} as {sorted(client.viewers)}"
            )
    return len(phases)


def _before(turn: str, other: str) -> bool:
    """Whether one turn code of the standard calendar comes before another."""
    return _place(turn) < _place(other)


def _place(turn: str) -> tuple[int, int, int]:
    """A turn code as numbers in the order of time."""
    return int(turn[1:-1]), "SFW".index(turn[0]), "MRA".index(turn[-1])


def _account(name: str, password: str) -> User:
    """A fresh account whose address counts as confirmed."""
    user = User.objects.create_user(username=name, email=f"{name}@replay.invalid", password=password)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
