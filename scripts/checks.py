"""All checks and all tests: `python -m scripts.checks [pytest options]`. Says loudly what it could not check.

Exit code 0 only if everything passed. pytest's closing line comes last, unless a check before it failed.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.services.chromium import chromium
from tests.services.postgres import postgres
from tests.services.redis import NO_SKIPS, redis

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable

# Values that satisfy the production settings; nothing is contacted with them.
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "trekdip.settings.production",
    "TREKDIP_SECRET_KEY": "check-only-" + "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
    "TREKDIP_HOSTS": "trekdip.example",
    "DATABASE_URL": "postgres://nobody:nothing@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "TREKDIP_MAIL_URL": "smtp://nobody:nothing@mail.example:587",
    "TREKDIP_MAIL_FROM": "trekdip@trekdip.example",
}
# A module stays on one worker, so that its browser starts once; `tests/conftest.py` says what comes first.
# A worker a core: browsers and sites are processes of their own, and more of them only wait for each other.
PARALLEL = ["-n", "logical", "--maxprocesses", "4", "--dist", "loadscope", "--no-loadscope-reorder"]
TESTING = {"DJANGO_SETTINGS_MODULE": "trekdip.settings.test"}

Check = tuple[str, list[str], dict[str, str]]  # its name, its command, and what it adds to the environment


def static_checks(static_root: str) -> list[Check]:
    """Name, command and environment of every check that needs no server."""
    manage = [PYTHON, "manage.py"]
    typescript = shutil.which("tsc")
    if typescript is None:
        print("NOTICE: no tsc is installed; the types of the browser's modules are not checked.", flush=True)
    return [
        *([("script types", [typescript, "-p", "jsconfig.json"], {})] if typescript else []),
        ("style", [PYTHON, "-m", "ruff", "check", "."], {}),
        ("format", [PYTHON, "-m", "ruff", "format", "--check", "."], {}),
        ("types", [PYTHON, "-m", "mypy"], TESTING),
        ("imports", [str(Path(PYTHON).parent / "lint-imports")], TESTING),
        ("migrations", [*manage, "makemigrations", "--check", "--dry-run"], TESTING),
        *_deployment_files(),
        ("deployment", [*manage, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
        (
            "static files",
            [*manage, "collectstatic", "--no-input", "--verbosity", "0"],
            {**PRODUCTION, "TREKDIP_STATIC_ROOT": static_root},
        ),
    ]


def _deployment_files() -> list[Check]:
    """What can be said of the files of the deployment where no engine runs them."""
    programs = Path(PYTHON).parent
    schema = [str(programs / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec"]
    scripts = [path for path in (*(ROOT / "scripts").iterdir(), ROOT / ".ci" / "run") if _is_shell(path)]
    shell = [str(programs / "shellcheck"), "-x", "-P", "SCRIPTDIR", *map(str, scripts)]
    return [
        ("compose file", [*schema, "docker-compose.yml"], {}),
        ("yaml", [str(programs / "yamllint"), "--strict", "docker-compose.yml", "deploy"], {}),
        ("image", [str(programs / "hadolint"), "Dockerfile"], {}),
        ("shell", shell, {}),
    ]


def _is_shell(path: Path) -> bool:
    return path.suffix == ".sh" or (path.is_file() and path.read_bytes().startswith(b"#!/bin/sh"))


def main(pytest_options: list[str]) -> int:
    """Run everything; returns the exit code."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    failed = [name for name in _run_static_checks() if name]
    tests = _run_tests(pytest_options)
    if failed:
        print(f"\nFAILED before the tests: {', '.join(failed)} (see above).", flush=True)
    return 1 if failed or tests else 0


def _run_static_checks() -> list[str]:
    """Run the checks that need no server, two at a time; returns the names of those that failed."""
    failed = []
    with tempfile.TemporaryDirectory(prefix="trekdip-static-") as static_root, ThreadPoolExecutor(2) as pool:
        checks = static_checks(static_root)
        for (name, *_), (done, took) in zip(checks, pool.map(_run_check, checks), strict=True):
            verdict = "failed" if done.returncode else "passed"
            print(f"{name:<14}{verdict} in {took:.1f} s", flush=True)
            if done.returncode:
                print(done.stdout, flush=True)
                failed.append(name)
    return failed


def _run_check(check: Check) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run one of them; what came of it, and the seconds it took."""
    _, command, environment = check
    begun = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done, time.monotonic() - begun


def _run_tests(options: list[str]) -> int:
    """Run pytest with real servers; returns its exit code."""
    if chromium() is None:
        print("NOTICE: no Chromium is installed; the tests in a browser will be skipped.", flush=True)
        if os.environ.get(NO_SKIPS):
            print(f"{NO_SKIPS} is set: that is a failure.", flush=True)
    with contextlib.ExitStack() as servers:
        environment = dict(os.environ)
        if not environment.get("TEST_DATABASE_URL"):
            environment["TEST_DATABASE_URL"] = servers.enter_context(postgres())
        if not environment.get("TEST_REDIS_URL"):
            environment["TEST_REDIS_URL"] = servers.enter_context(redis())
        command = [PYTHON, "-m", "pytest", *PARALLEL, "-q", *options]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
