"""夜: the nights of a circle by month: who came, who was ahead at each table, and what people won."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from django.core.paginator import Page
from django.db.models import F, Prefetch, QuerySet
from django.urls import reverse

from scorekeeper.play.debts import person_key, unit_of
from scorekeeper.play.models import Bill, GameSession, Night, OpenDebt
from scorekeeper.play.paying import balances
from scorekeeper.present.presenter import PersonView
from scorekeeper.present.words import amount_in, signed_money
from scorekeeper.stats.evenings import months, places
from scorekeeper.stats.models import Money

ON_PAGE = 12
AHEAD = 2
"""How many are named who share the first place of a table; with more of them it names nobody."""


class NightCard(NamedTuple):
    """A night in the list."""

    night: Night
    came: list[PersonView]
    tables: list[tuple[GameSession, list[PersonView]]]  # each with who was ahead, by points
    money: list["NightMoney"]


class NightMoney(NamedTuple):
    """What a night came to in one unit."""

    won: list[tuple[PersonView, str]]
    left: str  # still to be paid for this night; empty where nothing is
    settled: bool  # whether everything is paid, also where tables are settled with those of other nights


@dataclass(frozen=True, slots=True)
class MonthOfNights:
    """The nights of a month on one page of the list."""

    first: date
    nights: int  # of the whole month
    rounds: int  # of the whole month
    cards: tuple[NightCard, ...]


def night_url(night: Night, circle: str) -> str:
    """The address of a night's page, by the public id of its circle."""
    return reverse("night", args=(circle, night.day))


def with_tables(nights: "QuerySet[Night]", tables: "QuerySet[GameSession]") -> "QuerySet[Night]":
    """The nights in which one of these tables is, each with them."""
    shown = nights.filter(pk__in=tables.order_by().values("night"))
    return shown.prefetch_related(Prefetch("sessions", tables.order_by("started_at", "pk")))


def by_month(
    page: "Page[Night]", played: "QuerySet[GameSession]", faces: Mapping[int, PersonView]
) -> list[MonthOfNights]:
    """The nights of a page ``with_tables`` by month, newest first; ``played`` are the tables of all pages."""
    nights = list(page)
    if not nights:
        return []
    sums = months(played.filter(night__day__gte=nights[-1].day.replace(day=1)))
    cards = Cards(nights, faces)
    return [
        MonthOfNights(month, *sums.get(month, (0, 0)), tuple(map(cards.card, group)))
        for month, group in groupby(nights, key=lambda night: night.day.replace(day=1))
    ]


class Cards:
    """The cards of some nights ``with_tables``."""

    def __init__(self, nights: Sequence[Night], faces: Mapping[int, PersonView]) -> None:
        sessions = [session for night in nights for session in night.sessions.all()]
        self._faces, self._places = faces, places(sessions)
        self._sums, self._left = _money(sessions), _left(sessions)
        self._open_elsewhere = _open_elsewhere(sessions)

    def card(self, night: Night) -> NightCard:
        tables = [(session, self._ahead(session)) for session in night.sessions.all()]
        came = {row.player for session, _ahead in tables for row in self._places.get(session.pk, ())}
        people = [self._faces[player] for player in sorted(came)]
        return NightCard(night, people, tables, self._money_of(night))

    def _ahead(self, session: GameSession) -> list[PersonView]:
        """Who share the first place, unless they are more than AHEAD or everybody."""
        rows = self._places.get(session.pk, [])
        first = [row for row in rows if row.place == 1]
        if len(first) > AHEAD or len(first) == len(rows):
            return []
        return [replace(self._faces[row.player], points=row.points) for row in first]

    def _money_of(self, night: Night) -> list[NightMoney]:
        lines = []
        for unit, sums in sorted(self._sums.get(night.pk, {}).items()):
            won = sorted((player for player in sums if sums[player] > 0), key=lambda player: -sums[player])
            left = self._left.get(night.pk, {}).get(unit)
            shown = [(self._faces[player], signed_money(sums[player], unit)) for player in won]
            settled = not left and (night.pk, unit) not in self._open_elsewhere
            lines.append(NightMoney(shown, amount_in(left, unit) if left else "", settled))
        return lines


def _money(sessions: Iterable[GameSession]) -> Mapping[int, Mapping[str, Mapping[int, Decimal]]]:
    """What everybody won or lost, by night and unit."""
    result: dict[int, dict[str, dict[int, Decimal]]] = defaultdict(dict)
    rows = Money.objects.filter(session__in=list(sessions)).order_by("player", "session")
    for night, unit, player, amount in rows.values_list("session__night", "unit", "player", "amount"):
        sums = result[night].setdefault(unit, {})
        sums[player] = (sums.get(player, Decimal()) + amount).normalize()
    return result


def _left(sessions: Iterable[GameSession]) -> Mapping[int, Mapping[str, Decimal]]:
    """What is still to be paid of some tables, and of bills about their nights, by night and unit.

    It is what the page of a night says: what people owe each other at its tables is set off.
    """
    by_key = {one.pk: one for one in sessions}
    bills = Bill.objects.filter(night__in={one.night_id for one in by_key.values()}, dissolved_at=None)
    alone = [one.pk for one in by_key.values() if one.bill_id is None and one.rate]
    columns = ("payer_id", "payee_id", "amount")
    of_bills = OpenDebt.objects.filter(bill__in=bills).values_list("bill__night", "bill__unit", *columns)
    of_sessions = OpenDebt.objects.filter(session__in=alone).values_list("session", *columns)
    alike = [(by_key[pk].night_id, unit_of(by_key[pk]), *debt) for pk, *debt in of_sessions]
    owed: dict[tuple[int, str], list[tuple[str, str, Decimal]]] = defaultdict(list)
    for night, unit, payer, payee, amount in (*alike, *of_bills):
        owed[night, unit].append((person_key(payer), person_key(payee), Decimal(amount)))
    result: dict[int, dict[str, Decimal]] = defaultdict(dict)
    for (night, unit), rows in owed.items():
        result[night][unit] = sum((one for one in balances(rows).values() if one > 0), Decimal())
    return result


def _open_elsewhere(sessions: Iterable[GameSession]) -> set[tuple[int, str]]:
    """The nights and units of tables that are settled with those of other nights, and not paid yet."""
    billed = {one.pk: one for one in sessions if one.bill_id}
    if not billed:
        return set()
    unpaid = GameSession.objects.filter(pk__in=billed, bill__open_debts__isnull=False)
    others = unpaid.exclude(bill__night=F("night")).order_by().values_list("pk", flat=True)
    return {(billed[pk].night_id, unit_of(billed[pk])) for pk in others}
