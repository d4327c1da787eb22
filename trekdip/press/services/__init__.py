"""Every write of press: keyword-only functions, each one transaction."""

from trekdip.press.services.messages import message_send
from trekdip.press.services.own import handover_set, mark_read, mute_set
from trekdip.press.services.reviews import archive_read, message_report, report_read

__all__ = [
    "archive_read",
    "handover_set",
    "mark_read",
    "message_report",
    "message_send",
    "mute_set",
    "report_read",
]
