"""Push messages to browsers, encrypted for the device, through the guarded way out."""

import base64
import binascii
import functools
import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import cast

from cryptography.hazmat.primitives import serialization
from django.conf import settings
from py_vapid import Vapid02
from pywebpush import WebPushException, webpush
from requests import Session

from trekdip.notices import outgoing
from trekdip.notices.content import Content
from trekdip.notices.models import Device

TTL = 24 * 3600
MAX_BODY = 300
_ENDED = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}


@dataclass(frozen=True)
class _Answer:
    """What the library looks at in an answer."""

    status_code: int
    reason: str = ""
    text: str = ""
    headers: dict[str, str] | None = None


class _Session:
    """What the library takes for a session of `requests`: it posts by the guarded way."""

    def post(self, endpoint: str, *, data: bytes, headers: dict[str, str], timeout: float) -> _Answer:  # noqa: ARG002
        """POST as asked."""
        return _Answer(outgoing.post(endpoint, data, dict(headers)))


def available() -> bool:
    """Whether this site has a key to sign push messages with."""
    return bool(settings.VAPID_PRIVATE_KEY)


@functools.cache
def _key(private: str) -> Vapid02:
    return Vapid02.from_string(private)


def public_key() -> str:
    """The public part of the site's key, as browsers want it: base64url of the uncompressed point."""
    point = _key(settings.VAPID_PRIVATE_KEY).public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def payload(content: Content, *, tag: str) -> str:
    """What the device shows: the heading, the first sentences, and where to read on."""
    told = {
        "title": f"{content.game}: {content.subject}"[:120],
        "body": " ".join([*content.lead, *content.quotes])[:MAX_BODY],
        "url": content.link,
        "tag": tag,
    }
    return json.dumps(told, ensure_ascii=False)


def send(device: Device, content: Content, *, tag: str, urgent: bool) -> bool:
    """Send to one device; False if its subscription has ended.

    `tag` replaces an older message of the same tag. Raises outgoing.Unreachable where the push service does
    not take it now, outgoing.Refused for an address that is not public.
    """
    try:
        webpush(
            {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}},
            data=payload(content, tag=tag),
            vapid_private_key=_key(settings.VAPID_PRIVATE_KEY),
            vapid_claims={"sub": settings.VAPID_CONTACT},
            ttl=TTL,
            headers={"Topic": tag[:32], "Urgency": "high" if urgent else "normal"},
            requests_session=cast("Session", _Session()),
        )
    except WebPushException as error:
        if error.status_code in _ENDED:
            return False
        raise outgoing.Unreachable(f"the push service answered {error.status_code}") from None
    except (ValueError, binascii.Error):
        return False  # keys that no browser made
    return True
