"""暦: the nights of a year by month, and of one month by day."""

from calendar import Calendar
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext

from scorekeeper.play.models import GameSession
from scorekeeper.stats.evenings import NightRounds, nights

YOUNG = 2
"""Months with a night up to which a calendar shows these alone."""


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day with a night."""

    day: date
    rounds: int
    url: str  # of its page


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
    month: CalendarMonth | None
    weekdays: tuple[str, ...] = ()
    weeks: tuple[Week, ...] = ()

    @property
    def name(self) -> str:
        """The year, or the chosen month of it."""
        if self.month:
            return date_format(date(self.year, self.month.number, 1), "YEAR_MONTH_FORMAT")
        return gettext("%(year)s") % {"year": self.year}

    @property
    def young(self) -> bool:
        """Whether so few months have a night that the others are better left out."""
        return len(self.played) <= YOUNG

    @property
    def played(self) -> tuple[CalendarMonth, ...]:
        """The months with a night."""
        return tuple(month for month in self.months if month.days)

    @property
    def nights(self) -> int:
        return sum(len(month.days) for month in self.months)

    @property
    def rounds(self) -> int:
        return sum(month.rounds for month in self.months)


def year_view(
    sessions: "QuerySet[GameSession]", year: int, month: int | None, extra_query: str, circle: str
) -> YearView:
    """The calendar of a year's sessions in a circle (its public id).

    ``extra_query`` is put before the query of each month.
    """
    played = nights(sessions)
    days: dict[int, list[CalendarDay]] = {number: [] for number in range(1, 13)}
    for night in played:
        days[night.day.month].append(_day(night, circle))
    months = tuple(
        CalendarMonth(
            number, _month_name(year, number), f"{extra_query}year={year}&month={number}", tuple(days_played)
        )
        for number, days_played in days.items()
    )
    if month is None:
        return YearView(year, months, None)
    first = int(get_format("FIRST_DAY_OF_WEEK")) - 1
    names = tuple(str(WEEKDAYS_ABBR[(first + place) % 7]) for place in range(7))
    return YearView(year, months, months[month - 1], names, _weeks(year, months[month - 1], first % 7))


def _month_name(year: int, month: int) -> str:
    return date_format(date(year, month, 1), "N")


def _weeks(year: int, month: CalendarMonth, first: int) -> tuple[Week, ...]:
    by_day = {item.day.day: item for item in month.days}
    weeks = Calendar(first).monthdayscalendar(year, month.number)
    return tuple(tuple((day, by_day.get(day)) for day in week) for week in weeks)


def _day(night: NightRounds, circle: str) -> CalendarDay:
    return CalendarDay(night.day, night.rounds, reverse("night", args=(circle, night.day)))
