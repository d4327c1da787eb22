"""The terms of a table's press as values: what the maker of a table chooses. Conversations are elsewhere."""

from dataclasses import dataclass

from trekdip.games import gate
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.parts import part_of


@dataclass(frozen=True)
class PressTerms:
    """Whom players may write to (`Game.Press`); the letters of the kinds of phase in which press is closed;
    whether spectators read what goes to everybody; whether eliminated powers go on writing (None: as the
    variant's rules say, else yes); whether a GM who does not play may read all press, which the audit then
    tells.
    """

    press: str = Game.Press.FULL
    closed: tuple[str, ...] = ()
    watched: bool = True
    after_out: bool | None = None
    gm_reads: bool = False

    def fields(self, variant: str, *, gm_plays: bool) -> dict[str, object]:
        """The terms as fields of a Game. Raises BadInput naming the field that does not fit."""
        if self.press not in Game.Press.values:
            raise BadInput("Choose whom players may write to.", field="press")
        if not set(self.closed) <= set(dict(gate.phase_kinds())):
            raise BadInput("Choose kinds of phase there are.", field="press_closed")
        if gm_plays and self.press == Game.Press.ANONYMOUS:
            raise BadInput(
                "Whoever fills the seats knows the players: an anonymous table needs a GM who does not play.",
                field="press",
            )
        if gm_plays and self.gm_reads:
            raise BadInput("A GM who plays cannot read the press of others.", field="press_gm_reads")
        silent = part_of(variant).silent_when_out
        if silent and self.after_out:
            raise BadInput(
                "By the rules of this variant eliminated powers do not negotiate.", field="press_after_out"
            )
        return {
            "press": self.press,
            "press_closed": sorted(set(self.closed) & set(dict(gate.kinds_of(variant)))),
            "press_watched": self.watched,
            "press_after_out": not silent if self.after_out is None else self.after_out,
            "press_gm_reads": self.gm_reads,
        }


def press_words(game: Game) -> str:
    """The terms of a game's press in one sentence, for everybody at the table."""
    words = [
        {
            Game.Press.NONE: "none, but to the GM",
            Game.Press.PUBLIC: "to everybody only",
            Game.Press.FULL: "to whomever one likes",
            Game.Press.ANONYMOUS: "to whomever one likes; nobody knows who plays what until the end",
        }[Game.Press(game.press)]
    ]
    kinds = dict(gate.phase_kinds())
    if game.press_closed:
        words.append(f"closed in {' and '.join(kinds.get(letter, letter) for letter in game.press_closed)}")
    if not game.press_after_out:
        words.append("eliminated powers are silent")
    words.append("spectators read what goes to everybody" if game.press_watched else "nothing for spectators")
    if game.press_gm_reads:
        words.append("the GM may read all of it, which the audit tells")
    return "; ".join(words)
