"""暦: the nights of a year, month by month, and of one month, day by day."""

from calendar import Calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format, get_format

from scorekeeper.play.models import GameSession
from scorekeeper.stats.evenings import Night, nights

SIZES = 3
"""A night is drawn in one of so many sizes, by its rounds."""


@dataclass(frozen=True, slots=True)
class Size:
    """A size of nights: ``up_to`` so many rounds; None for all that are longer."""

    number: int
    up_to: int | None


@dataclass(frozen=True, slots=True)
class Day:
    """A night as it is drawn; ``url`` leads to its evening, or to the first of several on the page."""

    day: date
    rounds: int
    size: int
    url: str


@dataclass(frozen=True, slots=True)
class Month:
    """A month of the year with its nights."""

    number: int
    name: str
    query: str
    days: tuple[Day, ...]

    @property
    def rounds(self) -> int:
        """All rounds of the month."""
        return sum(one.rounds for one in self.days)


Week = tuple[tuple[int, Day | None], ...]
"""The days of a week within a month by number, 0 for those of other months, with what was played."""


@dataclass(frozen=True, slots=True)
class YearView:
    """A year to look at; ``weeks`` only where a ``month`` of it was chosen."""

    year: int
    months: tuple[Month, ...]
    sizes: tuple[Size, ...]
    month: Month | None
    weekdays: tuple[str, ...] = ()
    weeks: tuple[Week, ...] = ()

    @property
    def nights(self) -> int:
        """On how many days was played."""
        return sum(len(month.days) for month in self.months)

    @property
    def rounds(self) -> int:
        """All rounds of the year."""
        return sum(month.rounds for month in self.months)


def year_view(found: "QuerySet[GameSession]", year: int, month: int | None, keep: str) -> YearView:
    """The year of these sessions, which are all of it; ``keep`` goes on in the query of each month."""
    played = nights(found)
    sizes = _sizes(sorted(night.rounds for night in played))
    days: dict[int, list[Day]] = {number: [] for number in range(1, 13)}
    for night in played:
        days[night.day.month].append(_day(night, sizes))
    months = tuple(
        Month(number, _month_name(year, number), f"{keep}year={year}&month={number}", tuple(own))
        for number, own in days.items()
    )
    if month is None:
        return YearView(year, months, sizes, None)
    first = int(get_format("FIRST_DAY_OF_WEEK")) - 1
    names = tuple(str(WEEKDAYS_ABBR[(first + place) % 7]) for place in range(7))
    return YearView(year, months, sizes, months[month - 1], names, _weeks(year, months[month - 1], first % 7))


def _month_name(year: int, month: int) -> str:
    return date_format(date(year, month, 1), "N")


def _weeks(year: int, month: Month, first: int) -> tuple[Week, ...]:
    by_day = {one.day.day: one for one in month.days}
    weeks = Calendar(first).monthdayscalendar(year, month.number)
    return tuple(tuple((day, by_day.get(day)) for day in week) for week in weeks)


def _sizes(rounds: Sequence[int]) -> tuple[Size, ...]:
    """Bounds that part the nights into thirds, as far as they differ."""
    if not rounds:
        return ()
    bounds = sorted({rounds[len(rounds) * part // SIZES] for part in range(1, SIZES)} - {rounds[-1]})
    return tuple(Size(number, top) for number, top in enumerate((*bounds, None), SIZES - len(bounds)))


def _day(night: Night, sizes: Sequence[Size]) -> Day:
    size = next(one.number for one in sizes if one.up_to is None or night.rounds <= one.up_to)
    several = len(night.sessions) > 1
    url = f"#d{night.day:%Y%m%d}" if several else reverse("table", args=night.sessions)
    return Day(night.day, night.rounds, size, url)
