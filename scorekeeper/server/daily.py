"""What the server does every day beside answering: it runs the command `housekeeping`."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from .commands import start_command
from .limits import DAY

logger = logging.getLogger(__name__)

FIRST_SECONDS = 3.0
"""After so long a server does it for the first time: whoever starts it wants to play."""
POLL_SECONDS = 0.05


@contextmanager
def run_housekeeping(first: float = FIRST_SECONDS, every: float = DAY) -> Iterator[None]:
    """Delete what is unused after ``first`` and then ``every`` so many seconds, in a process of its own.

    What is under way at the end is broken off; what is left to do is done another day.
    """
    ending = threading.Event()
    thread = threading.Thread(target=_keep_house, args=(ending, first, every), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()


def _keep_house(ending: threading.Event, pause: float, every: float) -> None:
    while not ending.wait(pause):
        pause = every
        process = start_command("housekeeping", "--verbosity=0", quiet=True)
        while process.poll() is None:
            if ending.is_set():
                process.terminate()
            time.sleep(POLL_SECONDS)
        if process.returncode and not ending.is_set():  # it is tried again the next day
            logger.warning("Housekeeping was not possible; the command `housekeeping` says why.")
