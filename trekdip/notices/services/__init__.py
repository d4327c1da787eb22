"""Every write of notices: keyword-only functions, each one transaction. Sending is not in here."""

from trekdip.notices.services.choices import (
    device_add,
    device_remove,
    habit_save,
    mail_stop,
    preferences_save,
    ways_end,
)
from trekdip.notices.services.hooks import hook_answered, hook_remove, hook_save
from trekdip.notices.services.letterboxes import letter_receive, letterbox_make, letterbox_remove

__all__ = [
    "device_add",
    "device_remove",
    "habit_save",
    "hook_answered",
    "hook_remove",
    "hook_save",
    "letter_receive",
    "letterbox_make",
    "letterbox_remove",
    "mail_stop",
    "preferences_save",
    "ways_end",
]
