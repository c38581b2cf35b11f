"""夜の眺め: a night ready to show: its tables with their standings, what it comes to, and the rates."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cached_property

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, ngettext

from scorekeeper.circles.access import membership_of
from scorekeeper.groups.home import with_players
from scorekeeper.money.settle import explanation
from scorekeeper.play.models import GameSession, Night
from scorekeeper.play.nights import current_table
from scorekeeper.play.payments import BillSummary, night_summaries
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import Faces, PersonView, faces_and_bank
from scorekeeper.present.settling import bill_payments
from scorekeeper.present.standings import session_standing_and_rest
from scorekeeper.present.words import (
    game_name,
    labelled,
    night_title,
    rate_line,
    rounds,
    tables,
    title,
    weekday,
)
from scorekeeper.scoring.settlement import read_rate


def find_night(request: HttpRequest, day: date) -> Night:
    """The night of the circle that began on a day; raises Http404."""
    return get_object_or_404(membership_of(request).circle.nights, day=day)


class TableCard:
    """A table of a night: ``standing`` is best first; ``elsewhere`` are the points that lie with nobody."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.standing, self.elsewhere = session_standing_and_rest(session)

    @property
    def title(self) -> str:
        return title(self.session)

    @property
    def rounds(self) -> int:
        """Those that count."""
        return int(self.session.standing.get("rounds", 0))

    @property
    def played(self) -> bool:
        """Whether anything has happened there."""
        return bool(self.rounds) or any(person.points for person in self.standing)


class Settlement:
    """精算: the payments of a night in one unit, ``left`` is what is still to be paid of ``whole``.

    ``won`` says what everybody came out with; ``rates`` are the games with what a point of theirs is worth;
    ``log`` is the query for all its payments, also those taken back.
    """

    def __init__(self, summary: BillSummary, known: Faces) -> None:
        debts, steps = summary.plan
        left = sum((amount for _payer, _payee, amount in debts), Decimal())
        paid = sum((Decimal(row.amount) for row in summary.paid), Decimal())
        self.summary, self.unit = summary, summary.bill.unit
        self.log = f"bill={summary.bill.public_id}" if summary.bill.pk else ""
        self.payments = bill_payments(summary, known)
        self.won = list(_won(summary, known))
        self.rates = dict.fromkeys(
            labelled(game_name(session), rate_line(read_rate(session.rate)))
            for session in summary.sessions
            if session.rate
        )
        self.left = left
        self.whole = left + paid
        self.explain = explanation(len(self.payments), steps)


class NightView:
    """A night of a circle, as pages, texts and pictures show it."""

    def __init__(self, night: Night) -> None:
        self.night = night

    @cached_property
    def sessions(self) -> Sequence[GameSession]:
        """The tables of the night, the newest first, with their people."""
        return list(self.night.sessions.order_by("-started_at", "-pk").prefetch_related(with_players()))

    @cached_property
    def known(self) -> Faces:
        """Everybody of the circle, and the bank."""
        return faces_and_bank(self.night.circle)

    @property
    def title(self) -> str:
        return night_title(self.night)

    @property
    def about(self) -> str:
        """In one line: its day where it has a name, how many came, tables and rounds."""
        people = len(self.people)
        parts = (
            weekday(self.night.day) if self.night.name else "",
            ngettext("%(n)s person", "%(n)s people", people) % {"n": people},
            tables(len(self.tables)),
            rounds(sum(table.rounds for table in self.tables)),
        )
        return gettext(" · ").join(filter(None, parts))

    @cached_property
    def tables(self) -> Sequence[TableCard]:
        return [TableCard(session) for session in self.sessions]

    @property
    def people(self) -> list[PersonView]:
        """Who came, in the order of their names at the tables, the first table first."""
        came = {person.name: person for table in reversed(self.tables) for person in table.standing}
        return [replace(person, points=0) for person in came.values()]

    @property
    def total(self) -> int:
        """The sum of all points, which is 0."""
        return sum(sum(one.points for one in table.standing) + table.elsewhere for table in self.tables)

    @cached_property
    def current(self) -> GameSession | None:
        """The table that a screen follows."""
        return current_table(self.sessions)

    @cached_property
    def summaries(self) -> Sequence[BillSummary]:
        return night_summaries(self.night)

    @cached_property
    def settlements(self) -> Sequence[Settlement]:
        """One for each unit in which a table that is over has a rate."""
        return [Settlement(summary, self.known) for summary in self.summaries]

    @cached_property
    def points_only(self) -> Sequence[tuple[GameSession, tuple[PersonView, ...]]]:
        """A table of each game without a rate where something has happened, and the sums over that game.

        Points of which the most win are not added to those of which the fewest win.
        """
        games: dict[tuple[str, bool], list[TableCard]] = {}
        for card in self.tables:
            if not card.session.rate and card.played:
                key = card.session.game, "low" in card.session.standing
                games.setdefault(key, []).append(card)
        return [
            (cards[0].session, _summed((card.standing for card in cards), low))
            for (_game, low), cards in games.items()
        ]

    @property
    def still_playing(self) -> Sequence[TableCard]:
        """Running tables with a rate: they join the settlement once they are over."""
        return [card for card in self.tables if card.session.rate and not card.session.ended_at]

    @property
    def elsewhere(self) -> Sequence[GameSession]:
        """A table of its own for each other bill that it is settled in, together with other tables."""
        own = {None, *(summary.bill.pk for summary in self.summaries)}
        bills = {session.bill_id: session for session in self.sessions if session.bill_id not in own}
        return list(bills.values())


def _summed(standings: Iterable[Iterable[PersonView]], low: bool) -> tuple[PersonView, ...]:
    """Everybody's points over some tables, best first: the most, or the fewest where those win (``low``)."""
    sums: dict[str, PersonView] = {}
    for standing in standings:
        for person in standing:
            before = sums[person.name].points if person.name in sums else 0
            sums[person.name] = replace(person, points=before + person.points)
    return tuple(sorted(sums.values(), key=lambda person: person.points, reverse=not low))


def _won(summary: BillSummary, known: Faces) -> Iterable[tuple[PersonView, Decimal]]:
    """What everybody came out with, the most first."""
    sums: dict[str, Decimal] = {}
    for table in map(Table, summary.sessions):
        money = table.bare.settle_up(table.state).money
        for seat in table.seats:
            key = str(seat.player_id)
            sums[key] = (sums.get(key, Decimal()) + Decimal(money.get(seat.player.name, 0))).normalize()
    for key in sorted(sums, key=lambda key: -sums[key]):
        yield known[key], sums[key]
