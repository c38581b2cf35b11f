"""Results of evenings that were recorded by a version which kept none, or fewer.

It is done after every migration, session by session, each in a transaction of its own: what was broken off
goes on the next time, and where nothing is missing a query or two tell.
"""

import logging
from collections.abc import Callable
from time import monotonic

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from scorekeeper.scoring.errors import ReadError

from .models import GameSession, Round
from .results import complete, incomplete
from .services import rescore
from .table import Table
from .writing import hold

EVERY_SECONDS = 5.0
"""How often it is said how far it is."""

logger = logging.getLogger(__name__)


def without_results() -> QuerySet[GameSession]:
    """Sessions with a round that counts and has no result."""
    bare = Round.objects.filter(session=OuterRef("pk"), voided=False, result=None)
    return GameSession.objects.filter(Exists(bare)).order_by("pk")


def with_gaps() -> QuerySet[GameSession]:
    """Sessions with a result that lacks its outcome, or who paid whom."""
    return GameSession.objects.filter(Exists(incomplete().filter(session=OuterRef("pk")))).order_by("pk")


def fill() -> int:
    """Make what is missing; gives how many sessions could not be read."""
    return _each(without_results(), rescore) + _each(with_gaps(), _complete)


def _complete(session: GameSession) -> None:
    with transaction.atomic():
        hold(session)
        complete(Table(session, writes=True))


def _each(sessions: "QuerySet[GameSession]", make: Callable[[GameSession], object]) -> int:
    keys, told, failed = list(sessions.values_list("pk", flat=True)), monotonic(), 0
    for done, key in enumerate(keys, 1):
        try:
            make(GameSession.objects.get(pk=key))
        except ReadError as problem:
            failed += 1
            logger.warning("The rounds of session %d cannot be read: %s", key, problem)
        if monotonic() - told > EVERY_SECONDS:
            told = monotonic()
            logger.warning("Results of the rounds are being written: %d of %d sessions", done, len(keys))
    return failed
