"""Arrows point one way: the contracts of `.importlinter` hold, and the adjudicator needs nothing but
msgspec.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
ALLOWED = {*sys.stdlib_module_names, "msgspec", "adjudicator"}


def test_the_import_contracts_are_kept() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "trekdip.settings.test"},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_the_adjudicator_imports_the_standard_library_and_msgspec_alone() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in (ROOT / "adjudicator").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in imported(node)
    }
    assert found
    assert {(path, name) for path, name in found if name.split(".")[0] not in ALLOWED} == set()


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        return [node.module]
    return []


def test_the_engine_reads_no_clock_and_draws_no_dice_of_its_own() -> None:
    """Chance comes from the seed in the position; time does not come in at all; only the command line talks
    to the world.
    """
    banned = {
        "time",
        "datetime",
        "socket",
        "subprocess",
        "threading",
        "secrets",
        "uuid",
        "urllib",
        "http",
        "asyncio",
    }
    found = {
        (path.name, name)
        for path in (ROOT / "adjudicator").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in imported(node)
        if name.split(".")[0] in banned
    }
    assert found == set()
