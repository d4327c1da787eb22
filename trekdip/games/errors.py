"""What services and selectors raise when they say no. Views map these once to pages and JSON; the texts are for people."""


class Refusal(Exception):
    """The base of all refusals. `str(error)` says what is wrong and what to do; nothing was written."""

    status = 400


class NotAllowed(Refusal):
    """Whoever asks may not do this here (HTTP 403)."""

    status = 403


class NotNow(Refusal):
    """The act is allowed in principle, but the game is not in a state for it (HTTP 409)."""

    status = 409


class BadInput(Refusal):
    """A value given is not usable (HTTP 400). `field` names it, so that a form can show the text beside it."""

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class NotFound(Refusal):
    """There is no such game, phase or person, or none that whoever asks may see (HTTP 404)."""

    status = 404
