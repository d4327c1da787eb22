"""Taking what is due, so that nobody else takes it, and writing down what became of it.

Whoever dies between sending and writing down leaves a claim that runs out: then it is sent again, under the
same mark.
"""

import datetime as dt
from typing import TypeVar

from django.db import transaction
from django.db.models import Q, QuerySet

from trekdip.notices import kinds
from trekdip.notices.models import Errand, Habit, Letter, Notice, Post

CLAIM = dt.timedelta(minutes=5)
MAX_ATTEMPTS = 8
KEPT = dt.timedelta(days=60)
_FIRST_WAIT = dt.timedelta(minutes=1)
_Some = TypeVar("_Some", Notice, Post)


@transaction.atomic
def notices_claim(*, channel: str, at: dt.datetime) -> list[Notice]:
    """The next notice that is due by a channel; for mail that is gathered all of that person's that are due.

    Empty when there is nothing to do, or others are at it.
    """
    due = _due(Notice.objects.filter(channel=channel).select_related(None), at)
    first = due.first()
    if first is None:
        return []
    taken = [first]
    gathers = Habit.objects.filter(user=first.recipient_id).exclude(pace=Habit.Pace.NOW).exists()
    if channel == kinds.MAIL and gathers and not kinds.kind_of(first.kind).urgent:
        urgent = [kind.id for kind in (*kinds.KINDS.values(), kinds.RECEIPT) if kind.urgent]
        others = due.filter(recipient=first.recipient_id).exclude(pk=first.pk).exclude(kind__in=urgent)
        taken.extend(others[:50])
    _claim(taken, at)
    return taken


@transaction.atomic
def post_claim(*, at: dt.datetime) -> Post | None:
    """The next post to a chat that is due; None when there is nothing to do, or others are at it."""
    first = _due(Post.objects.all(), at).first()
    if first is not None:
        _claim([first], at)
    return first


@transaction.atomic
def errands_done(*, errands: list[_Some], outcome: str, at: dt.datetime) -> None:
    """Nothing more is to be done: `outcome` is "sent", "nothing" (there is nothing to tell), or "failed"."""
    for errand in errands:
        errand.done_at = at
        errand.outcome = outcome
        errand.claimed_until = None
        errand.save(update_fields=["done_at", "outcome", "claimed_until"])


def errands_failed(*, errands: list[_Some], at: dt.datetime) -> None:
    """Try again after a while that doubles each time; given up after some attempts."""
    for errand in errands:
        if errand.attempts >= MAX_ATTEMPTS:
            errands_done(errands=[errand], outcome="failed", at=at)
            continue
        errand.due_at = at + _FIRST_WAIT * 2 ** (errand.attempts - 1)
        errand.claimed_until = None
        errand.save(update_fields=["due_at", "claimed_until"])


def errands_put_off(*, errands: QuerySet[_Some], until: dt.datetime) -> None:
    """Let those of these errands that nobody is at wait until a moment; what waits longer stays as it is."""
    errands.filter(done_at__isnull=True, claimed_until__isnull=True, due_at__lt=until).update(due_at=until)


def prune(*, at: dt.datetime) -> int:
    """Remove what was done long ago; how many rows went."""
    done = Q(done_at__lt=at - KEPT)
    gone = [
        Notice.objects.filter(done).delete()[0],
        Post.objects.filter(done).delete()[0],
        Letter.objects.filter(received_at__lt=at - KEPT).delete()[0],
    ]
    return sum(gone)


def _due(errands: QuerySet[_Some], at: dt.datetime) -> QuerySet[_Some]:
    """What is due and nobody is at, oldest first, locked; rows that others have locked are passed over."""
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lte=at)
    waiting = errands.filter(free, done_at__isnull=True, due_at__lte=at)
    return waiting.select_for_update(no_key=True, skip_locked=True).order_by("due_at", "pk")


def _claim(errands: list[Notice] | list[Post], at: dt.datetime) -> None:
    """Note that somebody is at it now."""
    errand: Errand
    for errand in errands:
        errand.claimed_until = at + CLAIM
        errand.attempts += 1
        errand.save(update_fields=["claimed_until", "attempts"])
