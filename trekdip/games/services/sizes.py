"""How large the powers publicly are. Public facts only: they decide votes and stand on dashboards."""

import json

from trekdip.games import gate
from trekdip.games.models import Phase, PhaseView


def centres_of(phase: Phase) -> dict[str, int]:
    """How many centres each power publicly owns in a phase; powers without any are left out."""
    stored = PhaseView.objects.filter(phase=phase, viewer=gate.PUBLIC).values_list("view", flat=True).first()
    centres = json.loads(stored or "{}").get("centers", {})
    return {power: len(owned) for power, owned in centres.items() if owned}
