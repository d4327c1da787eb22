"""Which tables tell of an account, what of each is its owner's to take along, and what is left out and why.

Read by `selectors`; a test sees that every reference to an account is named here.
"""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db import models

from trekdip.api.models import SeatToken
from trekdip.games.models import (
    Absence,
    Advance,
    AuditEntry,
    Ballot,
    ClockBallot,
    ClockEvent,
    ClockVote,
    Consent,
    Game,
    Observer,
    OrderSheet,
    Plan,
    Proposal,
    Seat,
    SeatRequest,
)
from trekdip.gm.models import Announcement, Correction, Invitation, Note
from trekdip.notices.models import Device, Habit, Letterbox, Notice, Preference
from trekdip.press.models import Complaint, Handover, Message, Mute


@dataclass(frozen=True)
class Kind:
    """Rows of one table: `owner` is the lookup from a row to its account, `fields` what is told of it."""

    title: str
    model: type[models.Model]
    owner: str
    fields: tuple[str, ...]


_PHASE = ("phase__game__slug", "phase__turn")

KINDS = (
    Kind("addresses", EmailAddress, "user", ("email", "verified", "primary")),
    Kind("seats", Seat, "user", ("game__slug", "game__title", "power", "joined_at")),
    Kind("games managed", Game, "gm", ("slug", "title", "status", "created_at")),
    Kind("games offered", Game, "gm_next", ("slug", "title")),
    Kind("order sheets", OrderSheet, "seat__user", (*_PHASE, "text", "final", "saved_at")),
    Kind("orders in advance", Advance, "seat__user", (*_PHASE, "text", "saved_at")),
    Kind("plans", Plan, "owner", (*_PHASE, "name", "text", "saved_at")),
    Kind("press written", Message, "user", ("conversation__game__slug", "conversation__key", "text", "at")),
    Kind("press handed over", Handover, "user", ("seat__game__slug", "seat__power")),
    Kind("press muted", Mute, "user", ("game__slug", "target")),
    Kind(
        "press reported",
        Complaint,
        "user",
        ("message__conversation__game__slug", "message__conversation__key", "reason", "at"),
    ),
    Kind("absences", Absence, "user", ("game__slug", "begins", "ends", "note")),
    Kind("requests to observe", Observer, "user", ("game__slug", "asked_at", "granted_at")),
    Kind("observers agreed to", Consent, "user", ("observer__game__slug", "at")),
    Kind("proposals", Proposal, "seat__user", (*_PHASE, "kind", "powers", "named", "opened_at")),
    Kind(
        "ballots",
        Ballot,
        "seat__user",
        ("proposal__game__slug", "proposal__kind", "proposal__powers", "yes"),
    ),
    Kind("votes on the clock", ClockVote, "seat__user", (*_PHASE, "kind", "minutes", "reason", "opened_at")),
    Kind("answers on the clock", ClockBallot, "seat__user", ("vote__game__slug", "vote__kind", "yes")),
    Kind("requests for seats", SeatRequest, "user", ("game__slug", "seat__power", "note", "asked_at")),
    Kind(
        "tokens for programs",
        SeatToken,
        "user",
        ("seat__game__slug", "name", "reads", "orders", "votes", "press", "made_at", "expires_at"),
    ),
    Kind("acts", AuditEntry, "by", ("game__slug", "act", "reason", "at")),
    Kind("acts on the clock", ClockEvent, "by", (*_PHASE, "act", "reason", "at")),
    Kind("corrections", Correction, "by", ("game__slug", "kind", "reason", "at")),
    Kind("announcements", Announcement, "by", ("game__slug", "text", "at")),
    Kind("notes", Note, "by", ("game__slug", "text", "saved_at")),
    Kind("invitations sent", Invitation, "by", ("game__slug", "power", "at", "accepted_at")),
    Kind("invitations", Invitation, "user", ("game__slug", "power", "at", "accepted_at")),
    Kind("habits", Habit, "user", ("zone", "pace", "hour")),
    Kind("notices", Preference, "user", ("game__slug", "kind", "channel", "wanted")),
    Kind("notices sent", Notice, "recipient", ("game__slug", "kind", "channel", "created_at", "done_at")),
    Kind("devices", Device, "user", ("name", "added_at")),
    Kind("addresses for orders", Letterbox, "user", ("seat__game__slug", "seat__power", "made_at")),
)

# References to an account that its file leaves out: what they say is another person's, or nobody's to know.
LEFT_OUT = {
    "press.copy.holder": "what others wrote; it is taken along from each game's press",
    "press.readmark.user": "a number of messages: it would count those of others",
    "press.complaint.holder": "that somebody has reported a message is for the GM it was shown to",
    "gm.invitation.replaces": "who is to be replaced is told by whoever invites",
}
