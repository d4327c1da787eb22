"""The tokens with which programs act for a seat. What they may do is decided where they are read."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override

from trekdip.games.models import Seat


class SeatToken(models.Model):
    """A secret with which a program reads a seat's board, and orders, votes or writes for it if it may.

    It is the player's, for this seat alone: when the seat goes to somebody else it opens nothing any more.
    Only a hash of it is kept. `reads`, `orders`, `votes` and `press` are its scopes.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="tokens")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat_tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    reads = models.BooleanField(default=True)
    orders = models.BooleanField(default=False)
    votes = models.BooleanField(default=False)
    press = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Names are unique for a player at a seat; a token that may do nothing is none."""

        ordering = ("seat", "name")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "user", "name"], name="token_one_per_name"),
            models.CheckConstraint(
                condition=Q(reads=True) | Q(orders=True) | Q(votes=True) | Q(press=True),
                name="token_has_scope",
            ),
            models.CheckConstraint(condition=~Q(name="") & ~Q(digest=""), name="token_named"),
            models.CheckConstraint(
                condition=Q(expires_at__isnull=True) | Q(expires_at__gt=models.F("made_at")),
                name="token_expires_after_made",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"token {self.name!r} of seat {self.seat_id}"
