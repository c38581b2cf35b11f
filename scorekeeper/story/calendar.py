"""暦: the nights of a year by month, and of one month by day."""

from calendar import Calendar
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext, pgettext

from scorekeeper.play.models import GameSession
from scorekeeper.stats.evenings import NightRounds, nights

YOUNG = 2
"""Months with a night up to which a calendar shows these alone."""


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    number: int
    name: str
    query: str  # that selects it
    days: tuple[NightRounds, ...]

    @property
    def rounds(self) -> int:
        return sum(day.rounds for day in self.days)


Week = tuple[tuple[int, NightRounds | None], ...]
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


def year_view(sessions: "QuerySet[GameSession]", year: int, month: int | None, extra_query: str) -> YearView:
    """The calendar of a year's sessions; ``extra_query`` is put before the query of each month."""
    played = nights(sessions)
    months = tuple(
        CalendarMonth(
            number,
            date_format(date(year, number, 1), pgettext("format of a month", "M")),
            f"{extra_query}year={year}&month={number}",
            tuple(night for night in played if night.day.month == number),
        )
        for number in range(1, 13)
    )
    if month is None:
        return YearView(year, months, None)
    first = int(get_format("FIRST_DAY_OF_WEEK")) - 1
    names = tuple(str(WEEKDAYS_ABBR[(first + place) % 7]) for place in range(7))
    by_day = {item.day.day: item for item in months[month - 1].days}
    weeks = (
        tuple((day, by_day.get(day)) for day in week)
        for week in Calendar(first % 7).monthdayscalendar(year, month)
    )
    return YearView(year, months, months[month - 1], names, tuple(weeks))
