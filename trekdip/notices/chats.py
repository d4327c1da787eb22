"""What is public of a game as a message to a club's chat, signed. Sends it by the guarded way."""

import hashlib
import hmac
import json
import re
from http import HTTPStatus

from trekdip.notices import outgoing
from trekdip.notices.content import Content, Group
from trekdip.notices.models import Hook, Post

_LIMITS = {Hook.Style.DISCORD: 1900, Hook.Style.SLACK: 3500}
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@-])")


def body_of(content: Content, style: str) -> bytes:
    """The message as JSON, in the format of that chat. Whatever people wrote is shown as plain words: it
    calls nobody and links nowhere.
    """
    text = _text(content, style)
    told = (
        {"content": text, "allowed_mentions": {"parse": []}}
        if style == Hook.Style.DISCORD
        else {"text": text, "unfurl_links": False}
    )
    return json.dumps(told, ensure_ascii=False).encode()


def signature(secret: str, at: int, body: bytes) -> str:
    """Shows that a message came from here: HMAC-SHA-256 of `<seconds>.<body>` under the hook's secret."""
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def send(hook: Hook, post: Post, content: Content, *, at: int) -> None:
    """Send to the chat; `at` is the present in seconds. Raises outgoing.Refused and outgoing.Unreachable."""
    body = body_of(content, hook.style)
    status = outgoing.post(
        hook.url,
        body,
        {
            "Content-Type": "application/json",
            "User-Agent": "Trekdip",
            "X-Trekdip-Delivery": str(post.mark),
            "X-Trekdip-Signature": signature(hook.secret, at, body),
        },
    )
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise outgoing.Unreachable(f"the chat answered {status}")


def _text(content: Content, style: str) -> str:
    """The words, cut where the chat would refuse them; the link stays."""

    def plain(words: str) -> str:
        return _escaped(words, style)

    bold = "**" if style == Hook.Style.DISCORD else "*"
    head = f"{bold}{plain(content.game)}: {plain(content.subject)}{bold}"
    said = [head, *map(plain, content.lead), *(f"> {plain(line)}" for line in _quoted(content))]
    link = f"<{content.link}>"
    room = _LIMITS[Hook.Style(style)] - len(link) - 2
    said.extend(plain(line) for line in _lines(content.groups))
    return f"{_cut(said, room)}\n{link}"


def _quoted(content: Content) -> list[str]:
    """The lines of what a person said."""
    return [line for quote in content.quotes for line in quote.splitlines() if line.strip()]


def _lines(groups: list[Group]) -> list[str]:
    """Results by power, a line each."""
    found = []
    for group in groups:
        found.append(f"{group.heading}:")
        found.extend(f"• {line.text}{f' ({line.outcome})' if line.outcome else ''}" for line in group.lines)
    return found


def _cut(lines: list[str], room: int) -> str:
    """As many whole lines as there is room for."""
    kept: list[str] = []
    for line in lines:
        if sum(len(one) + 1 for one in kept) + len(line) + 2 > room:
            return "\n".join([*kept, "…"])
        kept.append(line)
    return "\n".join(kept)


def _escaped(words: str, style: str) -> str:
    """Words as the chat shows them literally."""
    if style == Hook.Style.DISCORD:
        return _MARKDOWN.sub(r"\\\1", words)
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
