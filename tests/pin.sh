#!/usr/bin/env bash
# Writes the version of every package, and the hash of each of its files, into what pip reads, from pyproject.toml.
#   bash tests/pin.sh             what is pinned stays; what is new or gone there is added or taken away
#   bash tests/pin.sh --upgrade   the newest of everything, or of one: --upgrade-package pillow
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
postgresql=scorekeeper/server/deploy/postgresql.txt

pin() { # pin FILE MEANING ARGUMENTS…: for every Python from 3.11 on and every system at once
  local file=$1 meaning=$2; shift 2
  $python -m uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
    --no-header --no-annotate --output-file "$file" "$@"
  printf '# %s Written by tests/pin.sh.\n%s\n' "$meaning" "$(cat "$file")" >"$file"
}

wanted_by_postgresql() {
  $python -c 'import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["postgresql"], sep="\n")'
}

pin requirements.txt "What the app needs to run." "$@" pyproject.toml
wanted_by_postgresql | pin $postgresql "What PostgreSQL needs beside requirements.txt." "$@" -c requirements.txt -
pin requirements-dev.txt "What the tests and checks need, with all that the app needs." "$@" \
  -c requirements.txt -c $postgresql --extra postgresql --group dev pyproject.toml
