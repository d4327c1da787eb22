"""How much may be asked for: so much at once, and so much in the long run. Knows no games and no people."""

import time
from collections.abc import Hashable


class Allowance:
    """Something that is spent and comes back: `burst` at once, `per_second` in the long run."""

    __slots__ = ("_burst", "_left", "_per_second", "_spent_at")

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left = burst
        self._spent_at = time.monotonic()

    def spend(self) -> bool:
        """Take one; False if there is none left."""
        left = self.left
        self._spent_at = time.monotonic()
        self._left = left - 1 if left >= 1 else left
        return left >= 1

    @property
    def left(self) -> float:
        """How much there is."""
        came = (time.monotonic() - self._spent_at) * self._per_second
        return min(self._burst, self._left + came)

    @property
    def whole(self) -> bool:
        """Whether all of it is there: nothing is lost by forgetting it."""
        return self.left >= self._burst


class Allowances:
    """An allowance for each of many askers. Those that are whole again are forgotten."""

    _KEPT = 1000  # before it is looked which can be forgotten

    def __init__(self, burst: float, per_second: float) -> None:
        self._terms = burst, per_second
        self._by_asker: dict[Hashable, Allowance] = {}

    def __len__(self) -> int:
        return len(self._by_asker)

    def spend(self, asker: Hashable) -> bool:
        """Take one of the asker's; False if there is none left."""
        if asker not in self._by_asker:
            if len(self._by_asker) >= self._KEPT:
                self._by_asker = {one: has for one, has in self._by_asker.items() if not has.whole}
            self._by_asker[asker] = Allowance(*self._terms)
        return self._by_asker[asker].spend()
