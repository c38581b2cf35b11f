"""残高: what two people have open between them over all tables and bills, and paying it in one go.

A balance is the sum of ``OpenDebt`` rows of one unit, or of points of one game.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import cast

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.circles.access import hash_of
from scorekeeper.circles.models import Circle, CircleChange
from scorekeeper.circles.services import log_change

from .idempotency import FormVersion, StaleForm
from .models import BillPayment, Clearing, Kind, Night, OpenDebt, SettlementPaid
from .nights import night_of
from .payments import bill_summary, common_step, pay, pay_bill, payment_at, undo_bill_payment, undo_payment
from .table import Table
from .transactions import retry_transaction
from .transfers import MoneyTransfer, balances

Action = CircleChange.Action


@dataclass(frozen=True, slots=True)
class Balance:
    """What ``payer`` owes ``payee`` in all: ``amount`` is above zero, ``rows`` come oldest first."""

    payer: str
    payee: str
    amount: Decimal
    rows: tuple[OpenDebt, ...]

    @property
    def transfer(self) -> MoneyTransfer:
        return MoneyTransfer(self.payer, self.payee, self.amount)

    @property
    def step(self) -> Decimal:
        """The smallest part that can be paid."""
        return max(common_step(row.sessions) for row in self.rows)

    @property
    def months(self) -> list[tuple[date, int, Decimal]]:
        """Each month (its first day), newest first: number of nights and sum, below zero if owed back."""
        result = []
        for first, group in groupby(reversed(self.rows), lambda row: _day(row).replace(day=1)):
            rows = list(group)
            nights = {session.night_id for row in rows for session in row.sessions}
            result.append((first, len(nights), sum(map(self.part, rows), Decimal())))
        return result

    def part(self, row: OpenDebt) -> Decimal:
        return row.transfer.amount if row.transfer.payer == self.payer else -row.transfer.amount


def open_amounts(circle: Circle) -> Mapping[Kind, Sequence[OpenDebt]]:
    """The open debts of a circle, oldest first: money by unit, then points by game."""
    rows = OpenDebt.objects.select_related("session__night", "bill__night", "bill__circle")
    of_tables = rows.filter(session__circle=circle, session__bill=None)
    of_bills = rows.filter(bill__circle=circle).prefetch_related("bill__sessions")
    result: dict[Kind, list[OpenDebt]] = defaultdict(list)
    for row in sorted([*of_tables, *of_bills], key=lambda row: (_day(row), row.pk)):
        result[row.source.kind].append(row)
    return dict(sorted(result.items(), key=lambda item: (not item[0][0], item[0])))


def _day(row: OpenDebt) -> date:
    if row.bill and row.bill.night is None:
        return night_of(row.bill.created_at)
    return cast("Night", row.source.night).day


def pair_balances(rows: Iterable[OpenDebt]) -> list[Balance]:
    """The balance of every two people, the largest first; balances of 0 are left out."""
    pairs: dict[frozenset[str], list[OpenDebt]] = defaultdict(list)
    for row in rows:
        pairs[frozenset((row.transfer.payer, row.transfer.payee))].append(row)
    result = []
    for between in pairs.values():
        sums = balances(row.transfer for row in between)
        payer, payee = sorted(sums, key=lambda who: sums[who])
        if sums[payee]:
            result.append(Balance(payer, payee, sums[payee], tuple(between)))
    return sorted(result, key=lambda one: (-one.amount, one.payer, one.payee))


def people_balances(rows: Iterable[OpenDebt]) -> dict[str, Decimal]:
    """What everybody gets (above zero) or owes in all, the largest first; 0 is left out."""
    sums = balances(row.transfer for row in rows)
    return {who: sums[who] for who in sorted(sums, key=lambda who: (-sums[who], who)) if sums[who]}


def find_balance(circle: Circle, kind: Kind, payer: str, payee: str) -> Balance | None:
    every = pair_balances(open_amounts(circle).get(kind, ()))
    return next((one for one in every if (one.payer, one.payee) == (payer, payee)), None)


@retry_transaction
def clear(
    circle: Circle,
    kind: Kind,
    transfer: MoneyTransfer,
    form_version: FormVersion,
    part: Decimal | None = None,
) -> Clearing:
    """Tick everything as paid that two people have open between them, or a ``part`` of it; once for a form.

    ``transfer`` is the balance that the form has shown.  Raises StaleForm where it has changed, and where the
    form has paid something else or was undone.
    """
    made, new = circle.clearings.get_or_create(key=form_version.key, defaults={"device": form_version.device})
    if not new:
        if made.undone_at or transfer_of(made) != (kind, transfer._replace(amount=part or transfer.amount)):
            raise StaleForm
        return made
    balance = find_balance(circle, kind, transfer.payer, transfer.payee)
    if balance is None or balance.amount != transfer.amount:
        raise StaleForm
    for number, (row, amount) in enumerate(_shares(balance, part)):
        _pay(row, amount, replace(form_version, key=hash_of(f"{form_version.key} {number}")), made)
    log_change(circle, Action.CLEAR, form_version.device, after=_columns(made))
    return made


def _shares(balance: Balance, part: Decimal | None) -> Iterable[tuple[OpenDebt, Decimal]]:
    """The rows of a balance with the amount to be paid of each; for a ``part``, of those that are owed.

    Rows with the largest steps come first, so that smaller steps can make up the rest; then the oldest.
    Raises StaleForm where the part cannot be made up.
    """
    if part is None or part >= balance.amount:
        yield from ((row, row.transfer.amount) for row in balance.rows)
        return
    owed = (row for row in balance.rows if balance.part(row) > 0)
    steps = [(common_step(row.sessions), row) for row in owed]
    for step, row in sorted(steps, key=lambda item: -item[0]):
        if share := min(part, row.transfer.amount) // step * step:
            yield row, share
            part -= share
    if part:
        words = gettext("The open amount cannot be divided that way: record this payment at its table.")
        raise StaleForm(words=words)


def _pay(row: OpenDebt, amount: Decimal, form_version: FormVersion, clearing: Clearing) -> None:
    payer, payee, owed = row.transfer
    if row.session:
        table = Table(row.session)
        numbers = {str(person): seat for seat, person in table.people.items()}
        transfer = MoneyTransfer(numbers.get(payer, payer), numbers.get(payee, payee), amount)
        own = replace(form_version, revision=row.session.revision)
        pay(row.session, payment_at(table, transfer), own, suggested=amount == owed, clearing=clearing)
    elif row.bill:
        own = replace(form_version, revision=bill_summary(row.bill).revision)
        transfer = MoneyTransfer(payer, payee, amount)
        pay_bill(row.bill, transfer, own, suggested=amount == owed, clearing=clearing)


@retry_transaction
def undo_clearing(circle: Circle, number: int, form_version: FormVersion) -> None:
    """Undo the payments of a clearing that are not undone yet; raises StaleForm where it does not exist."""
    made = _with_payments(circle.clearings.filter(pk=number).select_for_update(no_key=True)).first()
    if made is None:
        raise StaleForm
    if made.undone_at:  # a repeated form, or another phone was faster
        return
    for paid in made.payments.filter(undone_at=None).select_related("session"):
        key = hash_of(f"{form_version.key} {paid.pk}")
        own = replace(form_version, revision=paid.session.revision, key=key)
        undo_payment(paid.session, paid.pk, own)
    for payment in made.bill_payments.filter(undone_at=None).select_related("bill__circle", "bill__night"):
        undo_bill_payment(payment.bill, payment.pk, form_version.device)
    Clearing.objects.filter(pk=made.pk).update(undone_at=timezone.now(), undone_by=form_version.device)
    log_change(circle, Action.UNCLEAR, form_version.device, after=_columns(made))


def _columns(clearing: Clearing) -> dict[str, object]:
    """The columns of the log for a clearing."""
    (unit, _game), transfer = transfer_of(clearing)
    return {"cleared": f"{transfer}", "unit": unit} if transfer else {}


def transfer_of(clearing: Clearing) -> tuple[Kind, MoneyTransfer | None]:
    """The kind of a clearing, and what one person paid the other in all; None where no payment is left."""
    rows: list[SettlementPaid | BillPayment] = [*clearing.payments.all(), *clearing.bill_payments.all()]
    if not rows:
        return ("", ""), None
    sums = balances(row.transfer for row in rows)
    order = sorted(sums, key=lambda who: sums[who])
    return rows[0].kind, MoneyTransfer(order[0], order[-1], sums[order[-1]])


def last_clearings(circle: Circle, most: int) -> list[Clearing]:
    """The newest clearings of which a payment is not undone."""
    ticked = [
        model.objects.filter(undone_at=None, clearing=OuterRef("pk"))
        for model in (SettlementPaid, BillPayment)
    ]
    rows = circle.clearings.filter(Exists(ticked[0]) | Exists(ticked[1]), undone_at=None)
    return list(_with_payments(rows.select_related("device"))[:most])


def _with_payments(rows: "QuerySet[Clearing]") -> "QuerySet[Clearing]":
    of_tables, of_bills = (model.objects.filter(undone_at=None) for model in (SettlementPaid, BillPayment))
    payments, bill_payments = Prefetch("payments", of_tables), Prefetch("bill_payments", of_bills)
    return rows.prefetch_related(payments, "payments__session__seats", bill_payments, "bill_payments__bill")
