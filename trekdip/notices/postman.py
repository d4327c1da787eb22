"""Carrying what is due: mail, push messages, posts to chats. What is said is not decided here.

Safe to run anywhere and at the same time: a notice is claimed before it is sent. A failure of one keeps no
other from going out; whose address takes its time waits longer for the next, so that all others need not.
"""

import datetime as dt
import logging
import smtplib
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from trekdip.games import selectors
from trekdip.notices import chats, kinds, mails, outgoing, push, tokens
from trekdip.notices.content import Content, compose
from trekdip.notices.models import Device, Hook, Notice, Post
from trekdip.notices.selectors import address_of, zone_of
from trekdip.notices.services.carrying import (
    errands_done,
    errands_failed,
    errands_put_off,
    notices_claim,
    post_claim,
)
from trekdip.notices.services.hooks import hook_answered
from trekdip.notices.services.writing import wanted_channels

log = logging.getLogger(__name__)

MAX_DEVICE_FAILURES = 10
_SLOW = 3.0  # seconds that an address somebody gave may take without waiting for the next
_WAIT = dt.timedelta(minutes=5)
_SENT, _NOTHING = "sent", "nothing"


def carry(*, at: dt.datetime | None = None, seconds: float = 30.0) -> int:
    """Send whatever is due at a moment (None: now), for at most about so many seconds; how many went out."""
    began = monotonic()
    carried = 0
    for one in (_mail, _push, _post):
        while monotonic() - began < seconds:
            found = one(at or timezone.now())
            if found is None:
                break
            carried += found
    return carried


def _mail(at: dt.datetime) -> int | None:
    """One mail; None when none is due."""
    notices = notices_claim(channel=kinds.MAIL, at=at)
    if not notices:
        return None
    try:
        return _mailed(notices, at)
    except (smtplib.SMTPException, OSError) as error:
        log.warning("mail could not be sent (%s); tried again later", type(error).__name__)
    except Exception:
        # Whatever ails one mail must not keep the others from going out.
        log.exception("notice %s could not be sent", notices[0].pk)
    errands_failed(errands=notices, at=at)
    return 0


def _mailed(notices: list[Notice], at: dt.datetime) -> int:
    """Send the mail of these notices of one person, as far as there is something to tell."""
    user = notices[0].recipient
    told = [(notice, content) for notice in notices if (content := _content(notice)) is not None]
    errands_done(errands=[one for one in notices if one not in {n for n, _ in told}], outcome=_NOTHING, at=at)
    if not told:
        return 0
    kept = [notice for notice, _ in told]
    stop = None if kept[0].kind == kinds.RECEIPT.id else _stop(kept)
    mails.mail_of(
        user.email,
        [content for _, content in told],
        mark=tokens.mark_of("mail", user.pk, *sorted(f"{one.kind} {one.key}" for one in kept)),
        stop=stop,
        reply_to=_reply_to(kept),
    ).send()
    errands_done(errands=kept, outcome=_SENT, at=at)
    return 1


def _content(notice: Notice) -> Content | None:
    """The words of a notice for its recipient; None if they are not to be told (any more)."""
    user, game = notice.recipient, notice.game
    if not user.is_active or selectors.viewer_of(user, game) != notice.viewer:
        return None
    chosen = notice.kind == kinds.RECEIPT.id
    if not chosen and notice.channel not in wanted_channels(game, notice.kind, [user.pk])[user.pk]:
        return None
    return compose(user, notice, zone=zone_of(user))


def _stop(notices: list[Notice]) -> mails.Stop:
    """What one click on "unsubscribe" ends: mail of this game, or of all where several are told of."""
    games = {notice.game.slug for notice in notices}
    kind = notices[0].kind if len(notices) == 1 else ""
    return mails.Stop(notices[0].recipient_id, games.pop() if len(games) == 1 else "", kind)


def _reply_to(notices: list[Notice]) -> str:
    """The seat's address for orders, where a mail is about what to order in one game."""
    asks = all(notice.kind in {"phase", "reminder", "receipt"} for notice in notices)
    if not asks or len({notice.game_id for notice in notices}) > 1:
        return ""
    return address_of(notices[0].recipient, notices[0].game) or ""


def _push(at: dt.datetime) -> int | None:
    """One notice to all devices of its recipient; None when none is due."""
    notices = notices_claim(channel=kinds.PUSH, at=at)
    if not notices:
        return None
    began = monotonic()
    try:
        reached = _pushed(notices[0])
    except Exception:
        log.exception("notice %s could not be pushed", notices[0].pk)
        reached = None
    if monotonic() - began > _SLOW:
        errands_put_off(
            errands=Notice.objects.filter(recipient=notices[0].recipient, channel=kinds.PUSH),
            until=at + _WAIT,
        )
    if reached is None:
        errands_failed(errands=notices, at=at)
        return 0
    errands_done(errands=notices, outcome=_SENT if reached else _NOTHING, at=at)
    return int(reached)


def _pushed(notice: Notice) -> bool | None:
    """Whether a device has got it; None if one might later, and none has now."""
    content = _content(notice) if push.available() else None
    if content is None:
        return False
    tag = tokens.mark_of("push", notice.recipient_id, notice.kind, notice.key)
    urgent = kinds.kind_of(notice.kind).urgent
    devices = list(notice.recipient.devices.all())

    def send(device: Device) -> bool | None:
        return _to_device(device, content, tag, urgent=urgent)

    # At once: the slowest of them is waited for, not the sum of all.
    with ThreadPoolExecutor(max_workers=max(1, len(devices))) as pool:
        answers = [_noted(*told) for told in zip(devices, list(pool.map(send, devices)), strict=True)]
    return True if True in answers else None if None in answers else False


def _to_device(device: Device, content: Content, tag: str, *, urgent: bool) -> bool | None:
    """Whether the device's service took it; None if it may later, False if it never will. Reads no table."""
    try:
        return push.send(device, content, tag=tag, urgent=urgent)
    except outgoing.Refused:
        return False
    except outgoing.Unreachable:
        return None


def _noted(device: Device, taken: bool | None) -> bool | None:
    """The answer of a device's service, written down. One whose subscription ended is removed."""
    if taken is None:
        device.failures += 1
        if device.failures < MAX_DEVICE_FAILURES:
            device.save(update_fields=["failures"])
            return None
        taken = False
    if not taken:
        device.delete()
    elif device.failures:
        device.failures = 0
        device.save(update_fields=["failures"])
    return taken


def _post(at: dt.datetime) -> int | None:
    """One message to a chat; None when none is due."""
    post = post_claim(at=at)
    if post is None:
        return None
    hook = Hook.objects.filter(game=post.game_id, disabled_at__isnull=True).first()
    content = compose(AnonymousUser(), post, zone="UTC") if hook else None
    if hook is None or content is None:
        errands_done(errands=[post], outcome=_NOTHING, at=at)
        return 0
    began = monotonic()
    try:
        chats.send(hook, post, content, at=int(at.timestamp()))
    except (outgoing.Refused, outgoing.Unreachable) as reason:
        log.warning("the chat of game %s: %s; tried again later", post.game_id, reason)
        errands_failed(errands=[post], at=at)
        hook_answered(hook_id=hook.pk, well=False)
        return 0
    finally:
        if monotonic() - began > _SLOW:
            errands_put_off(errands=Post.objects.filter(game=post.game_id), until=at + _WAIT)
    errands_done(errands=[post], outcome=_SENT, at=at)
    hook_answered(hook_id=hook.pk, well=True)
    return 1
