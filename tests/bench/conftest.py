"""A server, measurements, and printing of results."""

import gc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter, process_time

import pytest

from tests.server.running import REAL, Running, running

Say = Callable[[str], None]
Work = Callable[[], object]


def took(work: Work) -> float:
    """Wall time in milliseconds."""
    begin = perf_counter()
    work()
    return (perf_counter() - begin) * 1000


def least_seconds(work: Work, times: int = 3) -> float:
    """CPU time in seconds, the best of several runs."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        started = process_time()
        work()
        best = min(best, process_time() - started)
    return best


def at(values: Sequence[float], part: float) -> float:
    """A quantile."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, settings=REAL) as result:
        yield result


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Print a line, whatever pytest does with output."""

    def print_line(text: str) -> None:
        with capsys.disabled():
            print(f"\n  {text}", end="")

    return print_line
