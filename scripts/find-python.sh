# shellcheck shell=sh
# Sourced by the commands beside it: sets ROOT and PYTHON, a Python that is new enough, or ends with a message.
ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
PYTHON=
for candidate in python3 python3.11 python3.12 python3.13 python3.14; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        PYTHON=$candidate
        break
    fi
done
if [ -z "$PYTHON" ]; then
    echo "Python 3.11 or newer is needed and was not found on PATH." >&2
    echo "Debian or Ubuntu: apt-get install python3 python3-venv.  macOS: brew install python@3.11" >&2
    exit 1
fi
cd "$ROOT" || exit 1
