"""What the server does every day beside answering: it runs the command `housekeeping`."""

import logging
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from .commands import start_command
from .limits import DAY

logger = logging.getLogger(__name__)

FIRST_SECONDS = 3.0
"""After so long a server does it for the first time: whoever starts it wants to play."""


@contextmanager
def run_housekeeping(first: float = FIRST_SECONDS, every: float = DAY) -> Iterator[None]:
    """Delete what is unused after ``first`` and then ``every`` so many seconds, in a process of its own."""
    thread = _Housekeeping(first, every)
    thread.start()
    try:
        yield
    finally:
        thread.stop()


class _Housekeeping(threading.Thread):
    def __init__(self, first: float, every: float) -> None:
        super().__init__(name="housekeeping", daemon=True)
        self._pause, self._every = first, every
        self._ending = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        while not self._ending.wait(self._pause):
            self._pause = self._every
            self._process = start_command("housekeeping", "--verbosity=0", quiet=True)
            if self._process.wait() and not self._ending.is_set():  # it is tried again the next day
                logger.warning("Housekeeping was not possible; the command `housekeeping` says why.")

    def stop(self) -> None:
        """Keep house no more; what is left to do is done another day."""
        self._ending.set()
        while self.is_alive():
            if self._process:
                self._process.terminate()
            self.join(0.1)
