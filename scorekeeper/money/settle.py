"""精算, 支払いの記録, レート: the pages of settling a table, of recorded payments, and of the rate."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from django.contrib import messages
from django.core.paginator import Page
from django.db.models import CharField, Exists, Model, OuterRef, Q, QuerySet
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle, Player, Role
from scorekeeper.circles.services import all_players
from scorekeeper.groups.log import Item, Log
from scorekeeper.live.updates import LAYOUT, is_update
from scorekeeper.play import find
from scorekeeper.play.debts import MOST_CARRIED, carried_over
from scorekeeper.play.idempotency import (
    FormUsed,
    FormVersion,
    StaleForm,
    apply,
    hidden_fields,
    read_form_version,
)
from scorekeeper.play.models import (
    Bill,
    BillPayment,
    GameSession,
    OpenDebt,
    RoundEdit,
    Seat,
    SettlementPaid,
    holder_of,
)
from scorekeeper.play.payments import blocking_reason, change_rate, last_rate, pay, undo_payment
from scorekeeper.play.services import can_start_again, next_table
from scorekeeper.play.table import Table
from scorekeeper.present import settling, standings
from scorekeeper.present.presenter import People, people_and_bank
from scorekeeper.present.settling import PaymentView, payment_view, share_text, ways
from scorekeeper.present.words import bill_title, dated_title, night_title, rate_line, title
from scorekeeper.rounds.changing import change_table
from scorekeeper.rounds.preview import StaleView, stale_view
from scorekeeper.rules.stakes import RateForm, rounding_words
from scorekeeper.scoring.settlement import Rate, write_rate
from scorekeeper.server.unreadable import number_in

from .paying import changed_words

PAYMENT = ("from", "to", "points", "money")
M = TypeVar("M", SettlementPaid, BillPayment)
PaymentLine = tuple[PaymentView, str, str]
"""A recorded payment, with title and address of the table or bill."""


def settle(request: HttpRequest, sid: str) -> HttpResponse:
    return settle_page(request, find.find_table(request, sid))


def settle_paid(request: HttpRequest, sid: str) -> HttpResponse:
    session = find.find_session(request, sid)
    applied = apply(request, lambda form_version: _tick(request, session, form_version))
    if applied.refusal:
        table, used = find.find_table(request, sid), isinstance(applied.refusal, FormUsed)
        happened = [] if used else stale_view(table, applied.refusal).lines[:-1]
        words = [*happened, changed_words()]
        messages.warning(request, " ".join(words))
        return settle_page(request, table, 409)
    return redirect("settle", sid)


def _tick(request: HttpRequest, session: GameSession, form_version: FormVersion) -> RoundEdit:
    taken_back = request.POST.get("undo", "")
    if taken_back:
        return undo_payment(session, number_in(taken_back), form_version)
    parts = request.POST.get("paid", "").split(":")
    if len(parts) != len(PAYMENT):
        raise StaleForm
    return pay(session, dict(zip(PAYMENT, parts, strict=True)), form_version)


def settle_page(request: HttpRequest, table: Table, status: int = 200) -> HttpResponse:
    payments, results = settling.payments(table), settling.results(table)
    ended = table.session.ended_at
    may_go_on = ended and membership_of(request).role >= Role.PLAYER
    context = {
        "payments": payments,
        "points_only": table.bare.points_only(table.state) and not payments,
        "explain": "" if table.session.bill_id else explanation(len(payments), table.final.exact),
        "bill": table.session.bill,
        "all_paid": bool(table.paid) and not table.final.debts and not table.session.bill_id,
        "pot_line": settling.pot_line(table),
        "rounding": rounding_words(table.rate),
        "results": results,
        "podium": ended and table.state.counted,
        "again": {"next": next_table(table.session), "fits": can_start_again(table)} if may_go_on else None,
        "total": standings.total(table),
        "share_text": share_text(table) if table.last_number else "",
        "ended": ended,
        **hidden_fields(request, table.session.revision),
    }
    context |= {"layout": LAYOUT} if is_update(request) else {"carried": carried(table)}
    return render(request, "money/settle.html", context, status=status)


def explanation(count: int, exact: bool) -> str:
    if not count:
        return ""
    if exact:
        return gettext("These are the fewest payments possible. Paying one does not change the others.")
    return gettext("With more than twelve people this is a short list, perhaps not the shortest.")


def bill_url(bill: Bill) -> str:
    """The address of a bill: on the page of its night, or a page of its own."""
    if bill.night:
        return f"{reverse('night', args=(bill.circle.public_id, bill.night.day))}#settling"
    return reverse("bill", args=(bill.circle.public_id, bill.public_id))


def open_line(source: GameSession | Bill, rows: Iterable[OpenDebt], known: People) -> dict[str, object]:
    """The context of a session or a bill with its open debts."""
    if isinstance(source, GameSession):
        words, day, url = title(source), source.night.day, reverse("settle", args=(source.public_id,))
    elif night := source.night:
        words, day, url = night_title(night), night.day, bill_url(source)
    else:
        words, day, url = gettext("Settled together"), timezone.localdate(source.created_at), bill_url(source)
    debts = [payment_view(row.transfer, source.unit, known) for row in rows]
    return {"key": source.public_id, "title": words, "day": day, "url": url, "debts": debts}


def carried(table: Table) -> dict[str, object] | None:
    """持ち越し: the context of ``carried_over``; None where there is nothing."""
    result = carried_over(table)
    if not result:
        return None
    known, shown = people_and_bank(table.session.circle), result[:MOST_CARRIED]
    return {
        "lines": [open_line(source, rows, known) for source, rows in groupby(shown, attrgetter("source"))],
        "count": len(shown),
        "more": len(result) > len(shown),
    }


def rate(request: HttpRequest, sid: str) -> HttpResponse:
    """レート: the form of unit and worth of a point, its preview, and the change."""
    table = find.find_table(request, sid)
    usual = table.rate or last_rate(table.session.circle, table.session.game, ever=True)
    initial = write_rate(usual) if usual else {}
    form = RateForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method != "POST" or not form.is_valid():
        return _rate_page(request, table, form)
    sent = read_form_version(request)
    if request.POST.get("action") != "confirm":
        return _rate_page(request, table, form, status=200 if sent else 422)
    if sent and sent.revision == table.revision and blocking_reason(table.session):
        return _rate_page(request, table, form, status=422)

    changed = change_table(
        request, table, form, lambda form_version: change_rate(table.session, form.rate, form_version)
    )
    if changed.edit is None:
        return _rate_page(request, changed.table, form, changed.stale, changed.status)
    messages.success(request, gettext("Saved."))
    return redirect("settle", sid)


def _rate_page(
    request: HttpRequest, table: Table, form: RateForm, stale: StaleView | None = None, status: int = 422
) -> HttpResponse:
    looked = form.is_bound and form.is_valid()
    obstacle = blocking_reason(table.session)
    now = table.rate
    context = {
        "form": form,
        "now": rate_line(now),
        "obstacle": obstacle,
        "shown": looked and not obstacle,
        "changed": looked and form.rate != now,
        "then": rate_line(form.rate),
        "before": _ways_by(table, now),
        "after": _ways_by(table, form.rate) if looked else (),
        "stale": stale,
        **hidden_fields(request, table.session.revision, status == 422),
    }
    return render(request, "money/rate.html", context, status=status if form.is_bound else 200)


def _ways_by(table: Table, rate: Rate | None) -> list[PaymentView]:
    final = replace(table.bare, rate=rate).settle_up(table.state)
    return ways(table, final.debts, rate.unit if rate else "")


def payments(request: HttpRequest, cid: str) -> HttpResponse:
    """The payments of a circle, newest first: all, those of one person, of one table, or of one bill."""
    circle = membership_of(request).circle
    wanted = request.GET.get("person", "")
    person = get_object_or_404(circle.players, pk=number_in(wanted)) if wanted else None
    of_tables, of_bills = _chosen(request, circle, person)
    page = Log([of_tables, of_bills]).get_page(request.GET.get("page"))
    kept = {name: value for name in ("table", "bill") if (value := request.GET.get(name))}
    query = kept | ({"person": wanted} if wanted else {})
    context = {
        "page": page,
        "lines": _recorded_lines(page, people_and_bank(circle)),
        "options": [(one.pk, one.name) for one in all_players(circle)],
        "chosen": person and person.pk,
        "kept": kept,
        "more": f"{urlencode(query)}&" if query else "",
    }
    return render(request, "money/payments.html", context)


def _chosen(
    request: HttpRequest, circle: Circle, person: Player | None
) -> tuple["QuerySet[SettlementPaid]", "QuerySet[BillPayment]"]:
    """The payments that the query string selects; raises Http404 for a table or bill that does not exist."""
    of_tables = SettlementPaid.objects.filter(session__circle=circle)
    of_bills = BillPayment.objects.filter(bill__circle=circle)
    if table := request.GET.get("table"):
        session = get_object_or_404(circle.sessions, public_id=table)
        of_tables, of_bills = of_tables.filter(session=session), of_bills.none()
    if bill := request.GET.get("bill"):
        result = get_object_or_404(circle.bills, public_id=bill)
        of_tables, of_bills = of_tables.none(), of_bills.filter(bill=result)
    if person:
        seats = Seat.objects.filter(session=OuterRef("session"), player=person)
        named = seats.annotate(text=Cast("number", CharField()))
        paid, got = (Exists(named.filter(text=OuterRef(way))) for way in ("payer", "payee"))
        of_tables = of_tables.filter(Q(paid) | Q(got))
        of_bills = of_bills.filter(Q(payer=person) | Q(payee=person))
    return of_tables, of_bills


def _recorded_lines(page: "Page[Item]", known: People) -> list[PaymentLine]:
    keys = [what for _at, what in page if isinstance(what, tuple)]
    tables = SettlementPaid.objects.filter(pk__in=[pk for model, pk in keys if model is SettlementPaid])
    bills = BillPayment.objects.filter(pk__in=[pk for model, pk in keys if model is BillPayment])
    of_tables = _with_devices(tables, "session").select_related("session__night")
    of_bills = _with_devices(bills, "bill").select_related("bill__circle", "bill__night")
    rows: list[SettlementPaid | BillPayment] = [*of_tables.prefetch_related("session__seats"), *of_bills]
    lines: dict[tuple[type[Model], int], PaymentLine] = {
        (type(row), row.pk): _recorded_line(row, known) for row in rows
    }
    return [lines[one] for one in keys]


def _with_devices(rows: "QuerySet[M]", of: str) -> "QuerySet[M]":
    """Payments with devices, and the names of who holds them."""
    ticked, undone = (holder_of(device, f"{of}__circle") for device in ("device", "undone_by"))
    return rows.select_related("device", "undone_by").annotate(holder=ticked, other_holder=undone)


def _recorded_line(row: SettlementPaid | BillPayment, known: People) -> PaymentLine:
    if isinstance(row, SettlementPaid):
        title, url = dated_title(row.session), reverse("settle", args=(row.session.public_id,))
    else:
        title = bill_title(row.bill) if row.bill.night else gettext("Settled together")
        url = bill_url(row.bill)
    return payment_view(row.transfer, row.unit, known, paid=row), title, url
