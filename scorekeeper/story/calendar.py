"""暦: the nights of a year by month, and of one month by day."""

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
"""Sizes of the dots for nights, by their rounds."""


@dataclass(frozen=True, slots=True)
class NightSize:
    """A size of the dots."""

    number: int
    up_to: int | None  # rounds of the longest night; None for the largest size


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day with a night."""

    day: date
    rounds: int
    size: int
    url: str  # of its session, or an anchor on the page where there are several


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    """A month of the year."""

    number: int
    name: str
    query: str  # that selects it
    days: tuple[CalendarDay, ...]

    @property
    def rounds(self) -> int:
        return sum(day.rounds for day in self.days)


Week = tuple[tuple[int, CalendarDay | None], ...]
"""The days of a week by number, 0 for those of other months."""


@dataclass(frozen=True, slots=True)
class YearView:
    """A year's calendar; ``weeks`` only where a ``month`` is selected."""

    year: int
    months: tuple[CalendarMonth, ...]
    sizes: tuple[NightSize, ...]
    month: CalendarMonth | None
    weekdays: tuple[str, ...] = ()
    weeks: tuple[Week, ...] = ()

    @property
    def nights(self) -> int:
        return sum(len(month.days) for month in self.months)

    @property
    def rounds(self) -> int:
        return sum(month.rounds for month in self.months)


def year_view(sessions: "QuerySet[GameSession]", year: int, month: int | None, extra_query: str) -> YearView:
    """The calendar of a year's sessions; ``extra_query`` is put before the query of each month."""
    played = nights(sessions)
    sizes = _sizes(sorted(night.rounds for night in played))
    days: dict[int, list[CalendarDay]] = {number: [] for number in range(1, 13)}
    for night in played:
        days[night.day.month].append(_day(night, sizes))
    months = tuple(
        CalendarMonth(
            number, _month_name(year, number), f"{extra_query}year={year}&month={number}", tuple(days_played)
        )
        for number, days_played in days.items()
    )
    if month is None:
        return YearView(year, months, sizes, None)
    first = int(get_format("FIRST_DAY_OF_WEEK")) - 1
    names = tuple(str(WEEKDAYS_ABBR[(first + place) % 7]) for place in range(7))
    return YearView(year, months, sizes, months[month - 1], names, _weeks(year, months[month - 1], first % 7))


def _month_name(year: int, month: int) -> str:
    return date_format(date(year, month, 1), "N")


def _weeks(year: int, month: CalendarMonth, first: int) -> tuple[Week, ...]:
    by_day = {item.day.day: item for item in month.days}
    weeks = Calendar(first).monthdayscalendar(year, month.number)
    return tuple(tuple((day, by_day.get(day)) for day in week) for week in weeks)


def _sizes(rounds: Sequence[int]) -> tuple[NightSize, ...]:
    """Sizes by terciles of the rounds; fewer where these are equal."""
    if not rounds:
        return ()
    bounds = sorted({rounds[len(rounds) * part // SIZES] for part in range(1, SIZES)} - {rounds[-1]})
    return tuple(NightSize(number, top) for number, top in enumerate((*bounds, None), SIZES - len(bounds)))


def _day(night: Night, sizes: Sequence[NightSize]) -> CalendarDay:
    size = next(size.number for size in sizes if size.up_to is None or night.rounds <= size.up_to)
    several = len(night.sessions) > 1
    url = f"#d{night.day:%Y%m%d}" if several else reverse("table", args=night.sessions)
    return CalendarDay(night.day, night.rounds, size, url)
