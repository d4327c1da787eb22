"""Who somebody is in a game's press, what they may read, whom they may write to. Reads no text."""

from dataclasses import dataclass

import msgspec
from django.db.models import Exists, OuterRef, Q, QuerySet

from trekdip.accounts.models import User
from trekdip.games import gate
from trekdip.games.errors import NotFound
from trekdip.games.models import Game, Phase, PhaseView, Seat
from trekdip.games.selectors import Person, is_gm
from trekdip.press.models import Copy, Handover, Message
from trekdip.press.parties import EVERYBODY, GM, key_checked, parties_of, with_gm_alone

BEFORE_PLAY = {Game.Status.FORMING, Game.Status.CANCELLED}


@dataclass(frozen=True)
class Standing:
    """As whom somebody takes part: the power of their seat; `gm` for the GM, who may be both.

    `watching`: reads what goes to everybody.
    """

    power: str | None
    gm: bool
    watching: bool

    @property
    def voices(self) -> frozenset[str]:
        """The parties they speak for; nobody speaks for another (Add 5)."""
        return frozenset(filter(None, (self.power, GM if self.gm else None)))

    @property
    def reads(self) -> frozenset[str]:
        """The parties whose copies they may read."""
        return self.voices | ({EVERYBODY} if self.watching else set())

    def voice_in(self, key: str) -> str | None:
        """As whom they speak in a conversation: as their power wherever it takes part. None: not at all."""
        parties = parties_of(key)
        if self.power is not None and parties & {self.power, EVERYBODY}:
            return self.power
        return GM if self.gm and parties & {GM, EVERYBODY} else None


def standing(user: Person, game: Game) -> Standing:
    """Who the asker is in the game's press."""
    if not isinstance(user, User):
        return Standing(None, gm=False, watching=game.press_watched)
    power = Seat.objects.filter(game=game, user=user).values_list("power", flat=True).first()
    gm = is_gm(user, game)
    return Standing(power, gm=gm, watching=game.press_watched or gm or power is not None)


def require_begun(game: Game) -> None:
    """Raises NotFound for a game without a first phase."""
    if game.status in BEFORE_PLAY:
        raise NotFound("Press begins with the game.")


def key_for(who: Standing, game: Game, key: str) -> str:
    """The key, if the asker takes part there; raises NotFound alike whether or not anybody ever wrote."""
    key = key_checked(gate.variant(game.variant), key)
    if not parties_of(key) & who.reads:
        raise NotFound("There is no such conversation.")
    return key


def heard(user: Person, game: Game, who: Standing) -> QuerySet[Message]:
    """All messages the asker may read: those that came into their own hands, to a vacant seat they have
    taken or an office they hold, or into the hands of an earlier player of their seat who agreed to hand them
    over.
    """
    mine = Q(holder=None)
    if isinstance(user, User):
        before = Handover.objects.filter(seat__game=game, seat__power=who.power).exclude(user=user)
        mine |= Q(holder=user) | Q(party=who.power, holder__in=before.values("user"))
    copies = Copy.objects.filter(mine, message=OuterRef("pk"), party__in=who.reads)
    return Message.objects.filter(Exists(copies), conversation__game=game)


def why_silent(who: Standing, game: Game, key: str) -> str | None:
    """Why the asker may not write there now, in words; None if they may.

    A GM is never silent, and can always be written to.
    """
    voice = who.voice_in(key)
    if voice is None:
        return "Spectators read; only the players and the GM write."
    if voice == GM or with_gm_alone(key):
        return None
    if game.press == Game.Press.NONE:
        return "This table plays without press. You can write to the GM."
    if game.press == Game.Press.PUBLIC and key != EVERYBODY:
        return "At this table players write to everybody or to the GM."
    return None if game.status == Game.Status.FINISHED else _why_not_now(game, voice)


def _why_not_now(game: Game, power: str) -> str | None:
    """What keeps a power from writing in the phase at hand."""
    turn = Phase.objects.filter(game=game).order_by("-ordinal").values_list("turn", flat=True)[0]
    if turn[-1] in game.press_closed:
        return f"Press is closed now ({gate.turn_title(game.variant, turn)}). You can write to the GM."
    if not game.press_after_out and _is_out(game, power):
        return "Your power is out of the game: you read, and write to the GM alone."
    return None


def _is_out(game: Game, power: str) -> bool:
    """Whether a power, by its own view, has neither centre nor unit left."""
    stored = PhaseView.objects.filter(phase__game=game, viewer=power).order_by("-phase__ordinal")
    view = msgspec.json.decode(stored.values_list("view", flat=True)[0])
    waiting = any(row["power"] == power for row in view["dislodged"])
    return not (view["centers"].get(power) or view["units"].get(power) or waiting)
