"""A notice as a mail: text, simple HTML, and headers. The same contents always give the same bytes.

But for the Date header: whatever else varies from mail to mail would tell something.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from email.message import Message
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from typing_extensions import override

from trekdip.notices import inbound, tokens
from trekdip.notices.content import Content


@dataclass(frozen=True)
class Stop:
    """What the link that ends such mail ends: whose, of which game, of which kind (each empty: all)."""

    user_id: int
    slug: str = ""
    kind: str = ""

    def url(self) -> str:
        """Where a POST ends it, and a GET asks."""
        token = tokens.stop_token(self.user_id, self.slug, self.kind)
        return settings.SITE_URL + reverse("notices_stop", args=[token])


class Mail(EmailMultiAlternatives):
    """A mail whose parts are divided by its own mark instead of chance."""

    mark = ""

    @override
    def message(self) -> Message:  # type: ignore[override]
        made = super().message()
        if made.is_multipart():
            made.set_boundary(f"={self.mark}")
        return made


def mail_of(
    to: str, contents: Sequence[Content], *, mark: str, stop: Stop | None, reply_to: str = ""
) -> EmailMultiAlternatives:
    """One mail of one or more notices to one person.

    `mark` names it for good; `stop` is None for an answer that nobody has subscribed to; `reply_to` is the
    seat's address for orders, or empty.
    """
    context = {
        "contents": contents,
        "stop": stop.url() if stop else "",
        "choose": settings.SITE_URL + reverse("notices"),
        "site": settings.SITE_NAME,
        "cut_here": inbound.CUT_HERE if reply_to else "",
    }
    mail = Mail(
        subject=_subject(contents),
        body=render_to_string("notices/mail.txt", context),
        to=[to],
        reply_to=[reply_to] if reply_to else None,
        headers=_headers(mark, stop),
    )
    mail.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    mail.mark = mark
    return mail


def words_of(contents: Sequence[Content]) -> tuple[str, str]:
    """Subject and text of such a mail, without what stands at its end: that is its recipient's alone."""
    return _subject(contents), render_to_string("notices/_mail_contents.txt", {"contents": contents}).strip()


def _subject(contents: Sequence[Content]) -> str:
    """What is in it, beginning with the game where it is one."""
    games = {content.game for content in contents}
    if len(contents) == 1:
        return f"{contents[0].game}: {contents[0].subject}"
    if len(games) == 1:
        return f"{contents[0].game}: {len(contents)} notices"
    return f"{len(contents)} notices from {len(games)} games"


def _headers(mark: str, stop: Stop | None) -> dict[str, str]:
    """The headers that tell programs what this is: one-click unsubscribing (RFC 8058), no answer wanted."""
    domain = urlsplit(settings.SITE_URL).hostname or "localhost"
    headers = {
        "Message-ID": f"<{mark}@{domain}>",
        "Auto-Submitted": "auto-replied" if stop is None else "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if stop is not None:
        headers["List-Id"] = f"<{stop.slug or 'notices'}.{domain}>"
        headers["List-Unsubscribe"] = f"<{stop.url()}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
