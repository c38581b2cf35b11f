"""Every write of seasons, each with its entry in the circle's log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import QuerySet

from scorekeeper.circles.models import Circle, CircleChange, Device
from scorekeeper.circles.services import check_seen, lock_circle, note

from .models import Season


class SeasonsOverlap(Exception):
    """The season would have days in common with ``season``."""

    def __init__(self, season: Season) -> None:
        super().__init__(season.name)
        self.season = season


@dataclass(frozen=True, slots=True)
class SeasonData:
    """The columns of a season."""

    name: str
    first: date
    last: date | None  # None while it is running


@transaction.atomic
def open_season(circle: Circle, data: SeasonData, device: Device | None) -> Season:
    """Create a season, the very same one once; raises SeasonsOverlap."""
    lock_circle(circle)
    if same := _same(circle, data).first():
        return same
    _check(circle, data, None)
    season = Season.objects.create(circle=circle, name=data.name, first=data.first, last=data.last)
    note(circle, CircleChange.Action.RANKING, device, after=_columns(data))
    return season


@transaction.atomic
def change_season(season: Season, data: SeasonData, device: Device | None, seen: str) -> None:
    """Rename, move, close or reopen a season that is as a form has ``seen`` it.

    Raises Overtaken and SeasonsOverlap.
    """
    lock_circle(season.circle)
    season.refresh_from_db(fields=("name", "first", "last"))
    before = SeasonData(season.name, season.first, season.last)
    if data == before:
        return
    check_seen(seen, season.seen)
    _check(season.circle, data, season)
    season.name, season.first, season.last = data.name, data.first, data.last
    season.save(update_fields=("name", "first", "last"))
    note(season.circle, CircleChange.Action.RANKING, device, _columns(before), _columns(data))


def has_season(circle: Circle, data: SeasonData) -> bool:
    """Whether a circle has a season with the same columns."""
    return _same(circle, data).exists()


def _same(circle: Circle, data: SeasonData) -> "QuerySet[Season]":
    return circle.seasons.filter(name=data.name, first=data.first, last=data.last)


def import_season(circle: Circle, data: SeasonData) -> bool:
    """Create a season of an imported file, unless the circle has it; whether it is new.

    Raises SeasonsOverlap.
    """
    if has_season(circle, data):
        return False
    _check(circle, data, None)
    Season.objects.create(circle=circle, name=data.name, first=data.first, last=data.last)
    return True


def _check(circle: Circle, data: SeasonData, exclude: Season | None) -> None:
    lock_circle(circle)
    for season in circle.seasons.all():
        if season != exclude and season.overlaps(data.first, data.last):
            raise SeasonsOverlap(season)


def _columns(data: SeasonData) -> Mapping[str, object]:
    return {
        "season": data.name,
        "first": data.first.isoformat(),
        "last": data.last.isoformat() if data.last else "",
    }
