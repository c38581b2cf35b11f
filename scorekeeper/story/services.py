"""Every write of seasons, each with its line in the circle's history."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from scorekeeper.circles.models import Circle, CircleChange, Device
from scorekeeper.circles.services import hold, note

from .models import Season


class SeasonsMeet(Exception):
    """The season would have days in common with ``other``."""

    def __init__(self, other: Season) -> None:
        super().__init__(other.name)
        self.other = other


@dataclass(frozen=True, slots=True)
class Said:
    """What a host says of a season; without a ``last`` day it goes on."""

    name: str
    first: date
    last: date | None


@transaction.atomic
def open_season(circle: Circle, said: Said, device: Device | None) -> Season:
    """Begin a season; raises SeasonsMeet."""
    _check(circle, said, None)
    season = Season.objects.create(circle=circle, name=said.name, first=said.first, last=said.last)
    note(circle, CircleChange.Action.RANKING, device, after=_told(said))
    return season


@transaction.atomic
def change_season(season: Season, said: Said, device: Device | None) -> None:
    """Rename, move, close or reopen a season; raises SeasonsMeet."""
    _check(season.circle, said, season)
    before = Said(season.name, season.first, season.last)
    if said != before:
        season.name, season.first, season.last = said.name, said.first, said.last
        season.save(update_fields=("name", "first", "last"))
        note(season.circle, CircleChange.Action.RANKING, device, _told(before), _told(said))


def is_here(circle: Circle, said: Said) -> bool:
    """Whether a circle has the very same season."""
    return circle.seasons.filter(name=said.name, first=said.first, last=said.last).exists()


def bring_in(circle: Circle, said: Said) -> bool:
    """Begin a season out of a circle's file, unless the same one is there; whether it was not.

    Raises SeasonsMeet.
    """
    if is_here(circle, said):
        return False
    _check(circle, said, None)
    Season.objects.create(circle=circle, name=said.name, first=said.first, last=said.last)
    return True


def _check(circle: Circle, said: Said, own: Season | None) -> None:
    hold(circle)
    for other in circle.seasons.all():
        if other != own and other.meets(said.first, said.last):
            raise SeasonsMeet(other)


def _told(said: Said) -> Mapping[str, object]:
    return {
        "season": said.name,
        "first": said.first.isoformat(),
        "last": said.last.isoformat() if said.last else "",
    }
