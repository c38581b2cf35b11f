"""まとめて精算: the pages of open payments, of bills, and of paying balances in one go."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import partial

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle, Membership, Role
from scorekeeper.play import balances, payments
from scorekeeper.play.balances import Balance
from scorekeeper.play.idempotency import (
    FormVersion,
    StaleForm,
    apply,
    form_hash,
    hidden_fields,
    read_form_version,
)
from scorekeeper.play.models import Bill, Clearing, GameSession, Kind, OpenDebt, RoundEdit
from scorekeeper.play.payments import Dues
from scorekeeper.play.transfers import MoneyTransfer, read_transfer
from scorekeeper.present import settling
from scorekeeper.present.log import action_words, change_entry, log_line, referenced
from scorekeeper.present.presenter import People, people_and_bank
from scorekeeper.present.settling import payment_view
from scorekeeper.present.words import bill_title, device_name, kind_name, title
from scorekeeper.rounds.changing import undo_toast
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.unreadable import number_in

from .paying import (
    AmountField,
    NothingToPay,
    PaymentTarget,
    changed_words,
    handle,
    recorded_words,
    refusal_words,
)
from .settle import bill_url, explanation, open_line

MOST_BILLS = 50
"""How many bills the page of open payments shows."""
MOST_CLEARED = 10
"""How many of the last clearings it shows."""


def open_bills(request: HttpRequest, cid: str) -> HttpResponse:
    """The open payments of a circle, and the form that settles sessions together."""
    membership = membership_of(request)
    if request.method != "POST":
        return _open_page(request, membership)
    chosen = set(request.POST.getlist("table")[: payments.MOST_SESSIONS + 1])
    form = form_hash(request)
    if len(chosen) < 2 or not form:
        return _open_page(request, membership, 422, gettext("Choose two or more tables."))
    try:
        made = payments.make_bill(membership.circle, chosen, membership.device, form)
    except StaleForm:
        words = gettext("One of these tables has changed meanwhile. This is their current state.")
        return _open_page(request, membership, 409, words)
    return redirect("bill", cid, made.public_id)


def _open_page(
    request: HttpRequest, membership: Membership, status: int = 200, failed: str = ""
) -> HttpResponse:
    circle, own = membership.circle, str(membership.player_id or "")
    known, amounts = people_and_bank(circle), balances.open_amounts(circle)
    open_ = list(payments.open_sessions(circle).prefetch_related("open_debts")[: payments.MOST_SESSIONS + 1])
    together = circle.bills.filter(dissolved_at=None).prefetch_related("night", "open_debts")
    context = {
        "kinds": _kinds(open_[: payments.MOST_SESSIONS], known),
        "older": len(open_) > payments.MOST_SESSIONS,
        "bills": [open_line(one, one.open_debts.all(), known) for one in together[:MOST_BILLS]],
        "chosen": request.POST.getlist("table") if failed else None,
        "failed": [failed] if failed else [],
        "balances": [_balance(kind, rows, known, own) for kind, rows in amounts.items()],
        "cleared": [_cleared(one, known) for one in balances.last_clearings(circle, MOST_CLEARED)],
        **hidden_fields(request, 0),
    }
    return render(request, "money/bills.html", context, status=status)


def _kinds(sessions: Iterable[GameSession], known: People) -> list[tuple[str, list[dict[str, object]]]]:
    """Sessions, newest first, by what can be settled together."""
    values: dict[Kind, list[GameSession]] = {}
    for session in sessions:
        values.setdefault(session.kind, []).append(session)
    return [
        (kind_name(*kind), [open_line(one, one.open_debts.all(), known) for one in sessions])
        for kind, sessions in values.items()
    ]


def bill(request: HttpRequest, cid: str, bid: str) -> HttpResponse:
    """A bill: who pays whom, and its sessions."""
    membership = membership_of(request)
    found = payments.find_bill(membership.circle, bid)
    return redirect(bill_url(found)) if found.night else _page(request, membership, found)


def bill_paid(request: HttpRequest, cid: str, bid: str) -> HttpResponse:
    membership = membership_of(request)
    bill = payments.find_bill(membership.circle, bid)
    own, pay = membership.circle.bills.filter(pk=bill.pk), partial(payments.pay_bill, bill)
    refusal = apply(request, lambda form_version: tick(request, form_version, own, pay)).refusal
    return _stale_page(request, membership, bill, refusal) if refusal else redirect("bill", cid, bid)


def tick(
    request: HttpRequest,
    form_version: FormVersion,
    own: "QuerySet[Bill]",
    pay: Callable[[MoneyTransfer, FormVersion], None],
) -> None:
    """Tick the payment whose button was pressed, or untick one of these bills; raises StaleForm."""
    if number := number_in(request.POST.get("undo", "")):
        bill = own.filter(payments=number).select_related("circle", "night").first()
        if bill is None:
            raise StaleForm
        payments.undo_bill_payment(bill, number, form_version.device)
    elif transfer := read_transfer(request.POST.get("paid", "")):
        pay(transfer, form_version)
    else:
        raise StaleForm


def bill_part(request: HttpRequest, cid: str, bid: str) -> HttpResponse:
    """Settle one session of a bill (``table``) separately again, or all."""
    membership = membership_of(request)
    bill = payments.find_bill(membership.circle, bid)
    try:
        payments.split_bill(bill, membership.device, request.POST.get("table"))
    except StaleForm as refusal:
        return _stale_page(request, membership, bill, refusal)
    messages.success(request, gettext("Split up: each table is settled separately again."))
    return redirect("bill", cid, bid)


def _stale_page(request: HttpRequest, membership: Membership, bill: Bill, refusal: StaleForm) -> HttpResponse:
    messages.warning(request, " ".join(_news(refusal, bill)))
    return _page(request, membership, payments.find_bill(membership.circle, bill.public_id), 409)


def _news(error: StaleForm, bill: Bill) -> list[str]:
    """Why a form was refused."""
    if error.words:
        return [error.words]
    return [*_last_change(bill), changed_words()]


def _last_change(bill: Bill) -> list[str]:
    """The last change of a bill or of one of its tables."""
    changes = bill.circle.changes.filter(after__bill=bill.public_id).select_related("device")
    edits = RoundEdit.objects.filter(session__bill=bill).select_related("session", "device")
    change, edit = changes.order_by("-pk").first(), edits.order_by("-pk").first()
    if edit and (change is None or edit.at > change.at):
        return [log_line(edit.at, device_name(edit.device), action_words(edit), title(edit.session))]
    if change is None:
        return []
    entry = change_entry(change, referenced(bill.circle, [change]))
    return [log_line(entry.at, device_name(change.device), entry.action, entry.after)]


def _page(request: HttpRequest, membership: Membership, bill: Bill, status: int = 200) -> HttpResponse:
    summary, known = payments.bill_summary(bill), people_and_bank(membership.circle)
    suggestions = settling.bill_payments(summary, known)
    prefetch_related_objects(summary.sessions, "open_debts")
    context = {
        "bill": bill,
        "title": bill_title(bill),
        "may_part": membership.role >= Role.PLAYER and not summary.paid,
        "payments": suggestions,
        "all_paid": summary.all_paid,
        "explain": explanation(len(suggestions), summary.plan[1]),
        "sessions": [open_line(one, one.open_debts.all(), known) for one in summary.sessions],
        "share_text": settling.bill_text(summary, known),
        **hidden_fields(request, summary.revision),
    }
    return render(request, "money/bill.html", context, status=status)


def bill_payment(request: HttpRequest, cid: str, bid: str) -> HttpResponse:
    bill = payments.find_bill(membership_of(request).circle, bid)
    pay, news = partial(payments.pay_bill, bill, suggested=False), partial(_news, bill=bill)
    return handle(request, lambda: bill_target(payments.bill_summary(bill), pay, news))


def bill_target(
    summary: payments.BillSummary,
    save: Callable[[MoneyTransfer, FormVersion], None],
    news: Callable[[StaleForm], list[str]],
) -> PaymentTarget:
    known, people = people_and_bank(summary.bill.circle), summary.people
    return PaymentTarget(
        title=bill_title(summary.bill),
        back=bill_url(summary.bill),
        dues=summary.dues,
        names={key: person.name for key, person in known.items() if key in people},
        revision=summary.revision,
        save=save,
        news=news,
    )


def _balance(kind: Kind, rows: Iterable[OpenDebt], known: People, own: str) -> dict[str, object]:
    """The context of the balances of one kind; ``own`` is the key of the person of this phone, if known."""
    unit, game = kind
    pairs = balances.pair_balances(rows)
    sums = balances.people_balances(rows)
    return {
        "unit": unit,
        "game": game,
        "name": kind_name(unit, game),
        "left": _sum(pairs),
        "pairs": [(payment_view(pair.transfer, unit, known), pair.months) for pair in pairs],
        "people": [(known[who], amount) for who, amount in sums.items()],
        "own": own,
        "own_gets": _sum(pair for pair in pairs if pair.payee == own),
        "own_owes": _sum(pair for pair in pairs if pair.payer == own),
    }


def _sum(pairs: Iterable[Balance]) -> Decimal:
    return sum((pair.amount for pair in pairs), Decimal())


def _cleared(clearing: Clearing, known: People) -> dict[str, object]:
    (unit, _game), transfer = balances.transfer_of(clearing)
    return {"clearing": clearing, "payment": transfer and payment_view(transfer, unit, known)}


def _kind_of(values: Mapping[str, str]) -> Kind:
    unit, game = values.get("unit", ""), values.get("game", "")
    return unit, game if game in RULESETS and not unit else ""


def clear(request: HttpRequest, cid: str) -> HttpResponse:
    """Pay the whole balance of two people."""
    membership = membership_of(request)

    def write(form_version: FormVersion) -> Clearing:
        transfer = read_transfer(request.POST.get("clear", ""))
        if transfer is None:
            raise StaleForm
        return balances.clear(membership.circle, _kind_of(request.POST.dict()), transfer, form_version)

    if made := apply(request, write).made:
        undo_toast(request, gettext("All paid."), reverse("unclear", args=(cid, made.pk)), gettext("Undo"))
    else:
        messages.warning(request, changed_words())
    return redirect("bills", cid)


def clear_part(request: HttpRequest, cid: str) -> HttpResponse:
    membership = membership_of(request)
    if transfer := _recorded_before(request, membership.circle):
        names = {key: person.name for key, person in people_and_bank(membership.circle).items()}
        messages.success(request, recorded_words(transfer, names, request.GET.get("unit", "")))
        return redirect("bills", cid)
    return handle(request, lambda: _target(request, membership))


def _recorded_before(request: HttpRequest, circle: Circle) -> MoneyTransfer | None:
    """What this form has recorded before: the balance may be paid by now.  None for any other form."""
    form_version = read_form_version(request)
    paid = circle.clearings.filter(undone_at=None)
    made = paid.filter(key=form_version.key).first() if form_version else None
    kind, transfer = balances.transfer_of(made) if made else (("", ""), None)
    if transfer is None:
        return None
    try:
        amount = AmountField(Dues({}, kind[0], transfer.amount)).clean(request.POST.get("amount", ""))
    except ValidationError:
        return None
    typed = MoneyTransfer(request.POST.get("from", ""), request.POST.get("to", ""), amount)
    return transfer if (_kind_of(request.GET.dict()), typed) == (kind, transfer) else None


def _target(request: HttpRequest, membership: Membership) -> PaymentTarget:
    circle, kind = membership.circle, _kind_of(request.GET.dict())
    pair = request.GET.get("from", ""), request.GET.get("to", "")
    balance, known = balances.find_balance(circle, kind, *pair), people_and_bank(circle)
    back = reverse("bills", args=(circle.public_id,))
    if balance is None:
        raise NothingToPay(gettext("Nothing is open between these two."), back)
    owed = {balance.payer: -balance.amount, balance.payee: balance.amount}

    def save(transfer: MoneyTransfer, form_version: FormVersion) -> None:
        shown = read_transfer(request.POST.get("shown", ""))
        if shown is None:
            raise StaleForm
        if (transfer.payer, transfer.payee) != pair:
            raise StaleForm(words=gettext("Only a payment from one to the other lowers what is open."))
        balances.clear(circle, kind, shown, form_version, transfer.amount)

    return PaymentTarget(
        title=kind_name(*kind),
        back=back,
        dues=Dues(owed, kind[0], balance.step, balance.amount),
        names={who: known[who].name for who in pair},
        revision=0,
        save=save,
        news=lambda refusal: [refusal_words(refusal)],
        parent=gettext("Open payments"),
        shown=str(balance.transfer),
    )


def unclear(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    membership = membership_of(request)
    circle = membership.circle
    if apply(request, lambda form_version: balances.undo_clearing(circle, number, form_version)).refusal:
        messages.warning(request, changed_words())
    else:
        messages.success(request, gettext("Undone: it is open again."))
    return redirect("bills", cid)
