"""Who can take part in a conversation, and the key a conversation is known by. Reads no table.

A party is a power's id or `gm`. A conversation is its parties and nothing else: the key names them in the
order of the alphabet, `borg+romulan`, so there is one conversation for every set of parties, and its name
tells nothing but who takes part. `everybody` is the one that goes to all.
"""

from collections.abc import Iterable

from trekdip.games import gate
from trekdip.games.errors import NotFound

EVERYBODY = "everybody"
GM = gate.GM
_JOINT = "+"


def key_of(card: gate.VariantCard, parties: Iterable[str]) -> str:
    """The key of the conversation of these parties; raises NotFound if one of them cannot be written to, or
    there are fewer than two.
    """
    wanted = set(parties)
    if EVERYBODY in wanted:
        return EVERYBODY
    if len(wanted) < 2 or not wanted <= {GM, *(power for power, _ in card.powers)}:
        raise NotFound("There is no such conversation.")
    return _JOINT.join(sorted(wanted))


def key_checked(card: gate.VariantCard, key: str) -> str:
    """The key as it is written properly; raises NotFound for one that names no conversation."""
    return key_of(card, key.split(_JOINT))


def parties_of(key: str) -> frozenset[str]:
    """The parties a key names: `{"everybody"}` for the one that goes to all."""
    return frozenset(key.split(_JOINT))


def with_gm_alone(key: str) -> bool:
    """Whether this is one power's conversation with the GM."""
    return GM in parties_of(key) and len(parties_of(key)) == 2


def title_of(card: gate.VariantCard, party: str) -> str:
    """A party's title."""
    return {EVERYBODY: "Everybody", GM: "The GM"}.get(party) or card.power_title(party)


def others(card: gate.VariantCard, key: str, voice: str | None) -> list[str]:
    """The parties of a conversation but `voice`, powers in the variant's order, the GM last."""
    order = [power for power, _ in card.powers]
    left = parties_of(key) - {voice}
    return sorted(left, key=lambda party: order.index(party) if party in order else len(order))
