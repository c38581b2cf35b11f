"""`python -m tests.nightly.mutants [--count 300] [--seed 1]`: small faults in the engine and the services.

mutmut puts them in one at a time and runs the tests that reach them (`[tool.mutmut]` in `pyproject.toml`).
At least 95 % of the sample have to be noticed. The names of those that live are for `mutmut show NAME`.
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

WANTED = 0.95
ALIVE = {0: "lives", 33: "no test reaches it", 34: "skipped", None: "not tried; mutmut said why"}
"""What mutmut's exit codes mean that are no test's word against a mutant."""
MUTMUT = [sys.executable, "-m", "mutmut", "run"]


def known() -> dict[str, int | None]:
    """Every mutant there is, and what came of it."""
    result: dict[str, int | None] = {}
    for path in Path("mutants").rglob("*.meta"):
        result |= json.loads(path.read_text())["exit_code_by_key"]
    return result


def main() -> int:
    """Try a sample; 0 where enough were noticed."""
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
    for name, why in sorted(alive.items()):
        print(f"{name}: {why}")
    noticed = len(chosen) - len(alive)
    print(f"{noticed} of {len(chosen)} noticed")
    return 0 if chosen and noticed >= WANTED * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
