"""Results of evenings that were recorded by a version which kept none.

It is done after every migration, session by session, each in a transaction of its own: what was broken off
goes on the next time, and where nothing is missing one query tells.
"""

import logging
from time import monotonic

from django.db.models import Exists, OuterRef, QuerySet

from scorekeeper.scoring.errors import ReadError

from .models import GameSession, Round
from .services import rescore

EVERY_SECONDS = 5.0
"""How often it is said how far it is."""

logger = logging.getLogger(__name__)


def without_results() -> QuerySet[GameSession]:
    """Sessions with a round that counts and has no result."""
    bare = Round.objects.filter(session=OuterRef("pk"), voided=False, result=None)
    return GameSession.objects.filter(Exists(bare)).order_by("pk")


def fill() -> int:
    """Make the results that are missing; gives how many sessions could not be read."""
    keys, told, failed = list(without_results().values_list("pk", flat=True)), monotonic(), 0
    for done, key in enumerate(keys, 1):
        try:
            rescore(GameSession.objects.get(pk=key))
        except ReadError as problem:
            failed += 1
            logger.warning("The rounds of session %d cannot be read: %s", key, problem)
        if monotonic() - told > EVERY_SECONDS:
            told = monotonic()
            logger.warning("Results of the rounds are being written: %d of %d sessions", done, len(keys))
    return failed
