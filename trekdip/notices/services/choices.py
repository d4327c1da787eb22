"""What somebody wants to be told, how, and on which devices."""

from django.db import transaction
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games.errors import BadInput, NotFound, NotNow
from trekdip.games.models import Game
from trekdip.notices import kinds, outgoing, paces, tokens
from trekdip.notices.models import Device, Habit, Letterbox, Notice, Preference

MAX_DEVICES = 10
Choice = tuple[str, str]  # kind, channel


@transaction.atomic
def habit_save(*, by: User, zone: str, pace: str, hour: int) -> Habit:
    """Set how somebody is written to; mail that waits is due anew by it.

    Raises BadInput for a zone, pace or hour there is none of.
    """
    if not paces.is_zone(zone):
        raise BadInput("There is no such time zone. Choose one from the list.", field="zone")
    if pace not in Habit.Pace.values:
        raise BadInput("Choose when mail is sent.", field="pace")
    if not 0 <= hour <= 23:
        raise BadInput("Choose an hour from 0 to 23.", field="hour")
    defaults = {"zone": zone, "pace": pace, "hour": hour}
    habit, _ = Habit.objects.update_or_create(user=by, defaults=defaults)
    waiting = Notice.objects.select_for_update(no_key=True).filter(
        recipient=by, channel=kinds.MAIL, done_at__isnull=True, attempts=0
    )
    for notice in waiting:
        urgent = kinds.kind_of(notice.kind).urgent
        notice.due_at = paces.due(notice.created_at, pace=pace, zone=zone, hour=hour, urgent=urgent)
        notice.save(update_fields=["due_at"])
    return habit


@transaction.atomic
def preferences_save(*, by: User, game: Game | None, wanted: dict[Choice, bool]) -> None:
    """Set somebody's switches for a game, or (None) for all games without switches of their own.

    What is left out is as by default again. Raises BadInput for a kind or channel there is none of.
    """
    for kind, channel in wanted:
        if kind not in kinds.KINDS or channel not in kinds.CHANNELS:
            raise BadInput("There is no such notice. Reload the page.")
    Preference.objects.filter(user=by, game=game).delete()
    Preference.objects.bulk_create(
        Preference(user=by, game=game, kind=kind, channel=channel, wanted=value)
        for (kind, channel), value in wanted.items()
    )


@transaction.atomic
def mail_stop(*, token: str, scope: str = "") -> str:
    """Stop mail as the signed token of one of our mails says; what was stopped, in words.

    `scope` widens it: "game" is all kinds of that game, "all" everything; empty is what the token says.
    Doing it again changes nothing. Raises NotFound for a token this site did not sign or a person who is
    gone.
    """
    read = tokens.stop_read(token)
    user = User.objects.filter(pk=read[0]).first() if read else None
    if read is None or user is None:
        raise NotFound("This link is not (any more) one of ours. Sign in to change what you are told.")
    _, slug, kind = read
    game = Game.objects.filter(slug=slug).first() if slug and scope != "all" else None
    stopped = [kind] if kind in kinds.KINDS and not scope else list(kinds.KINDS)
    if game is None:
        # Mail of a game with switches of its own is to stop, too.
        own = Preference.objects.filter(user=user, channel=kinds.MAIL, kind__in=stopped)
        own.update(wanted=False)
    for name in stopped:
        Preference.objects.update_or_create(
            user=user, game=game, kind=name, channel=kinds.MAIL, defaults={"wanted": False}
        )
    what = kinds.KINDS[kind].title if len(stopped) == 1 else "all notices"
    return f"{what} of {game.title}" if game else what


@transaction.atomic
def device_add(*, by: User, endpoint: str, p256dh: str, auth: str, name: str) -> Device:
    """Take a browser's subscription to push messages; one that is known gets its new keys and owner.

    Raises BadInput for what no browser sends, NotNow for too many devices.
    """
    try:
        outgoing.address_checked(endpoint)
    except outgoing.Refused:
        raise BadInput("That is no address of a push service.", field="endpoint") from None
    if not (40 <= len(p256dh) <= 120 and 16 <= len(auth) <= 60 and (p256dh + auth).isascii()):
        raise BadInput("The keys of the subscription are not complete.", field="keys")
    others = Device.objects.filter(user=by).exclude(endpoint=endpoint).count()
    if others >= MAX_DEVICES:
        raise NotNow(f"You have {MAX_DEVICES} devices already. Remove one first.")
    told = {"user": by, "p256dh": p256dh, "auth": auth, "name": name[:60] or "A browser", "failures": 0}
    device, _ = Device.objects.update_or_create(
        endpoint=endpoint, defaults=told, create_defaults={**told, "added_at": timezone.now()}
    )
    return device


@transaction.atomic
def device_remove(*, by: User, device_id: int) -> None:
    """Send no more push messages to a device. Raises NotFound for one that is not the asker's."""
    removed, _ = Device.objects.filter(user=by, pk=device_id).delete()
    if not removed:
        raise NotFound("That device is not among yours.")


@transaction.atomic
def ways_end(*, user: User) -> bool:
    """End what speaks to or for an account without its password: devices, and its seats' addresses for
    orders. Whether there was anything.
    """
    devices, _ = Device.objects.filter(user=user).delete()
    letterboxes, _ = Letterbox.objects.filter(user=user).delete()
    return bool(devices or letterboxes)
