"""夜のページ: the tables of a night, one settlement over all of them, and the next table in one tap."""

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
from scorekeeper.groups.home import with_players
from scorekeeper.live.updates import LAYOUT, is_update
from scorekeeper.money.bills import bill_target, tick
from scorekeeper.money.paying import NothingToPay, PaymentTarget, handle, refusal_words
from scorekeeper.money.settle import explanation
from scorekeeper.play import find
from scorekeeper.play.idempotency import apply, new_key
from scorekeeper.play.models import GameSession, Night
from scorekeeper.play.nights import current_table, rename_night, tonight
from scorekeeper.play.payments import BillSummary, night_summaries, pay_night
from scorekeeper.play.services import fits
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
    """A table of a night: ``standing`` is best first; ``elsewhere`` are the points that lie with nobody."""

    def __init__(self, session: GameSession) -> None:
        self.session, self.title = session, title(session)
        self.standing, self.elsewhere = session_standing_and_rest(session)
        self.rounds: int = session.standing.get("rounds", 0)  # those that count
        self.played = bool(self.rounds) or any(person.points for person in self.standing)


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
        self.night, self.title = night, night_title(night)

    @cached_property
    def sessions(self) -> Sequence[GameSession]:
        """The tables of the night, the newest first, with their people."""
        return list(self.night.sessions.order_by("-started_at", "-pk").prefetch_related(with_players()))

    @cached_property
    def known(self) -> Faces:
        return faces_and_bank(self.night.circle)

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


class NightForm(forms.Form):
    """夜の名前: what a night is called; empty for its day."""

    name = LineField(LONGEST_NAME, label=_("Name of the night"), help_text=_("Leave empty to use the date."))


def night(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    return night_page(request, find_night(request, day))


def night_rename(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    """Give a night another name; 409 where somebody else has done so meanwhile."""
    night, form = find_night(request, day), NightForm(request.POST)
    rename = partial(rename_night, night, device=membership_of(request).device)
    if refused := save_field(form, "name", rename):
        return night_page(request, night, refused, form)
    messages.success(request, gettext("Saved."))
    return redirect("night", cid, day)


def night_board(request: HttpRequest, cid: str, day: date) -> HttpResponse:
    """得点板: the scoreboard of the running table, or of the last one, and then of the next."""
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
    """A night for a group chat: who came where at each table, what it comes to, and who pays whom."""
    lines, dot = [shown.title, shown.about], gettext(" · ")
    for table in reversed(shown.tables):
        if table.played:
            lines.append(f"■ {table.title}")
            lines.append(dot.join(f"{one.name} {texts.signed(one.points)}" for one in table.standing))
    for settlement in shown.settlements:
        lines.append(f"■ {gettext('In money')}")
        won = (f"{who.name} {signed_money(amount, settlement.unit)}" for who, amount in settlement.won)
        lines.append(dot.join(won))
        lines += [payment.line for payment in settlement.payments]
    return "\n".join([*lines, gettext("Total 0") + " ✓"])


def _following(request: HttpRequest, sid: str) -> dict[str, object]:
    """How the night can go on after the table that the page hears of."""
    session = find.find_session(request, sid)
    table, other = Table(session), urlencode({"after": sid, "game": session.game})
    return {
        "other_url": f"{reverse('circle_session_new', args=(session.circle.public_id,))}?{other}",
        "running": session.ended_at is None,
        "again": fits(table) and session.ended_at is not None,
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
        summary = next((one for one in night_summaries(night) if one.bill.unit == unit), None)
        if summary is None:
            words = gettext("No table of this night is settled in this unit.")
            raise NothingToPay(words, night_url(night, cid))
        return bill_target(summary, pay, lambda refusal: [refusal_words(refusal)])

    return handle(request, target)
