"""The site's clock is the database's: one clock for all processes, read after a lock was waited for.

Nothing else.
"""

import datetime as dt
import time
from typing import cast

from django.db import models
from django.db.models.functions import Now


def now_at(row: models.Model) -> dt.datetime:
    """The database's present time, asked anew by a query on a stored row (an aware UTC time)."""
    manager = type(row)._base_manager  # noqa: SLF001  Django's documented name for a model's plain manager
    return cast(
        "dt.datetime", manager.filter(pk=row.pk).annotate(at=Now()).values_list("at", flat=True).get()
    )


def when(moment: float | None, now: dt.datetime) -> dt.datetime:
    """A moment of this process (`time.monotonic`) by the database's clock, which says `now`; None: now."""
    return now if moment is None else now - dt.timedelta(seconds=time.monotonic() - moment)
