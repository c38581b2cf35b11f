"""夜: the nights of a circle as a calendar and as cards by month."""

from calendar import Calendar
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from django.core.paginator import Page
from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext, pgettext

from scorekeeper.play.models import Bill, GameSession, Night, OpenDebt
from scorekeeper.play.transfers import balances
from scorekeeper.present.presenter import PersonView
from scorekeeper.present.words import amount_in, signed_money
from scorekeeper.stats.models import Tally
from scorekeeper.stats.scope import NightRounds, months, nights

ON_PAGE = 12
AHEAD = 2
"""Most people who are named for sharing the first place of a table."""


class NightCard(NamedTuple):
    night: Night
    came: list[PersonView]
    tables: list[tuple[GameSession, list[PersonView]]]  # each with those in first place
    money: list["NightMoney"]


class NightMoney(NamedTuple):
    """The money of a night in one unit."""

    won: list[tuple[PersonView, str]]
    left: str  # still to be paid for this night; empty for nothing
    settled: bool  # whether everything is paid, also in settlements with tables of other nights


class MonthOfNights(NamedTuple):
    """The nights of a month on one page of the list."""

    first: date
    nights: int  # of the whole month
    rounds: int  # of the whole month
    cards: list[NightCard]


def night_url(night: Night, circle: str) -> str:
    """The address of a night's page; ``circle`` is a public id."""
    return reverse("night", args=(circle, night.day))


def with_tables(nights: "QuerySet[Night]", tables: "QuerySet[GameSession]") -> "QuerySet[Night]":
    """The nights of these tables, with the tables and their money prefetched."""
    shown = nights.filter(pk__in=tables.order_by().values("night"))
    by_place = Prefetch("tallies", Tally.objects.order_by("place", "pk"))
    each = tables.order_by("started_at", "pk").select_related("bill")
    each = each.prefetch_related(by_place, "money", "open_debts", "bill__open_debts")
    bills = Bill.objects.filter(dissolved_at=None).prefetch_related("open_debts")
    return shown.prefetch_related(Prefetch("sessions", each), Prefetch("bills", bills))


def by_month(
    page: "Page[Night]", played: "QuerySet[GameSession]", views: Mapping[int, PersonView]
) -> list[MonthOfNights]:
    """The nights of a page (see ``with_tables``) by month, the newest first; ``played`` are all tables."""
    nights = list(page)
    if not nights:
        return []
    sums = months(played.filter(night__day__gte=nights[-1].day.replace(day=1)))
    return [
        MonthOfNights(month, *sums.get(month, (0, 0)), [_card(night, views) for night in group])
        for month, group in groupby(nights, key=lambda night: night.day.replace(day=1))
    ]


def _card(night: Night, views: Mapping[int, PersonView]) -> NightCard:
    tables = [(table, _ahead(table, views)) for table in night.sessions.all()]
    came = {tally.player_id for table, _ahead in tables for tally in table.tallies.all()}
    return NightCard(night, [views[player] for player in sorted(came)], tables, list(_money(night, views)))


def _ahead(table: GameSession, views: Mapping[int, PersonView]) -> list[PersonView]:
    """The people in first place; nobody if they are more than AHEAD or everybody."""
    rows = list(table.tallies.all())
    first = [row for row in rows if row.place == 1]
    if len(first) > AHEAD or len(first) == len(rows):
        return []
    return [replace(views[row.player_id], points=row.points) for row in first]


def _money(night: Night, views: Mapping[int, PersonView]) -> Iterator[NightMoney]:
    sums: dict[str, dict[int, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    elsewhere = set()  # units of open settlements with tables of other nights
    for table in night.sessions.all():
        for row in table.money.all():
            sums[row.unit][row.player_id] += row.amount
        if table.bill and table.bill.night_id != night.pk and table.bill.open_debts.all():
            elsewhere.add(table.unit)
    open_ = _left(night)
    for unit, won in sorted(sums.items()):
        left = open_.get(unit)
        shown = [
            (views[player], signed_money(amount.normalize(), unit))
            for player, amount in sorted(won.items(), key=lambda item: (-item[1], item[0]))
            if amount > 0
        ]
        settled = not left and unit not in elsewhere
        yield NightMoney(shown, amount_in(left, unit) if left else "", settled)


def _left(night: Night) -> dict[str, Decimal]:
    """What is still to be paid for a night's tables and bills, by unit.

    As on the page of the night, debts between the same people at several tables are netted.
    """
    debts: dict[str, list[OpenDebt]] = defaultdict(list)
    for table in night.sessions.all():
        if table.bill is None and table.rate:
            debts[table.unit] += table.open_debts.all()
    for bill in night.bills.all():
        debts[bill.unit] += bill.open_debts.all()
    sums = {unit: balances(row.transfer for row in rows) for unit, rows in debts.items()}
    return {
        unit: sum((amount for amount in own.values() if amount > 0), Decimal()) for unit, own in sums.items()
    }


class CalendarMonth(NamedTuple):
    number: int
    name: str
    query: str  # that selects it
    days: list[NightRounds]


Week = list[tuple[int, NightRounds | None]]
"""The days of a week by number; 0 for a day of another month."""


class YearView(NamedTuple):
    """A year's calendar; it has ``weeks`` if a month is selected."""

    name: str  # the year or the selected month
    nights: int
    rounds: int
    months: list[CalendarMonth]
    weekdays: list[str]
    weeks: list[Week]

    @property
    def played(self) -> list[CalendarMonth]:
        """The months with a night."""
        return [month for month in self.months if month.days]

    @property
    def young(self) -> bool:
        """Whether the months without a night are left out, as few have one."""
        return len(self.played) <= 2


def year_view(sessions: "QuerySet[GameSession]", year: int, month: int | None, extra_query: str) -> YearView:
    """The calendar of a year's sessions; ``extra_query`` is put before the query of each month."""
    played = nights(sessions)
    months = [
        CalendarMonth(
            number,
            date_format(date(year, number, 1), pgettext("format of a month", "M")),
            f"{extra_query}year={year}&month={number}",
            [night for night in played if night.day.month == number],
        )
        for number in range(1, 13)
    ]
    name, weeks = gettext("%(year)s") % {"year": year}, list[Week]()
    first = int(get_format("FIRST_DAY_OF_WEEK")) - 1
    if month:
        name = date_format(date(year, month, 1), "YEAR_MONTH_FORMAT")
        by_day = {night.day.day: night for night in months[month - 1].days}
        for week in Calendar(first % 7).monthdayscalendar(year, month):
            weeks.append([(day, by_day.get(day)) for day in week])
    weekdays = [str(WEEKDAYS_ABBR[(first + place) % 7]) for place in range(7)]
    return YearView(name, len(played), sum(night.rounds for night in played), months, weekdays, weeks)
