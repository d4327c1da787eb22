"""Sessions in the database, with the cache before it."""

from django.contrib.sessions.backends import cached_db

from trekdip.accounts.engines import OwnKeys


class SessionStore(OwnKeys, cached_db.SessionStore):
    """A session, as Django names the class of an engine."""
