"""What the server does every day beside answering."""

import logging
import threading
import time

from django.core.management import call_command
from django.db import DatabaseError, connections

from .limits import DAY

logger = logging.getLogger(__name__)


def keep_house(every: float = DAY) -> None:
    """Take away what nobody ever used, now and every so many seconds, in a thread of its own."""
    threading.Thread(target=_keep_house, args=(every,), name="housekeeping", daemon=True).start()


def _keep_house(every: float) -> None:
    while True:
        try:
            call_command("housekeeping", verbosity=0)
        except DatabaseError as problem:  # it is tried again the next day
            logger.warning("Housekeeping was not possible (%s)", type(problem).__name__)
        finally:
            connections.close_all()
        time.sleep(every)
