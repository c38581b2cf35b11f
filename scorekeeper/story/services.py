"""Every write of seasons, each with its entry in the circle's log."""

from collections.abc import Mapping

from django.db import transaction

from scorekeeper.circles.models import Circle, CircleChange, Device
from scorekeeper.circles.services import check_seen, lock_circle, note

from .models import Season

Columns = Mapping[str, object]
"""``name``, ``first`` and ``last`` of a season."""


class SeasonsOverlap(Exception):
    """The season would have days in common with ``season``."""

    def __init__(self, season: Season) -> None:
        super().__init__(season.name)
        self.season = season


@transaction.atomic
def save_season(season: Season, columns: Columns, device: Device | None, seen: str = "") -> None:
    """Open a season, the very same one once, or change one that is as a form has ``seen`` it.

    Raises Overtaken and SeasonsOverlap.
    """
    lock_circle(season.circle)
    rows, before = season.circle.seasons.all(), None
    if season.pk:
        rows = rows.filter(pk=season.pk)
        season.refresh_from_db(fields=tuple(columns))
        before = season.columns
    if rows.filter(**columns).exists():
        return
    if before:
        check_seen(seen, season.seen)
    _write(season, columns)
    note(season.circle, CircleChange.Action.RANKING, device, before, season.columns)


def import_season(circle: Circle, columns: Columns) -> bool:
    """Create a season of an imported file, unless the circle has it; whether it is new.

    Raises SeasonsOverlap.  The caller holds the lock of the circle.
    """
    if circle.seasons.filter(**columns).exists():
        return False
    _write(Season(circle=circle), columns)
    return True


def _write(season: Season, columns: Columns) -> None:
    for column, value in columns.items():
        setattr(season, column, value)
    if other := season.overlapping():
        raise SeasonsOverlap(other)
    season.save()
