"""Numbers for Prometheus, on an address of their own.

Whoever imports this counts from then on.  Several processes count into files of a folder that the first one
names (``PROMETHEUS_MULTIPROC_DIR``) before they begin; it adds them up when it is asked.
"""

import mmap
import multiprocessing
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction
from django.dispatch import Signal
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from .watchers import Seen, Watcher

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds; a page takes some hundredths."""
registry = CollectorRegistry()
_answers = Counter(
    "scorekeeper_answers", "Requests that were answered.", ("view", "method", "status"), registry=registry
)
_seconds = Histogram(
    "scorekeeper_answer_seconds",
    "How long answers took, without streams.",
    ("view",),
    registry=registry,
    buckets=BUCKETS,
)
_held = Gauge(
    "scorekeeper_open", "Connections and streams.", ("what",), registry=registry, multiprocess_mode="livesum"
)
_refused = Counter("scorekeeper_refused", "Requests beyond a limit.", ("limit",), registry=registry)
_troubled = Counter(
    "scorekeeper_database_troubles", "Pages that the database kept from us.", ("trouble",), registry=registry
)
_rounds = Counter("scorekeeper_rounds", "Rounds that were recorded.", registry=registry)


class Numbers(Watcher):
    """Counts what this process does; ``session_changed`` tells of changes at the tables."""

    def __init__(self, session_changed: Signal) -> None:
        session_changed.connect(count_round, dispatch_uid="metrics")

    def answered(self, seen: Seen) -> None:
        """Count an answer."""
        _answers.labels(seen.view, seen.method, str(seen.status)).inc()
        if not seen.stream:
            _seconds.labels(seen.view).observe(seen.seconds)

    def held(self, what: str, change: int) -> None:
        """Count what is held."""
        _held.labels(what).inc(change)

    def refused(self, limit: str) -> None:
        """Count who is refused."""
        _refused.labels(limit).inc()

    def troubled(self, trouble: str) -> None:
        """Count what the database kept from somebody."""
        _troubled.labels(trouble).inc()


def count_round(edit: object = None, **_signal: object) -> None:
    """Count a round, if that is what changed: by a transaction that may still fail."""
    if getattr(edit, "action", "") == "add":
        transaction.on_commit(_rounds.inc)


class Memory(Collector):
    """What the processes hold in memory, where the system tells."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Return the number of each process that lives."""
        told = GaugeMetricFamily(
            "scorekeeper_resident_bytes", "What a process holds in memory.", labels=("process",)
        )
        for pid in _living():
            with suppress(OSError):
                told.add_metric([str(pid)], _resident(pid))
        return [told]


def _resident(pid: int) -> int:
    _size, resident, *_rest = Path(f"/proc/{pid}/statm").read_text("ascii").split()
    return mmap.PAGESIZE * int(resident)


def _living() -> list[int]:
    children = [each.pid for each in multiprocessing.active_children() if each.pid]
    return [os.getpid(), *children]


class Added(Collector):
    """What several processes have counted, those that ended too; but what one held has gone with it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._files = MultiProcessCollector(CollectorRegistry(), path=folder)  # type: ignore[no-untyped-call]

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Return the sums."""
        living = {str(pid) for pid in _living()}
        for pid in {path.stem.rpartition("_")[2] for path in Path(self._folder).glob("gauge_live*")} - living:
            mark_process_dead(int(pid), self._folder)  # type: ignore[no-untyped-call]
        return self._files.collect()  # type: ignore[no-any-return, no-untyped-call]


@contextmanager
def shown(host: str, port: int, processes: int) -> Iterator[int]:
    """Tell the numbers at an address as long as this lasts; gives the port.  Raises OSError."""
    with _folder(processes) as folder:
        told = CollectorRegistry()
        told.register(Memory())
        told.register(Added(folder) if folder else registry)
        server, thread = start_http_server(port, host, told)
        try:
            yield server.server_port
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


@contextmanager
def _folder(processes: int) -> Iterator[str]:
    if processes == 1:
        yield ""
        return
    with TemporaryDirectory(prefix="scorekeeper-numbers-") as folder:
        os.environ[FOLDER] = folder
        yield folder
