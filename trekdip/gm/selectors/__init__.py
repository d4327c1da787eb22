"""Every read of the desk: for the GM alone, and the truth only for a GM who does not play."""

from trekdip.gm.selectors.standing import Desk, DeskPhase, DeskSeat, Truth, desk, truth

__all__ = ["Desk", "DeskPhase", "DeskSeat", "Truth", "desk", "truth"]
