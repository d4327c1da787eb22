"""The written rulings and the cases hold together: nothing is ruled that no case shows, nothing is named that
is not there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CASES = [
    case
    for file in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))["cases"]
]
CITED = [text for case in CASES for text in case["cites"]]
RULINGS = (ROOT / "docs/rulings.md").read_text(encoding="utf-8")
OWN = RULINGS.partition("## stdip: decided here")[2]
CHAPTERS = {"Borg": 10, "Fed": 4, "Dom": 14, "Rom": 11, "Kli": 2, "Fer": 14, "Car": 5}
ADDITIONAL = (1, 2, 3, 4, 11)  # the others are about people, mail and deadlines
PARAGRAPHS = [f"{name} {n}" for name, count in CHAPTERS.items() for n in range(1, count + 1)]
POWERS = ("Borg", "Federation", "Dominion", "Romulan", "Klingon", "Ferengi", "Cardassian")


@pytest.mark.parametrize("paragraph", [*PARAGRAPHS, *(f"Add {n}" for n in ADDITIONAL)])
def test_every_paragraph_of_the_rulebook_has_a_case(paragraph: str) -> None:
    assert any(re.match(rf"{paragraph}(?!\d)", text) for text in CITED)


def test_every_ruling_has_a_case() -> None:
    ids = re.findall(r"\*\*([A-Z]-[a-z])\*\*", (ROOT / "docs/rulings/stdip.md").read_text(encoding="utf-8"))
    assert len(ids) > 60
    assert [one for one in ids if not any(text.startswith(one) for text in CITED)] == []


def test_every_case_that_the_rulings_name_exists() -> None:
    named = set(re.findall(r"`([a-z]+-[a-z0-9-]+)`", OWN))
    assert len(named) > 120
    assert sorted(named - {case["id"] for case in CASES}) == []


def test_every_decision_of_our_own_names_a_case_and_is_cited_as_it_is_numbered() -> None:
    rows = re.findall(r"^\| (N-[a-z]) \| .* \| (.*) \|$", OWN, re.MULTILINE)
    ids = [one for one, _ in rows]
    assert ids == [f"N-{chr(ord('a') + n)}" for n in range(len(ids))]
    assert all("`" in cases for _, cases in rows)
    assert {text for text in CITED if text.startswith("N-")} <= set(ids)


def test_the_matrix_has_no_empty_cell() -> None:
    rows = {
        m[1]: [cell.strip() for cell in m[2].split("|")[:-1]]
        for m in re.finditer(r"^\| \*\*(\w+)\*\* \|(.*)$", OWN, re.MULTILINE)
    }
    assert tuple(rows) == POWERS
    for number, cells in enumerate(rows.values()):
        assert len(cells) == len(POWERS) + 3
        assert cells[:number] == ["see above"] * number
        assert all("`" in cell for cell in cells[number:])
