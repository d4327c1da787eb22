"""Where sessions are kept: Django's ways, but for names of sessions that are none. Decides nothing else."""

from django.contrib.sessions.backends.base import VALID_KEY_CHARS, SessionBase


class OwnKeys(SessionBase):
    """Looks nothing up by what this site never calls a session: a cookie is whatever somebody has sent, and
    PostgreSQL fails on some of that.
    """

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and len(str(key)) >= 8 and set(str(key)) <= set(VALID_KEY_CHARS)
