"""`python -m tests.bench.beside CHECKOUT [--times 100]`: this checkout's pages against those of another one.

Both serve the same evenings at the same time; every page is asked in turn, so that only the ratios count. The
other checkout needs an environment of its own in `.venv`.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import django

from tests.bench.conftest import took
from tests.server.running import REAL, running

PAGES = {"table": "", "settling": "settle/", "entry": "rounds/new/", "POST of a round": "post"}
ROUNDS = (10, 1000)
LIMIT = 1.5
GROWTH = 1.2
WARM_UP = 3


def compare(name: str, work: Mapping[int, tuple[Callable[[], object], ...]], times: int) -> bool:
    """Print the medians of one page on both servers, by rounds; whether a limit is exceeded."""
    taken: dict[tuple[int, int], list[float]] = {(rounds, side): [] for rounds in work for side in (0, 1)}
    for turn in range(times + WARM_UP):
        for (rounds, side), milliseconds in taken.items():
            taking = took(work[rounds][side])
            if turn >= WARM_UP:
                milliseconds.append(taking)
    ours, theirs = ({rounds: median(taken[rounds, side]) for rounds in work} for side in (0, 1))
    for rounds in work:
        ratio = ours[rounds] / theirs[rounds]
        print(f"{name}, {rounds} rounds: {ours[rounds]:.2f} ms against {theirs[rounds]:.2f} ms, ×{ratio:.2f}")
    growth = ours[max(work)] / ours[min(work)]
    print(f"{name}: ×{growth:.2f} from {min(work)} to {max(work)} rounds")
    return growth > GROWTH or any(ours[rounds] > LIMIT * theirs[rounds] for rounds in work)


def main() -> int:
    """Print both medians in milliseconds and their ratios; 0 where all are within the limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--times", type=int, default=100)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.bench.test_pages import Table

    slow = False
    with ExitStack() as stack:
        here, there = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2))
        other = [str(given.checkout.resolve() / name) for name in (".venv/bin/python", "manage.py")]
        ours = stack.enter_context(running(here, settings=REAL))
        theirs = stack.enter_context(running(there, settings=REAL, fresh=True, program=other))
        tables = {rounds: (Table(ours, rounds), Table(theirs, rounds)) for rounds in ROUNDS}
        for name, page in PAGES.items():
            slow |= compare(
                name,
                {rounds: tuple(table.work(page) for table in both) for rounds, both in tables.items()},
                given.times,
            )
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
