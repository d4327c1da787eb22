"""What services and selectors raise when they say no.

The texts are for people; how they are shown is the views'.
"""


class Refusal(Exception):  # noqa: N818  a refusal is an answer, not a fault
    """The base of all refusals. `str(error)` says what is wrong and what to do; nothing was written."""

    status = 400


class NotAllowed(Refusal):
    """Whoever asks may not do this here (HTTP 403)."""

    status = 403


class NotNow(Refusal):
    """The act is allowed in principle, but the game is not in a state for it (HTTP 409)."""

    status = 409


class BadInput(Refusal):
    """A value given is not usable (HTTP 400). `field` names it, for forms."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class NotFound(Refusal):
    """There is no such game, phase or person, or none that whoever asks may see (HTTP 404)."""

    status = 404


class TooOften(Refusal):
    """The same person asked too many times in too short a while (HTTP 429)."""

    status = 429
