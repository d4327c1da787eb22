"""Every section of the rulebook of quadrants that rules something, and every ruling, has a case."""

from __future__ import annotations

import re
from pathlib import Path

from tests.adjudicator.cases import all_cases

RULINGS = Path(__file__).parents[3] / "docs" / "rulings" / "quadrants.md"
# The rulebook's headings; what alliances do beside victory is declared, not ordered (test_alliances).
SECTIONS = (
    "Factions", "Movement", "Turn Structure", "Hold", "Move", "Support", "Support Rules", "Convoy",
    "Resolution Rules 1, 3", "Resolution Rules 2", "Resolution Rules 4", "Resolution Rules 5",
    "Resolution Rules 6", "Support Cutting", "Valid Retreat Destinations", "Retreat Options",
    "Multiple retreats to same territory", "Adjustments", "Build Rules", "Disbands", "Victory Conditions",
    "Alliance Victory", "Elimination", "Diplomatic Immunity", "Warrior's Rage", "Tal Shiar Intelligence",
    "Obsidian Order", "Rules of Acquisition", "Energy Dampening Weapon", "Reptilian Resilience",
    "Latinum Economy", "Economic Victory",
)  # fmt: skip


def test_every_section_and_every_ruling_has_a_case() -> None:
    mine = [case.body for case in all_cases() if case.body["setup"]["variant"] == "quadrants"]
    cited = {cite for body in mine for cite in body["cites"]}
    rulings = set(re.findall(r"\*\*(Q-[a-z])\b", RULINGS.read_text(encoding="utf-8")))
    assert len(rulings) == 22
    assert rulings <= cited
    assert {f"Rulebook: {section}" for section in SECTIONS} <= cited
