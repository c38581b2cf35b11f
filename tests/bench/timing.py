"""How long things take on a machine that does something else at the same time."""

import gc
from collections.abc import Callable, Sequence
from time import perf_counter, process_time

Work = Callable[[], object]


def took(work: Work) -> float:
    """Milliseconds by the clock on the wall."""
    begin = perf_counter()
    work()
    return (perf_counter() - begin) * 1000


def least_seconds(work: Work, times: int = 3) -> float:
    """Processor time of the best of several runs."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        started = process_time()
        work()
        best = min(best, process_time() - started)
    return best


def at(values: Sequence[float], part: float) -> float:
    """The value below which such a part of them is."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
