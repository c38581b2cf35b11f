"""支払いの記録: every payment recorded in a circle, for one table or for several together."""

from typing import TypeVar

from django.core.paginator import Page
from django.db.models import CharField, Exists, Model, OuterRef, Q, QuerySet
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle, Player
from scorekeeper.circles.selectors import all_players
from scorekeeper.groups.log import Item, Log
from scorekeeper.play.models import BillPayment, Seat, SettlementPaid, holder_of
from scorekeeper.present.headings import bill_title, dated
from scorekeeper.present.people import Faces, faces_and_bank
from scorekeeper.present.settling import PaymentView, owed
from scorekeeper.server.unreadable import number_in

from .open_lines import bill_url

M = TypeVar("M", SettlementPaid, BillPayment)


PaymentLine = tuple[PaymentView, str, str]
"""A recorded payment, and for what: what that is called, and where it is."""


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
        "lines": _lines(page, faces_and_bank(circle)),
        "options": [(one.pk, one.name) for one in all_players(circle)],
        "chosen": person and person.pk,
        "kept": kept,
        "more": f"{urlencode(query)}&" if query else "",
    }
    return render(request, "money/payments.html", context)


def _chosen(
    request: HttpRequest, circle: Circle, person: Player | None
) -> tuple["QuerySet[SettlementPaid]", "QuerySet[BillPayment]"]:
    """The payments that the address asks for; raises Http404 for a table or bill that is not there."""
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


def _lines(page: "Page[Item]", known: Faces) -> list[PaymentLine]:
    keys = [what for _at, what in page if isinstance(what, tuple)]
    tables = SettlementPaid.objects.filter(pk__in=[pk for model, pk in keys if model is SettlementPaid])
    bills = BillPayment.objects.filter(pk__in=[pk for model, pk in keys if model is BillPayment])
    of_tables = _with_devices(tables, "session").select_related("session__night")
    of_bills = _with_devices(bills, "bill").select_related("bill__circle", "bill__night")
    rows: list[SettlementPaid | BillPayment] = [*of_tables.prefetch_related("session__seats"), *of_bills]
    lines: dict[tuple[type[Model], int], PaymentLine] = {
        (type(row), row.pk): _line(row, known) for row in rows
    }
    return [lines[one] for one in keys]


def _with_devices(rows: "QuerySet[M]", of: str) -> "QuerySet[M]":
    """Payments with the phones, and the names of who holds them."""
    ticked, undone = (holder_of(device, f"{of}__circle") for device in ("device", "undone_by"))
    return rows.select_related("device", "undone_by").annotate(holder=ticked, other_holder=undone)


def _line(row: SettlementPaid | BillPayment, known: Faces) -> PaymentLine:
    if isinstance(row, SettlementPaid):
        title, url = dated(row.session), reverse("settle", args=(row.session.public_id,))
    else:
        title = bill_title(row.bill) if row.bill.night else gettext("Settled together")
        url = bill_url(row.bill)
    return owed(row.given, row.unit, known, paid=row), title, url
