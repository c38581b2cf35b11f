"""SQLite, to which the threads of a process write in the order in which they came.

Left to itself SQLite lets everybody ask again and again, after longer and longer pauses: of five threads that
write much, each now and then waits for seconds while the others are served a hundred times.
"""

import sqlite3
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

from django.db.backends.sqlite3 import base


class Queue:
    """Lets one in at a time, in the order in which they came."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def __len__(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    def enter(self, seconds: float) -> bool:
        """Wait for one's turn for so long at most; say whether it came."""
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=seconds):
            return True
        with self._lock:
            if turn not in self._waiting:  # it came at the last moment
                return True
            self._waiting.remove(turn)
            return False

    def leave(self) -> None:
        """Let the next one in."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


queues: defaultdict[str, Queue] = defaultdict(Queue)
"""The queue of each file."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A thread's way to SQLite; what it writes in a transaction waits for those that came before.

    Other processes are waited for as SQLite does it, for what is left of its patience when its turn has come.
    """

    _queue: Queue | None = None
    """Where others wait for the end of this transaction."""

    def _start_transaction_under_autocommit(self) -> None:
        queue = queues[str(self.settings_dict["NAME"])]
        if queue.enter(0):
            self._begin(queue)
            return
        patience, began = self._patience(), monotonic()
        if not queue.enter(patience / 1000):
            with self.wrap_database_errors:
                raise _busy()
        left = patience - round((monotonic() - began) * 1000)
        self._begin(queue, f"PRAGMA busy_timeout = {max(left, 0)}")
        with self.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")

    def _begin(self, queue: Queue, first: str = "") -> None:
        self._queue = queue
        try:
            if first:
                with self.cursor() as cursor:
                    cursor.execute(first)
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # Django's own
        except BaseException:
            self._let_next()
            raise

    def _patience(self) -> int:
        """Milliseconds for which this connection waits for others."""
        with self.cursor() as cursor:
            found: int = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        return found

    def commit(self) -> None:
        with self._last():
            super().commit()

    def rollback(self) -> None:
        with self._last():
            super().rollback()

    def close(self) -> None:
        with self._last():
            super().close()

    @contextmanager
    def _last(self) -> Iterator[None]:
        """Whatever becomes of it, the next one's turn comes afterwards."""
        try:
            yield
        finally:
            self._let_next()

    def _let_next(self) -> None:
        queue, self._queue = self._queue, None
        if queue is not None:
            queue.leave()


def _busy() -> sqlite3.OperationalError:
    problem = sqlite3.OperationalError("database is locked")
    problem.sqlite_errorcode, problem.sqlite_errorname = sqlite3.SQLITE_BUSY, "SQLITE_BUSY"
    return problem
