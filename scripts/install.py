"""Prepares `.venv` from a hash-pinned lock: `scripts/install.py requirements.lock`. Standard library only."""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"

NO_PIP = """
This Python has neither `ensurepip` nor `pip`, and uv is not installed; one of them is needed.
Debian or Ubuntu: apt-get install python3-venv
"""


def main(lock: str) -> int:
    """Install what the file `lock` lists, unless that was done before; returns the exit code."""
    path = ROOT / lock
    wanted = hashlib.sha256(path.read_bytes() + sys.version.encode()).hexdigest()
    stamp = VENV / f"installed-{lock}"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return 0
    print(f"Installing what {lock} lists into .venv; this happens once ...", flush=True)
    commands = _with_uv(path) or _with_pip(path)
    if not commands:
        print(NO_PIP, file=sys.stderr)
        return 1
    for command in commands:
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            print(f"This command failed: {' '.join(command)}", file=sys.stderr)
            return 1
    stamp.write_text(wanted)
    return 0


def _with_uv(lock: Path) -> list[list[str]]:
    """The commands that install with uv; none if there is no working uv."""
    uv = shutil.which("uv")
    if uv is None or subprocess.run([uv, "--version"], capture_output=True, check=False).returncode:
        return []
    install = [uv, "pip", "install", "--quiet", "--python", str(PYTHON), "--require-hashes", "-r", str(lock)]
    return [*_fresh([uv, "venv", "--quiet", "--python", sys.executable, str(VENV)]), install]


def _with_pip(lock: Path) -> list[list[str]]:
    """The commands that install with pip: its own or, on Debian without python3-venv, the system's."""
    options = ["install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", str(lock)]
    if importlib.util.find_spec("ensurepip") is not None:
        return [*_fresh([sys.executable, "-m", "venv", str(VENV)]), [str(PYTHON), "-m", "pip", *options]]
    if importlib.util.find_spec("pip") is not None:
        venv = _fresh([sys.executable, "-m", "venv", "--without-pip", str(VENV)])
        return [*venv, [sys.executable, "-m", "pip", "--python", str(PYTHON), *options]]
    return []


def _fresh(command: list[str]) -> list[list[str]]:
    """The command that makes the environment, if there is none yet."""
    return [] if PYTHON.exists() else [command]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
