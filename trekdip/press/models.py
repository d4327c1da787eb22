"""The tables of press. No behaviour: services write, selectors read.

Conversations belong to powers, not to people: who reads what follows from who sits where, and from `Copy`,
which notes in whose hands a message came.
"""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from typing_extensions import override

from trekdip.games.models import Game, Seat

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
MAX_TEXT = 8_000


def new_name() -> str:
    """A random name for a message: numbers would tell how many were written before."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


class Conversation(models.Model):
    """What is said among one set of parties; `key` names them (`parties.py`), `count` its messages."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="conversations")
    key = models.CharField(max_length=400)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        """One for each set of parties."""

        ordering = ("game", "key")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "key"], name="conversation_one_per_parties"),
            models.CheckConstraint(condition=~Q(key=""), name="conversation_key_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.key} in game {self.game_id}"


class Message(models.Model):
    """Something said. `party` is who says it to all who read it; `user` is kept for the audit alone.

    `number` orders the messages of a conversation and is shown to nobody; `name` is what URLs call it. `turn`
    is the code of the phase in which it was sent. `attached` is a snapshot (`attachments.py`), or null.
    """

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=12, unique=True, default=new_name, editable=False)
    party = models.CharField(max_length=40)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="press_written")
    text = models.TextField(max_length=MAX_TEXT, blank=True)
    turn = models.CharField(max_length=16)
    at = models.DateTimeField()
    attached = models.JSONField(null=True, blank=True)

    class Meta:
        """In the order they were said."""

        ordering = ("conversation", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["conversation", "number"], name="message_one_per_number"),
            models.CheckConstraint(
                condition=~Q(text="") | Q(attached__isnull=False), name="message_says_something"
            ),
            models.CheckConstraint(condition=~Q(party=""), name="message_party_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"message {self.number} of conversation {self.conversation_id}"


class Copy(models.Model):
    """In whose hands a message came: for each power of its conversation the person who sat there.

    `holder` is null for what is not one person's: copies to everybody, those to a vacant seat, which belong
    to whoever takes it, and those to a GM who does not play: they are the office's, and its next holder reads
    them. A GM who plays is a player among players: what they were told stays theirs.
    """

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="copies")
    party = models.CharField(max_length=40)
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="press_held",
        null=True,
        blank=True,
    )

    class Meta:
        """One for each party of a message."""

        verbose_name_plural = "copies"
        indexes: ClassVar = [models.Index(fields=["party", "holder"], name="copy_reader")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message", "party"], name="copy_one_per_party")
        ]

    @override
    def __str__(self) -> str:
        return f"copy of message {self.message_id} for {self.party}"


class Handover(models.Model):
    """A player agrees that whoever takes over their seat reads the press it has had from them."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="handovers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="handovers")

    class Meta:
        """Once a person and seat."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seat", "user"], name="handover_one_per_user")
        ]

    @override
    def __str__(self) -> str:
        return f"user {self.user_id} hands over the press of seat {self.seat_id}"


class ReadMark(models.Model):
    """How far somebody has read a conversation. Nobody else is told."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="marks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="press_marks")
    number = models.PositiveIntegerField()

    class Meta:
        """One a person and conversation."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["conversation", "user"], name="mark_one_per_user")
        ]

    @override
    def __str__(self) -> str:
        return f"user {self.user_id} in conversation {self.conversation_id}"


class Mute(models.Model):
    """Somebody does not want to be told of a conversation (its key) or of a power (its id) in a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mutes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes")
    target = models.CharField(max_length=400)

    class Meta:
        """Once a target."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "user", "target"], name="mute_one_per_target"),
            models.CheckConstraint(condition=~Q(target=""), name="mute_target_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"user {self.user_id} mutes {self.target}"


class Complaint(models.Model):
    """A reader shows a message to the GM. `read_at` is when the GM first looked; `holder` is the GM it was
    shown to where the GM plays (null: it goes with the office).
    """

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="complaints")
    party = models.CharField(max_length=40)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="complaints")
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One a reader and message, oldest first."""

        ordering = ("at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message", "user"], name="complaint_one_per_user"),
            models.CheckConstraint(condition=~Q(reason=""), name="complaint_reason_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"complaint about message {self.message_id}"
