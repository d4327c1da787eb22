"""Sessions in the database."""

from django.contrib.sessions.backends import db

from trekdip.accounts.engines import OwnKeys


class SessionStore(OwnKeys, db.SessionStore):
    """A session, as Django names the class of an engine."""
