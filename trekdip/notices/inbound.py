"""Reading a mail that brings orders: to whom it is, whether a person wrote it, and what they wrote.

Any bytes are read without an error; what cannot be read is empty. Looks nothing up and writes nothing.
"""

import datetime as dt
import email
import functools
import hashlib
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from email.utils import parsedate_to_datetime

from bs4 import BeautifulSoup, Tag
from bs4.exceptions import ParserRejectedMarkup

MAX_BYTES = 256 * 1024
MAX_PARTS = 40
MAX_TEXT = 64 * 1024
MAX_DEPTH = 120  # of elements in each other, in a page that a program for mail has made
CUT_HERE = "-- Write your orders above this line --"
LOCAL = "orders"
_TOKEN = re.compile(r"[a-z2-7]{26}")
_TO_HEADERS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
# Not by the library: its reader of addresses recurses into whatever is sent.
_ADDRESS = re.compile(r"[^\s<>,;:\"()@]{1,100}@[^\s<>,;:\"()@]{1,255}")
_QUOTED = re.compile(r"\s*[>|]")
_DATE = re.compile(r"\s*(On|Am|Le|El|Il|Op|Den|Em)\b")
_DATES = re.compile(
    r"\s*(On|Am|Le|El|Il|Op|Den|Em)\b.{4,300}\b(wrote|schrieb|écrit|escribió|scritto|schreef|skrev|escreveu)\b"
)
_TYPOGRAPHY = {0xA0: " ", 0x2013: "-", 0x2014: "-", 0x2212: "-", 0x200B: None, 0xFEFF: None, 0: None}
_DIVIDERS = (
    re.compile(r"\s*-{2,}\s*(Original Message|Forwarded message|Ursprüngliche Nachricht)", re.IGNORECASE),
    re.compile(r"\s*_{10,}\s*$"),
    re.compile(r"--\s*$"),
    re.compile(r"\s*(Sent from my |Get Outlook for |Von meinem .{1,40} gesendet)", re.IGNORECASE),
)
_HEADER = re.compile(r"\s*\*?(From|Von|De|Da|Van)\s*:\*?\s.*@", re.IGNORECASE)
# What begins like a tag and does not end like one, or has a quote open at its end: the parser looks for the
# end in all that follows, again and again.
_STRAY = re.compile(r"<(?![/!]?[A-Za-z](?:[^<>\"']|\"[^<\"]*\"|'[^<']*')*+>)")
_FINAL = {"final": True, "nonfinal": False, "non-final": False, "not final": False}
_BLOCKS = ["p", "div", "li", "tr", "h1", "h2", "h3", "h4", "blockquote", "pre", "table", "ul", "ol"]


@dataclass(frozen=True)
class Reading:
    """A mail as far as it concerns orders.

    `tokens`: of the secret addresses it names, in order. `automatic`: why it was written by a machine; empty
    for a person's. `written_at`: when its writer's clock says it was sent. What it says is read when it is
    asked for: that takes work, which nobody does for mail to addresses there are none of.
    """

    tokens: list[str]
    automatic: str
    fingerprint: str
    written_at: dt.datetime | None
    message: Message = field(repr=False)

    @property
    def text(self) -> str:
        """The order lines without quotes and signature."""
        return self._said[0]

    @property
    def final(self) -> bool | None:
        """What the orders say of themselves."""
        return self._said[1]

    @functools.cached_property
    def _said(self) -> tuple[str, bool | None]:
        return _without_marks(_own_words(_body(self.message)))


def read(raw: bytes, *, recipients: Iterable[str] = (), domain: str) -> Reading:
    """Read a mail of at most MAX_BYTES; `recipients` are the envelope's and go before its headers'."""
    message = _parsed(raw)
    named = [*recipients, *_named(message)]
    return Reading(
        tokens=list(dict.fromkeys(_tokens(named, domain))),
        automatic=_automatic(message),
        fingerprint=_fingerprint(message, raw),
        written_at=_written_at(message),
        message=message,
    )


def token_of(address: str, domain: str) -> str | None:
    """The token in an address of ours, `orders+token@domain`; None for any other address."""
    local, _, host = address.strip().strip("<>").lower().rpartition("@")
    name, plus, token = local.partition("+")
    ours = host == domain.lower() and name == LOCAL and plus
    return token if ours and _TOKEN.fullmatch(token) else None


def _parsed(raw: bytes) -> Message:
    """The mail by the standard library's parser, which takes anything but parts nested beyond all reason."""
    try:
        return email.message_from_bytes(raw)
    except RecursionError:
        return Message()


def _named(message: Message) -> Iterator[str]:
    """Everybody the headers name as one whom the mail is for."""
    for name in _TO_HEADERS:
        for value in message.get_all(name, []):
            yield from _ADDRESS.findall(str(value)[:MAX_TEXT])


def _tokens(addresses: Iterable[str], domain: str) -> Iterator[str]:
    """The tokens of those addresses that are ours."""
    for address in addresses:
        token = token_of(address, domain)
        if token is not None:
            yield token


def _automatic(message: Message) -> str:
    """By which sign a machine wrote this, or nobody wants an answer; empty for a person's mail."""

    def said(name: str) -> str:
        return str(message.get(name, "")).strip().lower()

    signs = {
        "auto-submitted": said("Auto-Submitted").partition(";")[0] not in {"", "no"},
        "precedence": said("Precedence") in {"bulk", "list", "junk", "auto_reply"},
        "list": bool(said("List-Id") or said("List-Unsubscribe")),
        "autoreply": bool(said("X-Autoreply") or said("X-Autorespond")),
        "bounce": said("Return-Path") == "<>" or message.get_content_type() == "multipart/report",
    }
    return next((name for name, found in signs.items() if found), "")


def _fingerprint(message: Message, raw: bytes) -> str:
    """By what the same mail is known again: its Message-ID, or all of it where it has none."""
    name = str(message.get("Message-ID", "")).strip()
    return hashlib.sha256(name.encode(errors="replace") if name else raw).hexdigest()


def _written_at(message: Message) -> dt.datetime | None:
    """The moment of the Date header; None without one that can be read."""
    try:
        at = parsedate_to_datetime(str(message.get("Date", "")))
        return (at if at.tzinfo else at.replace(tzinfo=dt.UTC)).astimezone(dt.UTC)
    except (TypeError, ValueError, OverflowError, IndexError):
        return None


def _body(message: Message) -> str:
    """What was written: the first plain text, else the first HTML as text; attachments do not count."""
    html = ""
    for part in itertools.islice(message.walk(), MAX_PARTS):
        if part.is_multipart() or part.get_content_disposition() == "attachment":
            continue
        kind = part.get_content_type()
        if kind == "text/plain":
            return _text_of(part)
        if kind == "text/html" and not html:
            html = _text_of(part)
    return _from_html(html)


def _text_of(part: Message) -> str:
    """The text of a part, whatever it says of its encoding."""
    payload = part.get_payload(decode=True)
    content = payload[:MAX_TEXT] if isinstance(payload, bytes) else b""
    try:
        return content.decode(part.get_content_charset("utf-8"), errors="replace")
    except (LookupError, ValueError):  # no such encoding
        return content.decode("utf-8", errors="replace")


def _from_html(html: str) -> str:
    """The text of a page, a line for each block, without what it quotes; empty for one that nests its
    elements beyond all reason.
    """
    try:
        page = BeautifulSoup(_STRAY.sub(" ", _without_comments(html)), "html.parser")
    except (ParserRejectedMarkup, RecursionError):
        return ""
    if _depth(page) > MAX_DEPTH:
        return ""
    for quoted in page.select("blockquote, script, style, head, .gmail_quote, #divRplyFwdMsg, #appendonsend"):
        quoted.extract()
    for end in page.find_all([*_BLOCKS, "br"]):
        end.append("\n")
    return page.get_text()


def _without_comments(html: str) -> str:
    """A page without its comments: in one pass, whatever is left open."""
    return "".join(piece.partition("<!--")[0] for piece in html.split("-->"))


def _depth(page: Tag) -> int:
    """How many elements are in each other, counted no farther than matters."""
    level: list[Tag] = [page]
    for depth in range(MAX_DEPTH + 1):
        level = [child for one in level for child in one.children if isinstance(child, Tag)]
        if not level:
            return depth
    return MAX_DEPTH + 1


def _own_words(text: str) -> list[str]:
    """The writer's own lines: up to the first quote, signature or divider."""
    own: list[str] = []
    lines = [line.translate(_TYPOGRAPHY).rstrip() for line in text[:MAX_TEXT].splitlines()]
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if CUT_HERE in line or _is_divider(line, following):
            break
        if line.strip() and not _QUOTED.match(line):
            own.append(line.strip())
    return own


def _is_divider(line: str, following: str) -> bool:
    """Whether what begins here is not the writer's own any more."""
    if any(divider.match(line) for divider in _DIVIDERS):
        return True
    if _HEADER.match(line):
        return True
    return bool(
        _DATES.match(line[:300]) or (_DATE.match(line) and _DATES.match(f"{line[:150]} {following[:150]}"))
    )


def _without_marks(lines: list[str]) -> tuple[str, bool | None]:
    """The order lines, and what the others say about being final; the last word counts."""
    orders: list[str] = []
    final: bool | None = None
    for line in lines:
        mark = _FINAL.get(line.lower().strip(" .!()[]*"))
        if mark is None:
            orders.append(line)
        else:
            final = mark
    return "\n".join(orders), final
