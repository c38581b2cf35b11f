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


class Ending(Exception):
    """The server stops; what is left to do is done another day."""


class Housekeeper(threading.Thread):
    """Takes away what nobody ever used, when it starts and every so many seconds."""

    def __init__(self, every: float) -> None:
        super().__init__(name="housekeeping", daemon=True)
        self.every = every
        self.ending = threading.Event()

    def run(self) -> None:
        while not self.ending.is_set():
            self._keep_house()
            self.ending.wait(self.every)

    def _keep_house(self) -> None:
        try:
            call_command("housekeeping", verbosity=0)
        except Ending:
            pass
        except Exception as problem:  # it is tried again the next day
            logger.warning("Housekeeping was not possible (%s)", type(problem).__name__)
        finally:
            connections.close_all()


def keep_house(every: float = DAY) -> None:
    """Keep house beside answering."""
    Housekeeper(every).start()


def rest(seconds: float) -> None:
    """Let others write between two steps of what is done daily.

    Raises Ending where the server stops that keeps house; a command of its own is not concerned.
    """
    keeper = threading.current_thread()
    if not isinstance(keeper, Housekeeper):
        time.sleep(seconds)
    elif keeper.ending.wait(seconds):
        raise Ending


def stop(seconds: float) -> bool:
    """Keep house no more; gives whether the step that was under way has ended within so many seconds."""
    keepers = [thread for thread in threading.enumerate() if isinstance(thread, Housekeeper)]
    for keeper in keepers:
        keeper.ending.set()
        keeper.join(seconds)
    return not any(keeper.is_alive() for keeper in keepers)
