"""Every read of press: who asks comes first; nobody gets what was not said to them."""

from trekdip.press.selectors.access import Standing, heard, standing, why_silent
from trekdip.press.selectors.reviewed import Reviewed, reviewed, unread_complaints
from trekdip.press.selectors.rooms import Room, Rooms, mutes, rooms, unread, unread_by_slug
from trekdip.press.selectors.threads import Said, Thread, exported, heading, message, opened, search, thread
from trekdip.press.selectors.told import Tallies, Tally, recipients, tallies

__all__ = [
    "Reviewed",
    "Room",
    "Rooms",
    "Said",
    "Standing",
    "Tallies",
    "Tally",
    "Thread",
    "exported",
    "heading",
    "heard",
    "message",
    "mutes",
    "opened",
    "recipients",
    "reviewed",
    "rooms",
    "search",
    "standing",
    "tallies",
    "thread",
    "unread",
    "unread_by_slug",
    "unread_complaints",
    "why_silent",
]
