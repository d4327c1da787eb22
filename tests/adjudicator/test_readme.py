"""The examples in the adjudicator's README are true: they run as doctests."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).parents[2] / "adjudicator" / "README.md"


def test_the_readme_tells_the_truth() -> None:
    outcome = doctest.testfile(
        str(README), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert outcome.attempted >= 10
    assert outcome.failed == 0
