"""What people may see: one immutable View a phase and viewer.

Players and spectators are served from these rows.
"""

from typing import Any, ClassVar, NoReturn

from django.db import models
from django.db.models import Q
from typing_extensions import override

from trekdip.games.models.phases import Phase


class ImmutableError(Exception):
    """Somebody tried to change a stored view."""


class PhaseViewQuerySet(models.QuerySet["PhaseView"]):
    """Rows that are written once: what people have been shown is never changed behind their backs."""

    @override
    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise ImmutableError("A stored view is never changed; resolve the phase anew instead.")


class PhaseView(models.Model):
    """What one viewer knows on entering a phase: the View, the legal orders, the drawing. Written once.

    `viewer` is a power's id, `public` or `gm`. `view` and `legal` are JSON texts, kept byte for byte as
    encoded; `board` is the part of the SVG drawing that changes with the phase.
    """

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="views")
    viewer = models.CharField(max_length=40)
    view = models.TextField()
    legal = models.TextField()
    board = models.TextField()

    objects = PhaseViewQuerySet.as_manager()

    class Meta:
        """One view a viewer and phase."""

        ordering = ("phase", "viewer")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["phase", "viewer"], name="view_one_per_viewer"),
            models.CheckConstraint(condition=~Q(viewer=""), name="view_viewer_not_empty"),
        ]

    @override
    def __str__(self) -> str:
        return f"phase {self.phase_id} as {self.viewer} sees it"

    @override
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert; raises ImmutableError for a row that exists."""
        if not self._state.adding:
            raise ImmutableError("A stored view is never changed; resolve the phase anew instead.")
        super().save(*args, **kwargs)
