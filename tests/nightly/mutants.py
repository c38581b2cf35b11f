"""`python -m tests.nightly.mutants [--count 300] [--seed 1]`: small faults in the engine and the services.

mutmut puts them in one at a time and runs the tests that reach them (`[tool.mutmut]` in `pyproject.toml`).
What runs when a module is imported it believes to be reached by one test alone, and pages and commands are
not among its tests: those that live are tried again by all tests of the engine, or of the services.
At least 95 % of the sample have to be noticed. The names of those that live are for `mutmut show NAME`.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

WANTED = 0.95
TIMED_OUT = dict.fromkeys((36, 24, -24, 152, 255), "took too long, as on a busy machine")
ALIVE = {0: "lives", 33: "no test reaches it", 34: "skipped", None: "not tried; mutmut said why"} | TIMED_OUT
"""Results of mutmut that are no failure of a test."""
MUTMUT = [sys.executable, "-m", "mutmut", "run"]
OF_ENGINE = ["tests/scoring", "tests/games"]
OF_SERVICES = [
    *("tests/play", "tests/circles", "tests/rules", "tests/rounds", "tests/money", "tests/tables"),
    "tests/story/test_person_edit.py",
]
"""The tests that try the surviving mutants again."""
SOURCES = ["scoring/test_wheel", "games/test_contract"]
"""Those that read the sources or install them."""
TIMES = ["scoring/test_hostile"]
"""Those that measure time."""
DEEP = "tests/tables/test_documents.py::test_an_import_error_names_its_place"
"""One that needs the whole stack, of which mutmut's calls take a part."""


def known() -> dict[str, int | None]:
    """All mutants with their results."""
    result: dict[str, int | None] = {}
    for path in Path("mutants").rglob("*.meta"):
        result |= json.loads(path.read_text())["exit_code_by_key"]
    return result


def noticed_by_all(name: str, tests: Sequence[str] = ()) -> bool:
    """Whether any of the tests fails with this mutant; with an empty name, without a fault."""
    tests = tests or (OF_ENGINE if name.startswith("scorekeeper.scoring.") else OF_SERVICES)
    ignored = [f"--ignore=tests/{path}.py" for path in SOURCES + TIMES]
    options = ["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not bench and not long"]
    command = [sys.executable, "-m", "pytest", *options, *tests, *ignored, "--deselect", DEEP]
    env = os.environ | {"MUTANT_UNDER_TEST": name}
    return subprocess.run(command, cwd="mutants", env=env, capture_output=True, check=False).returncode != 0


def main() -> int:
    """Try a sample; return 0 if enough were killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    subprocess.run(
        [*MUTMUT, "none"], capture_output=True, check=False
    )  # makes them, and learns who reaches them
    names = sorted(known())
    chosen = random.Random(given.seed).sample(names, min(given.count, len(names)))
    subprocess.run([*MUTMUT, *chosen], check=False)
    results = known()
    alive = {name: ALIVE[code] for name in chosen if (code := results[name]) in ALIVE}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        if any(pool.map(partial(noticed_by_all, ""), (OF_ENGINE, OF_SERVICES))):
            sys.exit("tests fail here without a fault, so that they would notice every one")
        for name, noticed in zip(list(alive), pool.map(noticed_by_all, list(alive)), strict=True):
            if noticed:
                del alive[name]
    for name, why in sorted(alive.items()):
        print(f"{name}: {why}")
    count = len(chosen) - len(alive)
    print(f"{count} of {len(chosen)} noticed")
    return 0 if chosen and count >= WANTED * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
