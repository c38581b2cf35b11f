"""What the server does every day beside answering."""

import logging
import threading
import time

from django.core.management import call_command
from django.db import connections

from .limits import DAY

logger = logging.getLogger(__name__)

STEP_SECONDS = 0.5
"""How long a step that is under way may take when the server stops."""
_ending = threading.Event()
_threads: list[threading.Thread] = []


class Ending(Exception):
    """The server stops; what is left to do is done another day."""


def keep_house(every: float = DAY) -> None:
    """Delete unused data now and at regular intervals, in the background."""
    _ending.clear()
    _threads.append(threading.Thread(target=_run, args=(every,), name="housekeeping", daemon=True))
    _threads[-1].start()


def _run(every: float) -> None:
    while not _ending.is_set():
        try:
            call_command("housekeeping", verbosity=0)
        except Ending:
            pass
        except Exception as problem:  # it is tried again the next day
            logger.warning("Housekeeping was not possible (%s)", type(problem).__name__)
        finally:
            connections.close_all()
        _ending.wait(every)


def rest(seconds: float) -> None:
    """Let others write between two steps of what is done daily.

    Raises Ending where the server stops that keeps house; a command of its own is not concerned.
    """
    if threading.current_thread() not in _threads:
        time.sleep(seconds)
    elif _ending.wait(seconds):
        raise Ending


def stop(seconds: float) -> bool:
    """Keep house no more; gives whether the step that was under way has ended within so many seconds."""
    _ending.set()
    for thread in _threads:
        thread.join(seconds)
    return not any(thread.is_alive() for thread in _threads)
