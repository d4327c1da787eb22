"""What people are told about, and by which channels: names, words and defaults. Stores and sends nothing."""

from dataclasses import dataclass

MAIL = "mail"
PUSH = "push"
CHANNELS: dict[str, str] = {MAIL: "E-mail", PUSH: "Push"}


@dataclass(frozen=True)
class Kind:
    """A kind of notice.

    `urgent` ones never wait for a digest. `public` ones go to a club's chat, too: whatever they say is known
    to everybody.
    """

    id: str
    title: str
    about: str
    urgent: bool = False
    public: bool = False


PHASE = Kind(
    "phase", "Results and new phase", "What became of all orders, and what is due next.", public=True
)
REMINDER = Kind("reminder", "Reminder", "Before a deadline, only if you owe orders.", urgent=True)
GRACE = Kind("grace", "Time of grace", "A power has missed the deadline.", urgent=True, public=True)
PRESS = Kind("press", "Press", "A message was written to you.")
VOTE = Kind("vote", "Votes", "A vote was called.", public=True)
SEAT = Kind("seat", "Seats", "A power has another player, or none.", public=True)
DESK = Kind("desk", "Word of the GM", "Announcements, corrections, moved deadlines.", public=True)
OVER = Kind("over", "Game over", "How it ended, and the truth about everything.", public=True)

KINDS: dict[str, Kind] = {kind.id: kind for kind in (PHASE, REMINDER, GRACE, PRESS, VOTE, SEAT, DESK, OVER)}

# The answer to orders by mail. Nobody chooses it: whoever writes is answered.
RECEIPT = Kind("receipt", "Your orders by mail", "", urgent=True)


def kind_of(name: str) -> Kind:
    """The kind of that name; KeyError if there is none."""
    return RECEIPT if name == RECEIPT.id else KINDS[name]


def wanted_by_default(channel: str, kind: str) -> bool:
    """Whether somebody who has chosen nothing is told: by mail and on devices they have added, of all."""
    return channel in CHANNELS and kind in KINDS
