"""Closing an account: what is the person's own goes, what belongs to games stays, without a name."""

import secrets

from allauth.account.models import EmailAddress
from django.db import models, transaction
from django.db.models import Q

from trekdip.accounts.models import User
from trekdip.games import services
from trekdip.games.errors import BadInput, NotNow
from trekdip.games.models import AuditEntry, Game
from trekdip.gm.models import Invitation
from trekdip.privacy.selectors import games_to_hand_over, seats_to_leave

# What in the details of audits is an account's name; in those of press it is a party's.
_NAMING = ("player", "from", "to", "observer", "invited")


@transaction.atomic
def account_close(*, by: User, password: str) -> None:
    """Close the asker's account for good.

    Seats in games that go on become vacant, as if the player had left. Addresses, plans, tokens, settings and
    everything else of the person's own are deleted; orders, press and audit entries stay with their games,
    under a name that says nothing. Raises BadInput for a wrong password, NotNow while the account manages
    games.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if not user.check_password(password):
        raise BadInput("That is not the password of this account.", field="password")
    managed = games_to_hand_over(user)
    if managed:
        titles = ", ".join(game.title for game in managed)
        raise NotNow(
            f"You manage games that are not over: {titles}. Hand them over, end them, or call them off first."
        )
    for seat in seats_to_leave(user):
        services.game_leave(by=user, game=seat.game)
    addresses = {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    for address in addresses:  # what was sent to it: the address is the person's, not the table's
        Invitation.objects.filter(email__iexact=address).delete()
    for relation in User._meta.related_objects:  # noqa: SLF001  Django's documented interface
        if relation.on_delete is models.CASCADE and relation.related_model is not None:
            rows = relation.related_model._base_manager  # noqa: SLF001
            rows.filter(**{relation.field.name: user}).delete()
    Game.objects.filter(gm_next=user).update(gm_next=None)
    name = f"gone-{secrets.token_hex(4)}"
    _rename_in_audits(user.get_username(), name)
    user.username = name
    user.email = f"{name}@account.invalid"
    user.is_active = False
    user.last_login = None
    user.set_unusable_password()
    user.save()


def _rename_in_audits(old: str, new: str) -> None:
    """Call somebody otherwise wherever an audit names them: who left which seat stays known, by the new name,
    and nobody who takes the old one later is taken for them.
    """
    named = Q()
    for key in _NAMING:
        named |= Q(**{f"details__{key}": old})
    entries = list(AuditEntry.objects.filter(named).exclude(act__startswith="press_"))
    for entry in entries:
        entry.details |= {key: new for key in _NAMING if entry.details.get(key) == old}
    AuditEntry.objects.bulk_update(entries, ["details"])
