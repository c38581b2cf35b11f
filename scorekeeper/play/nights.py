"""夜: the night that a table belongs to; tables after midnight belong to the evening before."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from itertools import groupby
from operator import attrgetter

from django.db.models import QuerySet, RestrictedError
from django.utils import timezone

from scorekeeper.circles.models import Circle, CircleChange, Device
from scorekeeper.circles.services import log_change, update_column

from .models import GameSession, Night
from .transactions import retry_transaction

ENDS = time(6)
"""When a night ends, in the server's time zone."""


def night_of(at: datetime) -> date:
    return timezone.localdate(at - timedelta(hours=ENDS.hour))


def tonight() -> date:
    return night_of(timezone.now())


def night_at(circle: Circle, day: date) -> Night:
    return Night.objects.get_or_create(circle=circle, day=day)[0]


def number_tables(sessions: "QuerySet[GameSession]") -> None:
    """Number the tables of each game in a night by their start; a single one gets 0.

    ``sessions`` are all tables of some games and nights.
    """
    columns = sessions.order_by("night", "game", "started_at", "pk").only("night_id", "game", "number")
    changed = []
    for _, group in groupby(columns, attrgetter("night_id", "game")):
        rows = list(group)
        for number, row in enumerate(rows, 1):
            wanted = number if len(rows) > 1 else 0
            if row.number != wanted:
                row.number = wanted
                changed.append(row)
    GameSession.objects.bulk_update(changed, ("number",), batch_size=500)


def move_to(session: GameSession, day: date) -> None:
    """Move a session to another night, and delete the night that has no table left.

    To be called within a transaction.
    """
    old, new = session.night, night_at(session.circle, day)
    GameSession.objects.filter(pk=session.pk).update(night=new)
    session.night = new
    number_tables(GameSession.objects.filter(night__in=(old, new), game=session.game))
    with suppress(RestrictedError):
        old.delete()


def current_table(sessions: Iterable[GameSession]) -> GameSession | None:
    """The newest running table of a night (newest first), or its newest one."""
    tables = list(sessions)
    return next((one for one in tables if one.ended_at is None), tables[0] if tables else None)


@retry_transaction
def rename_night(night: Night, name: str, device: Device | None, seen: str | None = None) -> None:
    """Raises ChangedMeanwhile where the name is not the one that the form has ``seen``."""
    if update_column(night, "name", name, seen):
        was, now = ({"day": f"{night.day}", "name": one} for one in (night.name, name))
        log_change(night.circle, CircleChange.Action.NIGHT, device, was, now)
