"""Management commands in subprocesses, for work that would slow down the pages."""

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

FIRST_SECONDS = 20.0
"""The delay before the first housekeeping, so that the first pages are not slowed down."""


def start_command(*arguments: str, quiet: bool = False) -> subprocess.Popen[bytes]:
    """Start a management command; ``quiet`` discards stderr too.

    It runs in a new session, so that Ctrl-C reaches only the server.
    """
    return subprocess.Popen(  # noqa: S603 - the arguments are ours
        [sys.executable, "-m", "scorekeeper", *arguments],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if quiet else None,
        start_new_session=True,
    )


@contextmanager
def run_housekeeping(first: float = FIRST_SECONDS, every: float = DAY) -> Iterator[None]:
    """Run the command `housekeeping` in the background, after ``first`` seconds and then regularly.

    At the end a run in progress is terminated; the next run does what is left.
    """
    stopping = threading.Event()

    def run() -> None:
        delay = first
        while not stopping.wait(delay):
            delay, process = every, start_command("housekeeping", "--verbosity=0", quiet=True)
            while process.poll() is None:
                if stopping.is_set():
                    process.terminate()  # repeatedly: it may catch one while it waits for the database
                time.sleep(0.05)
            if process.returncode and not stopping.is_set():
                logger.warning("Housekeeping was not possible; the command `housekeeping` says why.")

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()
