"""The few exceptions of the adjudicator; a bad order is never one of them, it is reported as illegal."""


class AdjudicatorError(ValueError):
    """Something asked of the adjudicator cannot be done; the message says what is wrong, where, and what to
    do."""


class UnknownVariantError(AdjudicatorError):
    """A variant of that name is not registered; `adjudicator.variants()` lists them."""


class BadSetupError(AdjudicatorError):
    """A setup or the options of a new game contradict themselves or the variant."""


class BadOrdersError(AdjudicatorError):
    """The order sheets have the wrong shape, or name somebody who is no power. (Bad *orders* do not
    raise.)"""


class BadViewerError(AdjudicatorError):
    """The viewer is neither a power of the variant nor `public` nor `gm`."""


class BadDeclarationError(AdjudicatorError):
    """A power declares what it cannot declare now; `adjudicator.declarations()` lists what it can."""


class BadDrawsError(AdjudicatorError):
    """What is to be verified is not a list of draws as `adjudicator.drawn` gives them."""


class BadStateError(AdjudicatorError):
    """A text is not a position that `dumps` wrote, or was written by a newer version."""


class GameOverError(AdjudicatorError):
    """The game has a winner: there is nothing left to resolve."""


class RulesConflictError(AdjudicatorError):
    """Two rules of a variant answer one question differently and the variant does not say which is senior."""


class StuckError(AdjudicatorError):
    """A knot of orders that depend on each other is larger than the solver lists (see `contest.solver`).

    The game master decides such a phase by hand; the engine never guesses."""
