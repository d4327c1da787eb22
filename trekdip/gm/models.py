"""The tables of the desk: corrections, announcements, a GM's notes, invitations. No behaviour.

What a correction changed is told to the GM; that there was one and why is everybody's.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override

from trekdip.games.models import Game, Phase


class Correction(models.Model):
    """A game taken back to one of its phases: why (public), and what was changed there (the GM's).

    The phases that no longer count point here by `Phase.withdrawn`; `opened` is the phase played in their
    place.
    """

    class Kind(models.TextChoices):
        """What was put right."""

        ROLLBACK = "rollback", "taken back"
        POSITION = "position", "position corrected"
        ORDERS = "orders", "orders corrected"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="corrections")
    kind = models.CharField(max_length=12, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="corrections_made"
    )
    at = models.DateTimeField()
    title = models.CharField(max_length=80)  # of the phase the game was taken back to
    reason = models.CharField(max_length=500)
    changed = models.JSONField(default=dict, blank=True)
    opened = models.OneToOneField(
        Phase, on_delete=models.CASCADE, related_name="correction", null=True, blank=True
    )

    class Meta:
        """Oldest first; the table is owed a reason."""

        ordering = ("game", "pk")
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="correction_has_reason"),
            models.CheckConstraint(
                condition=Q(kind__in=["rollback", "position", "orders"]), name="correction_kind"
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"correction {self.pk} of game {self.game_id}"


class Announcement(models.Model):
    """What the GM says to everybody, spectators too."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="announcements")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="announcements")
    at = models.DateTimeField()
    text = models.CharField(max_length=1000)

    class Meta:
        """Newest first."""

        ordering = ("game", "-pk")
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(text=""), name="announcement_not_empty")]

    @override
    def __str__(self) -> str:
        return f"announcement {self.pk} in game {self.game_id}"


class Note(models.Model):
    """A GM's own notes on a game: one text a person and game, read by that person alone."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(blank=True)
    saved_at = models.DateTimeField()

    class Meta:
        """One a person and game."""

        ordering = ("game", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "by"], name="note_one_per_person"),
        ]

    @override
    def __str__(self) -> str:
        return f"notes of {self.by_id} on game {self.game_id}"


class Invitation(models.Model):
    """A seat offered to one person: to an account, or to whoever holds the link sent to an address.

    `power` names the seat of a game in play; without it the seat is one of a forming table. `replaces` is the
    player who has that seat until the invitation is accepted (None: it is vacant), `reason` why it changes
    hands, for the audit. It is used once, declined, or taken back.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="invitations_sent"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations", null=True, blank=True
    )
    email = models.EmailField(blank=True)
    power = models.CharField(max_length=40, blank=True)
    replaces = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """For an account or an address, never both; accepted or withdrawn, never both."""

        ordering = ("game", "pk")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, email="") | (Q(user__isnull=True) & ~Q(email="")),
                name="invitation_to_one",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at__isnull=True) | Q(withdrawn_at__isnull=True),
                name="invitation_ended_once",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"invitation {self.pk} to game {self.game_id}"
