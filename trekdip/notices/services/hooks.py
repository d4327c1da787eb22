"""A game's chat: setting it up, and switching it off when it does not answer."""

import secrets

from django.db import transaction
from django.utils import timezone

from trekdip.accounts.models import User
from trekdip.games.errors import BadInput
from trekdip.games.models import Game
from trekdip.games.services.audit import audit_record, require_gm
from trekdip.notices import kinds, outgoing
from trekdip.notices.models import Hook, Notice

MAX_FAILURES = 8


@transaction.atomic
def hook_save(*, by: User, game: Game, url: str, style: str) -> Hook:
    """Tell this chat what is public of the game from now on; a new signing secret is drawn for a new address.

    Raises NotAllowed unless `by` is the GM, BadInput for an address that is not public and by https.
    """
    require_gm(by, game)
    if style not in Hook.Style.values:
        raise BadInput("Choose which chat it is.", field="style")
    url = url.strip()
    try:
        outgoing.address_checked(url)
    except outgoing.Refused as refused:
        raise BadInput(str(refused), field="url") from None
    hook = Hook.objects.select_for_update(no_key=True).filter(game=game).first() or Hook(game=game)
    if hook.url != url:
        hook.secret = secrets.token_urlsafe(32)
        hook.added_at = timezone.now()
    hook.url = url
    hook.style = style
    hook.failures = 0
    hook.disabled_at = None
    hook.save()
    audit_record(game=game, act="hook_save", by=by, at=timezone.now(), details={"style": style})
    return hook


@transaction.atomic
def hook_remove(*, by: User, game: Game) -> None:
    """Tell the chat nothing any more. Raises NotAllowed unless `by` is the GM."""
    require_gm(by, game)
    removed, _ = Hook.objects.filter(game=game).delete()
    if removed:
        audit_record(game=game, act="hook_remove", by=by, at=timezone.now())


@transaction.atomic
def hook_answered(*, hook_id: int, well: bool) -> None:
    """Count how a chat has answered. After too many failures in a row it is switched off, and the GM told."""
    hook = Hook.objects.select_for_update(no_key=True).select_related(None).filter(pk=hook_id).first()
    if hook is None or (well and not hook.failures):
        return
    hook.failures = 0 if well else hook.failures + 1
    if hook.failures >= MAX_FAILURES and hook.disabled_at is None:
        hook.disabled_at = timezone.now()
        _tell_gm(hook)
    hook.save(update_fields=["failures", "disabled_at"])


def _tell_gm(hook: Hook) -> None:
    """A notice to the GM alone, in the same transaction."""
    game, now = hook.game, timezone.now()
    Notice.objects.bulk_create(
        [
            Notice(
                recipient=game.gm,
                channel=kinds.MAIL,
                viewer=_eyes(game),
                game=game,
                kind=kinds.DESK.id,
                key=f"{game.slug}/chat/{now.isoformat()}",
                facts={
                    "about": "chat",
                    "text": f"It has not taken {MAX_FAILURES} messages in a row. Check its address on the "
                    "page of the chat and save it again to switch it on.",
                },
                created_at=now,
                due_at=now,
            )
        ],
        ignore_conflicts=True,
    )


def _eyes(game: Game) -> str:
    """As whom the GM sees the game."""
    seat = game.seats.filter(user=game.gm_id, power__isnull=False).first()
    return (seat.power if seat else None) or ("public" if game.gm_plays else "gm")
