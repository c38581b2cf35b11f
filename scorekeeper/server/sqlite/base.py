"""SQLite, to which the threads of a process write in the order in which they came.

Left to itself SQLite lets everybody ask again and again, after longer and longer pauses: of five threads that
write much, each now and then waits for seconds while the others are served a hundred times.
"""

import sqlite3
from collections import defaultdict, deque
from threading import Lock

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

    Other processes are waited for as SQLite does it, when it is this one's turn.
    """

    _queue: Queue | None = None
    """Where others wait for the end of this transaction."""

    def _start_transaction_under_autocommit(self) -> None:
        queue = queues[str(self.settings_dict["NAME"])]
        if not queue.enter(0) and not queue.enter(self._patience()):
            with self.wrap_database_errors:
                raise _busy()
        self._queue = queue
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # Django's own
        except BaseException:
            self._let_next()
            raise

    def _patience(self) -> float:
        with self.cursor() as cursor:
            milliseconds: int = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        return milliseconds / 1000

    def commit(self) -> None:
        try:
            super().commit()
        finally:
            self._let_next()

    def rollback(self) -> None:
        try:
            super().rollback()
        finally:
            self._let_next()

    def close(self) -> None:
        try:
            super().close()
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
