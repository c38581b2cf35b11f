"""夜: the night that tables belong to; what is played after midnight belongs to the evening before."""

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
    """The night of a circle that began on a day; it is made where there is none."""
    return Night.objects.get_or_create(circle=circle, day=day)[0]


def number_tables(sessions: "QuerySet[GameSession]") -> None:
    """Count the tables of each game in a night, the earliest first; one alone has no number.

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
    """Let a session belong to another night; to be called within a transaction.

    The night that it leaves is gone where it has no table any more.
    """
    old, new = session.night, night_at(session.circle, day)
    GameSession.objects.filter(pk=session.pk).update(night=new)
    session.night = new
    number_tables(GameSession.objects.filter(night__in=(old, new), game=session.game))
    with suppress(RestrictedError):
        old.delete()


def current_table(sessions: Iterable[GameSession]) -> GameSession | None:
    """Of the tables of a night, newest first, the one that plays: the newest running one, or the last."""
    tables = list(sessions)
    return next((one for one in tables if one.ended_at is None), tables[0] if tables else None)


@retry_transaction
def rename_night(night: Night, name: str, device: Device | None, seen: str | None = None) -> None:
    """An empty name is none.  Raises ChangedMeanwhile where it is not called as a form has ``seen`` it."""
    if update_column(night, "name", name, seen):
        was, now = ({"day": f"{night.day}", "name": one} for one in (night.name, name))
        log_change(night.circle, CircleChange.Action.NIGHT, device, was, now)
