"""Management commands in processes of their own, for work that would keep the pages waiting."""

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from .limits import DAY

logger = logging.getLogger(__name__)

FIRST_SECONDS = 3.0
"""After so long a server keeps house for the first time: whoever starts it wants to play."""


def start_command(*words: str, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Start a command of ours with these words, in this environment; ``quiet`` drops its errors too.

    It has a session of its own: Ctrl-C is for the server.
    """
    command = [sys.executable, "-m", "scorekeeper", *words]
    return subprocess.Popen(  # noqa: S603 - the words are ours
        command,
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if quiet else None,
        start_new_session=True,
    )


@contextmanager
def run_housekeeping(first: float = FIRST_SECONDS, every: float = DAY) -> Iterator[None]:
    """Run ``housekeeping`` after ``first`` and then ``every`` so many seconds.

    What is under way at the end is broken off; what is left to do is done another day.
    """
    ending = threading.Event()

    def keep_house() -> None:
        pause = first
        while not ending.wait(pause):
            pause, process = every, start_command("housekeeping", "--verbosity=0", quiet=True)
            while process.poll() is None:
                if ending.is_set():
                    process.terminate()  # again and again, as it may be waiting for the database twice
                time.sleep(0.05)
            if process.returncode and not ending.is_set():  # it is tried again the next day
                logger.warning("Housekeeping was not possible; the command `housekeeping` says why.")

    thread = threading.Thread(target=keep_house, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()
