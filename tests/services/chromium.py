"""The system's Chromium, for tests and measurements in a browser. Starts none."""

import shutil

# The shell without windows is the same engine at half the cost.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """The program, None where none is installed."""
    return next(filter(None, map(shutil.which, _NAMES)), None)
