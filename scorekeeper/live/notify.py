"""PostgreSQL's own way of notifying other processes: NOTIFY within the change, LISTEN in one thread."""

import json
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

from django.db import connection

from .hub import News

CHANNEL = "scorekeeper_live"
WAIT_SECONDS = 1.0
AGAIN_SECONDS = 2.0
logger = logging.getLogger(__name__)


Notes = Callable[[float], Iterable[str]]
"""Gives what other processes send within so many seconds; raises whatever cuts it off."""


def notify_news(session: int, news: News) -> None:
    """Notify the other processes of the state of a session, with the end of the transaction."""
    _notify({"session": session, **news._asdict()})


def notify_access() -> None:
    """Notify the other processes that somebody's access was changed."""
    _notify({"access": True})


def _notify(said: Mapping[str, int]) -> None:
    """Say it on PostgreSQL; other databases have no such thing."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, json.dumps(said)])


class Listener:
    """One thread of this process that hears what all processes say; it connects again when it is cut off.

    ``tell`` is called with each piece of news, ``catch_up`` after every connecting, since what was said in
    between is lost, and where somebody's access changed.
    """

    def __init__(
        self,
        listen: Callable[[], AbstractContextManager[Notes]],
        tell: Callable[[int, News], None],
        catch_up: Callable[[], None],
        again: float = AGAIN_SECONDS,
    ) -> None:
        self._listen, self._tell, self._catch_up, self._again = listen, tell, catch_up, again
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.up = False

    def start(self) -> None:
        """Listen from now on, if that is not done already."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="live-listen", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop listening; the thread ends soon after."""
        self._stop.set()

    def _run(self) -> None:
        done = False
        while not self._stop.is_set():
            try:
                with self._listen() as notes:
                    self.up, done = True, False
                    self._catch_up()
                    while not self._stop.is_set():
                        for note in notes(WAIT_SECONDS):
                            self._take(json.loads(note))
            except Exception as problem:  # whatever it was, the look by the clock stands in until it is back
                if not done and not self._stop.is_set():
                    logger.warning("Listening for changes was cut off (%s)", type(problem).__name__)
                done = True
            self.up = False
            self._stop.wait(self._again)

    def _take(self, said: Mapping[str, int]) -> None:
        if said.get("access"):
            self._catch_up()
        else:
            self._tell(int(said["session"]), News(int(said["revision"]), int(said["pad"])))


@contextmanager
def listen_on_postgres() -> Iterator[Notes]:
    """A connection to the database of its own, for listening only."""
    own = connection.copy()
    own.connect()
    try:
        own.set_autocommit(True)
        with own.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
        yield lambda seconds: (note.payload for note in own.connection.notifies(timeout=seconds))
    finally:
        own.close()
