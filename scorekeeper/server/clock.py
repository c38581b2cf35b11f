"""A machine's clock that stands wrong for a while, in 1970 or in 2099, must not make anything old.

What is taken away after so many days goes by a time of its own, kept in the data folder: it never runs back,
and each day it goes on by two days at most, however far the machine's clock has gone.
"""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

from .backup_file import replacing

KEPT = "housekeeping.time"
STEP = timedelta(days=2)
"""How far the time goes on from one housekeeping to the next, which is a day later."""

logger = logging.getLogger(__name__)


def housekeeping_time(now: datetime) -> datetime:
    """Return the time that housekeeping goes by: `now`, unless the clock seems to stand wrong."""
    before = last_time()
    if before is None or abs(now - before) <= STEP:
        return max(now, before or now)
    found = min(max(now, before), before + STEP)
    logger.warning(
        "The clock says %s, and the last housekeeping was at %s. This one goes by %s. "
        "If the clock is wrong, set it; if the server was off for so long, all is well.",
        *(moment.strftime("%Y-%m-%d %H:%M UTC") for moment in (now, before, found)),
    )
    return found


def keep_time(moment: datetime) -> None:
    """Note by which time the last housekeeping went; where that cannot be written, the one before holds."""
    with suppress(OSError), replacing(_path()) as draft:
        draft.write_text(moment.isoformat(), "ascii")


def not_before(now: datetime) -> datetime:
    """Return `now`, or the time of the last housekeeping where the clock has gone back behind it."""
    return max(now, last_time() or now)


def last_time() -> datetime | None:
    """Return by which time the last housekeeping went; None before the first."""
    with suppress(OSError, ValueError):
        found = datetime.fromisoformat(_path().read_text("ascii"))
        return found if found.tzinfo else None
    return None


def _path() -> Path:
    return Path(settings.DATA_DIR) / KEPT
