"""Fixtures of the tests in this folder."""

from collections.abc import AsyncIterator

import pytest

from tests.live import table as tables
from tests.live.table import Table


@pytest.fixture
def table(transactional_db: None) -> Table:  # noqa: ARG001
    """A running game, visible to other threads."""
    return tables.laid()


@pytest.fixture
async def hub_stopped() -> AsyncIterator[None]:
    """The hub of this test's loop is ended with it."""
    yield
    from trekdip.live import hub  # noqa: PLC0415

    await hub.current().stop()
