"""Who can sign in to look at the demonstration: names and a password for everybody. Makes nothing."""

from trekdip.games import gate

VARIANT = "stdip"
PASSWORD = "make-it-so"  # noqa: S105  printed for everybody to use; only private sites have these accounts
GM_NAME = "gamemaster"
SPECTATOR_NAME = "spectator"


def address(name: str) -> str:
    """The mail address of a demonstration account, which no mail can reach."""
    return f"{name}@demo.invalid"


def names() -> list[str]:
    """One account a power, then the GM's and a spectator's."""
    return [*(power for power, _ in gate.variant(VARIANT).powers), GM_NAME, SPECTATOR_NAME]
