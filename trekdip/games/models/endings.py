"""The tables of how a game ends by agreement, and of how seats find somebody else. Every invariant of theirs.

No behaviour: services write, selectors read. What a ballot says is told to nobody but its own seat.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override


class Proposal(models.Model):
    """A proposal to end the game: a draw, the concession of a win, or an end without a winner.

    It is about the board on which it was made, and lapses with the phase, or when a seat changes hands.
    `powers`: who shares the draw, or to whom is conceded. `named`: everybody is told who made it.
    """

    class Kind(models.TextChoices):
        """What is proposed."""

        DRAW = "draw", "a draw"
        CONCEDE = "concede", "a concession"
        END = "end", "an end without a winner"

    class Outcome(models.TextChoices):
        """What became of it."""

        OPEN = "open", "open"
        PASSED = "passed", "passed"
        LAPSED = "lapsed", "lapsed"

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="proposals")
    phase = models.ForeignKey("games.Phase", on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=12, choices=Kind)
    powers = models.JSONField(default=list, blank=True)
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="proposals")
    named = models.BooleanField(default=False)
    gm_agrees = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    outcome = models.CharField(max_length=12, choices=Outcome, default=Outcome.OPEN)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One open proposal of a kind and for the same powers; one game ends once."""

        ordering = ("game", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "kind", "powers"], condition=Q(outcome="open"), name="proposal_once"
            ),
            models.UniqueConstraint(
                fields=["game"], condition=Q(outcome="passed"), name="proposal_one_passed_per_game"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["draw", "concede"]) & ~Q(powers=[]) | Q(kind="end", powers=[]),
                name="proposal_kind",
            ),
            models.CheckConstraint(condition=Q(kind="draw") | Q(named=True), name="proposal_named"),
            models.CheckConstraint(condition=Q(kind="end") | Q(gm_agrees=False), name="proposal_gm_agrees"),
            models.CheckConstraint(
                condition=Q(outcome="open", closed_at__isnull=True)
                | Q(outcome__in=["passed", "lapsed"], closed_at__isnull=False),
                name="proposal_outcome",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"proposal {self.pk} of {self.kind} in game {self.game_id}"


class Ballot(models.Model):
    """A seat's secret answer to a proposal. Nobody else learns what it says, nor that it was given."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="ballots")
    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="ballots")
    yes = models.BooleanField()

    class Meta:
        """One answer a seat."""

        ordering = ("proposal", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["proposal", "seat"], name="ballot_one_per_seat")
        ]

    @override
    def __str__(self) -> str:
        return f"ballot {self.pk} on proposal {self.proposal_id}"


class SeatRequest(models.Model):
    """Somebody asks for a vacant seat of a game in play. Told to the GM and to whoever asks."""

    class Outcome(models.TextChoices):
        """What became of it."""

        OPEN = "open", "open"
        TAKEN = "taken", "taken"
        CLOSED = "closed", "closed"

    seat = models.ForeignKey("games.Seat", on_delete=models.CASCADE, related_name="requests")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="seat_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat_requests")
    note = models.CharField(max_length=300, blank=True)
    asked_at = models.DateTimeField()
    outcome = models.CharField(max_length=12, choices=Outcome, default=Outcome.OPEN)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One open request a person and game, oldest first."""

        ordering = ("asked_at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(outcome="open"), name="seat_request_one_open"
            ),
            models.CheckConstraint(
                condition=Q(outcome="open", closed_at__isnull=True)
                | Q(outcome__in=["taken", "closed"], closed_at__isnull=False),
                name="seat_request_outcome",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"request {self.pk} for seat {self.seat_id}"
