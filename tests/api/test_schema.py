"""The API against its own schema: whatever is sent, the answer is one it names, and never a fault of ours."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from django.core.cache import cache
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.games import tables
from trekdip.api import services
from trekdip.gm import services as gm

if TYPE_CHECKING:
    from tests.services.live_site import LiveSite

pytestmark = pytest.mark.django_db(transaction=True)
MAX_EXAMPLES = 12
CALLS = 26


def tried(site: "LiveSite", prepare: Callable[[Any], None]) -> int:
    """Call every operation with all sorts of input; how many operations there are."""
    schema = schemathesis.openapi.from_url(f"{site.url}/api/v1/openapi.json")
    found: list[Any] = list(schema.get_all_operations())
    operations = [result.ok() for result in found]
    for operation in operations:

        @settings(max_examples=MAX_EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def answered(case: Any) -> None:
            cache.clear()
            prepare(case)
            # What is well-formed may be refused by the rules of the game, but not for its form.
            answer = case.call_and_validate(excluded_checks=[positive_data_acceptance])
            if case.meta.generation.mode is GenerationMode.POSITIVE and answer.status_code == 400:
                assert "wrong shape" not in answer.json()["problem"]

        answered()
    return len(operations)


def test_every_answer_is_one_the_schema_names(live_site: "LiveSite") -> None:
    assert tried(live_site, lambda case: None) == CALLS  # noqa: ARG005


def test_so_is_every_answer_to_a_seat_of_a_running_game(live_site: "LiveSite") -> None:
    game = tables.started()
    gm.deadline_force(by=game.gm, game=game, ordinal=0)
    _, secret = services.token_make(
        by=tables.person("austria"), game=game, name="bot", orders=True, votes=True, press=True
    )

    def as_austria(case: Any) -> None:
        if "slug" in case.path_parameters:
            case.path_parameters["slug"] = game.slug
        case.headers["Authorization"] = f"Bearer {secret}"

    assert tried(live_site, as_austria) == CALLS
