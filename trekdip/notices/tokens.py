"""Signed and drawn tokens: the links that end mails, secret addresses, marks of mails. Stores nothing."""

import base64
import hashlib
import hmac
from collections.abc import Iterator

from django.conf import settings
from django.core import signing

_STOP = "trekdip.notices.stop"
_ADDRESS = b"trekdip.notices.address"
_MARK = b"trekdip.notices.mark"
_LENGTH = 26  # characters of base32: 130 bits, lower case, for mail systems that do not keep capitals


def stop_token(user_id: int, slug: str, kind: str) -> str:
    """What an unsubscribe link carries: whose mail, of which game and kind (each empty: all)."""
    return signing.Signer(salt=_STOP).sign_object([user_id, slug, kind])


def stop_read(token: str) -> tuple[int, str, str] | None:
    """The parts of an unsubscribe token; None if this site did not sign it. It never expires."""
    try:
        user_id, slug, kind = signing.Signer(salt=_STOP).unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return int(user_id), str(slug), str(kind)


def address_token(salt: str) -> str:
    """The token of a secret address: from its salt and the site's key."""
    return _drawn(settings.SECRET_KEY, salt)


def address_token_of(salt: str, token_hash: str) -> str | None:
    """The token that was drawn from the salt by the present key or an earlier one; None if by neither."""
    drawn = (_drawn(key, salt) for key in _keys())
    return next((token for token in drawn if hmac.compare_digest(hashed(token), token_hash)), None)


def hashed(token: str) -> str:
    """What is stored of a token, and by which its row is found."""
    return hashlib.sha256(token.encode()).hexdigest()


def mark_of(*parts: object) -> str:
    """A name for one mail, the same whenever it is sent again, that tells nothing of what it is made from."""
    text = "\0".join(map(str, parts)).encode()
    key = settings.SECRET_KEY.encode()
    return hmac.new(hashlib.sha256(_MARK + key).digest(), text, hashlib.sha256).hexdigest()[:32]


def _drawn(key: str, salt: str) -> str:
    digest = hmac.new(hashlib.sha256(_ADDRESS + key.encode()).digest(), salt.encode(), hashlib.sha256)
    return base64.b32encode(digest.digest()).decode().lower()[:_LENGTH]


def _keys() -> Iterator[str]:
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield str(key)
