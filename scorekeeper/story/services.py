"""Every write of seasons, each with its line in the circle's history."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from scorekeeper.circles.models import Circle, CircleChange, Device
from scorekeeper.circles.services import lock_circle, note

from .models import Season


class SeasonsOverlap(Exception):
    """The season would have days in common with ``other``."""

    def __init__(self, other: Season) -> None:
        super().__init__(other.name)
        self.other = other


@dataclass(frozen=True, slots=True)
class SeasonData:
    """What a host says of a season; without a ``last`` day it goes on."""

    name: str
    first: date
    last: date | None


@transaction.atomic
def open_season(circle: Circle, data: SeasonData, device: Device | None) -> Season:
    """Begin a season; raises SeasonsOverlap."""
    _check(circle, data, None)
    season = Season.objects.create(circle=circle, name=data.name, first=data.first, last=data.last)
    note(circle, CircleChange.Action.RANKING, device, after=_columns(data))
    return season


@transaction.atomic
def change_season(season: Season, data: SeasonData, device: Device | None) -> None:
    """Rename, move, close or reopen a season; raises SeasonsOverlap."""
    _check(season.circle, data, season)
    before = SeasonData(season.name, season.first, season.last)
    if data != before:
        season.name, season.first, season.last = data.name, data.first, data.last
        season.save(update_fields=("name", "first", "last"))
        note(season.circle, CircleChange.Action.RANKING, device, _columns(before), _columns(data))


def has_season(circle: Circle, data: SeasonData) -> bool:
    """Whether a circle has the very same season."""
    return circle.seasons.filter(name=data.name, first=data.first, last=data.last).exists()


def import_season(circle: Circle, data: SeasonData) -> bool:
    """Begin a season out of a circle's file, unless the same one is there; whether it was not.

    Raises SeasonsOverlap.
    """
    if has_season(circle, data):
        return False
    _check(circle, data, None)
    Season.objects.create(circle=circle, name=data.name, first=data.first, last=data.last)
    return True


def _check(circle: Circle, data: SeasonData, own: Season | None) -> None:
    lock_circle(circle)
    for other in circle.seasons.all():
        if other != own and other.meets(data.first, data.last):
            raise SeasonsOverlap(other)


def _columns(data: SeasonData) -> Mapping[str, object]:
    return {
        "season": data.name,
        "first": data.first.isoformat(),
        "last": data.last.isoformat() if data.last else "",
    }
