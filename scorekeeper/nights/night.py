"""夜のページ: the tables of a night, one settlement of all of them, and the button for the next table."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import cached_property, partial

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.forms import LineField, save_field
from scorekeeper.live.updates import LAYOUT, is_update
from scorekeeper.money.bills import bill_target, tick
from scorekeeper.money.paying import NothingToPay, PaymentTarget, handle, refusal_words
from scorekeeper.money.settle import explanation
from scorekeeper.play import find
from scorekeeper.play.idempotency import apply, new_key
from scorekeeper.play.models import GameSession, Night, with_players
from scorekeeper.play.nights import current_table, rename_night, tonight
from scorekeeper.play.payments import BillSummary, night_summaries, pay_night
from scorekeeper.play.services import can_start_again
from scorekeeper.play.table import Table
from scorekeeper.present.presenter import People, PersonView, people_and_bank
from scorekeeper.present.settling import bill_payments
from scorekeeper.present.standings import session_standing_and_rest
from scorekeeper.present.words import (
    game_name,
    labelled,
    night_title,
    rate_line,
    rounds,
    signed_money,
    tables,
    title,
    weekday,
)
from scorekeeper.scoring import texts
from scorekeeper.scoring.settlement import read_rate
from scorekeeper.story.nights import night_url
from scorekeeper.tables.table import board

LONGEST_NAME = 60


def find_night(request: HttpRequest, day: date) -> Night:
    """The night of the circle that began on a day; raises Http404."""
    return get_object_or_404(membership_of(request).circle.nights, day=day)


class TableCard:
    def __init__(self, session: GameSession) -> None:
        self.session, self.title = session, title(session)
        # best first; ``elsewhere`` are the points in the pot and the bank
        self.standing, self.elsewhere = session_standing_and_rest(session)
        self.rounds: int = session.standing.get("rounds", 0)  # those that count
        self.played = bool(self.rounds) or any(person.points for person in self.standing)


class Settlement:
    """精算: the payments of a night in one unit."""

    def __init__(self, summary: BillSummary, known: People) -> None:
        debts, steps = summary.plan
        self.summary, self.unit = summary, summary.bill.unit
        # the query string for a list of all its payments, also undone ones
        self.log = f"bill={summary.bill.public_id}" if summary.bill.pk else ""
        self.payments = bill_payments(summary, known)
        self.won = list(_won(summary, known))
        # what a point of each game is worth
        self.rates = dict.fromkeys(
            labelled(game_name(session), rate_line(read_rate(session.rate)))
            for session in summary.sessions
            if session.rate
        )
        self.left = sum((amount for _payer, _payee, amount in debts), Decimal())
        self.whole = self.left + sum((Decimal(row.amount) for row in summary.paid), Decimal())
        self.explain = explanation(len(self.payments), steps)


class NightView:
    def __init__(self, night: Night) -> None:
        self.night, self.title = night, night_title(night)

    @cached_property
    def sessions(self) -> Sequence[GameSession]:
        """The sessions of the night, the newest first, with their players."""
        return list(self.night.sessions.order_by("-started_at", "-pk").prefetch_related(with_players()))

    @cached_property
    def known(self) -> People:
        return people_and_bank(self.night.circle)

    @property
    def about(self) -> str:
        """A line with the day, if the night has a name, and the numbers of people, tables and rounds."""
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
        """Who played, the first table first."""
        played = {person.name: person for table in reversed(self.tables) for person in table.standing}
        return [replace(person, points=0) for person in played.values()]

    @property
    def total(self) -> int:
        """The sum of all points, which should be 0."""
        points = sum(person.points for table in self.tables for person in table.standing)
        return points + sum(table.elsewhere for table in self.tables)

    @cached_property
    def current(self) -> GameSession | None:
        """The table that the scoreboard shows."""
        return current_table(self.sessions)

    @cached_property
    def summaries(self) -> Sequence[BillSummary]:
        return night_summaries(self.night)

    @cached_property
    def settlements(self) -> Sequence[Settlement]:
        """One for each unit in which an ended table has a rate."""
        return [Settlement(summary, self.known) for summary in self.summaries]

    @cached_property
    def points_only(self) -> Sequence[tuple[GameSession, tuple[PersonView, ...]]]:
        """For tables without a rate, the sums of points by game; the session is one of that game.

        Games where the most points win and those where the fewest win are summed separately.
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
        """Running tables with a rate, which join the settlement when they end."""
        return [card for card in self.tables if card.session.rate and not card.session.ended_at]

    @property
    def elsewhere(self) -> Sequence[GameSession]:
        """One session for each other bill, in which tables of this night are settled with others."""
        own = {None, *(summary.bill.pk for summary in self.summaries)}
        bills = {session.bill_id: session for session in self.sessions if session.bill_id not in own}
        return list(bills.values())


def _summed(standings: Iterable[Iterable[PersonView]], low: bool) -> tuple[PersonView, ...]:
    """The sums of everybody's points, best first; ``low``: the fewest points win."""
    sums: dict[str, PersonView] = {}
    for standing in standings:
        for person in standing:
            before = sums[person.name].points if person.name in sums else 0
            sums[person.name] = replace(person, points=before + person.points)
    return tuple(sorted(sums.values(), key=lambda person: person.points, reverse=not low))


def _won(summary: BillSummary, known: People) -> Iterable[tuple[PersonView, Decimal]]:
    """What everybody won or lost in money, the most first."""
    sums: dict[str, Decimal] = {}
    for table in map(Table, summary.sessions):
        money = table.bare.settle_up(table.state).money
        for seat in table.seats:
            key = str(seat.player_id)
            sums[key] = (sums.get(key, Decimal()) + Decimal(money.get(seat.player.name, 0))).normalize()
    for key in sorted(sums, key=lambda key: -sums[key]):
        yield known[key], sums[key]


class NightForm(forms.Form):
    name = LineField(LONGEST_NAME, label=_("Name of the night"), help_text=_("Leave empty to use the date."))


def night(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    return night_page(request, find_night(request, day))


def night_rename(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    night, form = find_night(request, day), NightForm(request.POST)
    rename = partial(rename_night, night, device=membership_of(request).device)
    if refused := save_field(form, "name", rename):
        return night_page(request, night, refused, form)
    messages.success(request, gettext("Saved."))
    return redirect("night", cid, day)


def night_board(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    """得点板: the scoreboard of the running table, else of the last one."""
    session = current_table(find_night(request, day).sessions.order_by("-started_at", "-pk"))
    if session is None:
        raise Http404
    return board(request, session.public_id)


def night_page(
    request: HttpRequest, night: Night, status: int = 200, form: NightForm | None = None
) -> HttpResponse:
    shown = NightView(night)
    context: dict[str, object] = {
        "shown": shown,
        "form": form or NightForm(initial={"name": night.name}),
        "key": new_key(),
        "tonight": night.day == tonight(),
        "share_text": night_text(shown),
    }
    if shown.current:
        context |= _following(request, shown.current.public_id)
    if is_update(request):
        context["layout"] = LAYOUT
    return render(request, "nights/night.html", context, status=status)


def night_text(shown: NightView) -> str:
    """A night as text for a group chat: the standing of each table, the money, and who pays whom."""
    lines, dot = [shown.title, shown.about], gettext(" · ")
    for table in reversed(shown.tables):
        if table.played:
            lines.append(f"■ {table.title}")
            standing = (f"{person.name} {texts.signed(person.points)}" for person in table.standing)
            lines.append(dot.join(standing))
    for settlement in shown.settlements:
        lines.append(f"■ {gettext('In money')}")
        won = (f"{who.name} {signed_money(amount, settlement.unit)}" for who, amount in settlement.won)
        lines.append(dot.join(won))
        lines += [payment.line for payment in settlement.payments]
    return "\n".join([*lines, gettext("Total 0") + " ✓"])


def _following(request: HttpRequest, sid: str) -> dict[str, object]:
    """Context for the buttons that open the next table after this one."""
    session = find.find_session(request, sid)
    table, other = Table(session), urlencode({"after": sid, "game": session.game})
    return {
        "other_url": f"{reverse('circle_session_new', args=(session.circle.public_id,))}?{other}",
        "running": session.ended_at is None,
        "again": can_start_again(table) and session.ended_at is not None,
    }


def night_paid(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    night = find_night(request, day)
    pay = partial(pay_night, night, request.POST.get("unit", ""))
    refusal = apply(request, lambda form_version: tick(request, form_version, night.bills.all(), pay)).refusal
    if refusal:
        messages.warning(request, refusal_words(refusal))
        return night_page(request, night, 409)
    return redirect(f"{night_url(night, cid)}#settling")


def night_payment(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    night, unit = find_night(request, day), request.GET.get("unit", "")
    pay = partial(pay_night, night, unit, suggested=False)

    def target() -> PaymentTarget:
        summary = next((row for row in night_summaries(night) if row.bill.unit == unit), None)
        if summary is None:
            words = gettext("No table of this night is settled in this unit.")
            raise NothingToPay(words, night_url(night, cid))
        return bill_target(summary, pay, lambda refusal: [refusal_words(refusal)])

    return handle(request, target)
