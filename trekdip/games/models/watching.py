"""Who asked to see what is private and who agreed, and the record of acts at a table."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override

from trekdip.games.models.table import Game


class Observer(models.Model):
    """Somebody without a seat who has asked to see what is private.

    `asked_at` is empty once the request is taken back; `granted_at` is empty until every player agreed, and
    again from the moment one objects. `seen` stays: who has seen what is private takes no seat any more.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="observers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="observed")
    asked_at = models.DateTimeField(null=True, blank=True)
    granted_at = models.DateTimeField(null=True, blank=True)
    seen = models.BooleanField(default=False)

    class Meta:
        """One request a person and game."""

        ordering = ("game", "asked_at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user"], name="observer_one_per_user"),
            models.CheckConstraint(
                condition=Q(granted_at__isnull=True) | Q(seen=True, asked_at__isnull=False),
                name="observer_granted",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"observer {self.user_id} of game {self.game_id}"


class Consent(models.Model):
    """A player's agreement that an observer sees what is private. It is the person's, not the seat's."""

    observer = models.ForeignKey(Observer, on_delete=models.CASCADE, related_name="consents")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="consents")
    at = models.DateTimeField()

    class Meta:
        """Once a person and observer."""

        ordering = ("observer", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["observer", "user"], name="consent_one_per_user")
        ]

    @override
    def __str__(self) -> str:
        return f"consent of {self.user_id} to observer {self.observer_id}"


class AuditEntry(models.Model):
    """An act at a table: who, when, why. The GM reads it always, everybody when the game is over."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="audit")
    act = models.CharField(max_length=40)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="audit_entries",
        null=True,
        blank=True,
    )
    at = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        """Oldest first, as it happened."""

        ordering = ("game", "pk")
        verbose_name_plural = "audit entries"
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(act=""), name="audit_act_not_empty")]

    @override
    def __str__(self) -> str:
        return f"{self.act} in game {self.game_id}"
