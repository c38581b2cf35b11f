"""支払い: payments at tables, bills (まとめて精算) and their payments, and rates.

A bill settles several ended tables together.  A change of it is one transaction that locks the rows of its
sessions, and then the bill.  What is owed follows from the tables, also after later corrections, and from the
bill's own payments.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import gcd

from django.db.models import Exists, OuterRef, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.circles.models import Circle, CircleChange, Device
from scorekeeper.circles.services import log_change
from scorekeeper.scoring.closing import Debt, money_debt
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.settlement import Rate, read_rate, write_rate

from .debts import Debts, balances_of, fewest, store_bill_debts
from .idempotency import ChangeBlocked, FormVersion, StaleForm
from .models import (
    Bill,
    BillPayment,
    Clearing,
    GameSession,
    Night,
    OpenDebt,
    RoundEdit,
    Seat,
    SettlementPaid,
    holder_of,
)
from .services import Change, record
from .table import Table
from .transactions import retry_transaction
from .transfers import Balances, MoneyTransfer, amount_of, balances, person_id

MOST = 10**12
"""The largest amount that can be typed, in points and in the unit."""


@dataclass(frozen=True, slots=True)
class Dues:
    """Open balances, and the bounds of a payment."""

    balances: Balances
    unit: str = ""  # empty for points
    step: Decimal = Decimal(1)
    most: Decimal = Decimal(MOST)  # in one payment

    def reversed_by(self, transfer: MoneyTransfer) -> dict[str, Decimal]:
        """The new balances of those whose balance a payment would turn from owing to getting, or back.

        Both, where the payer owes nothing and the payee gets nothing.
        """
        amount = transfer.amount
        payer = self.balances.get(transfer.payer, Decimal(0))
        payee = self.balances.get(transfer.payee, Decimal(0))
        after = {transfer.payer: payer + amount, transfer.payee: payee - amount}
        if payer >= 0 >= payee:
            return after
        turns = {transfer.payer: payer < 0 < payer + amount, transfer.payee: payee - amount < 0 < payee}
        return {key: balance for key, balance in after.items() if turns[key]}


def dues_of(table: Table) -> Dues:
    result = balances(between_seats(table, debt) for debt in table.final.debts)
    result = {key: result[key] for key in (*table.names, *ACCOUNTS) if key in result}
    rate = table.rate
    if rate is None:
        return Dues(result)
    most = min(Decimal(MOST), MOST * rate.per_point)
    return Dues(result, rate.unit, rate.round_to, most)


def between_seats(table: Table, debt: Debt) -> MoneyTransfer:
    """A payment at a table, by seat numbers."""
    payment = table.payment(debt)
    return MoneyTransfer(payment["from"], payment["to"], amount_of(debt))


def payment_at(table: Table, transfer: MoneyTransfer) -> dict[str, str]:
    """A payment as ``Table.payment`` writes it: with points, and with money where there is a rate."""
    payer, payee = (table.names.get(key, key) for key in (transfer.payer, transfer.payee))
    if table.rate is None:
        return table.payment(Debt(payer, payee, int(transfer.amount), ""))
    units = Fraction(transfer.amount) / Fraction(table.rate.round_to)
    return table.payment(money_debt(payer, payee, int(units), table.rate))


def pay(
    session: GameSession,
    payment: dict[str, str],
    form_version: FormVersion,
    suggested: bool = True,
    clearing: Clearing | None = None,
) -> RoundEdit:
    """Tick a payment as made; raises StaleForm, also where a ``suggested`` one is not suggested any more."""
    unit = str(session.rate["unit"]) if session.rate and payment["money"] else ""

    def write(_seen: int) -> None:
        table = Table(session, writes=True)
        if settled_together(session):
            raise ChangeBlocked(gettext("This table is settled together with others."))
        if suggested and payment not in map(table.payment, table.final.debts):
            raise StaleForm
        SettlementPaid.objects.create(
            session=session,
            payer=payment["from"],
            payee=payment["to"],
            points=int(payment["points"]),
            money=payment["money"],
            unit=unit,
            device=form_version.device,
            clearing=clearing,
        )

    after = payment | ({"unit": unit} if unit else {})
    return record(session, form_version, Change(RoundEdit.Action.PAY, after=after), write)


def settled_together(session: GameSession) -> bool:
    """Whether a session has a bill by now; reads the database."""
    return GameSession.objects.filter(pk=session.pk, bill__isnull=False).exists()


def undo_payment(session: GameSession, number: int, form_version: FormVersion) -> RoundEdit:
    """Untick a payment; raises StaleForm, also where it is not ticked."""

    def write(_seen: int) -> None:
        ticked = SettlementPaid.objects.filter(session=session, pk=number, undone_at=None)
        if not ticked.update(undone_at=timezone.now(), undone_by=form_version.device):
            raise StaleForm

    return record(session, form_version, Change(RoundEdit.Action.UNPAY, after={"payment": number}), write)


def blocking_reason(session: GameSession) -> str:
    if settled_together(session):
        return gettext("This table is settled together with others. Settle it separately first.")
    if session.payments.filter(undone_at=None).exists():
        return gettext(
            "Some payments are ticked as paid in the old unit. Untick them first; nothing is lost."
        )
    return ""


def change_rate(session: GameSession, rate: Rate | None, form_version: FormVersion) -> RoundEdit:
    after = write_rate(rate) if rate else None

    def write(_seen: int) -> None:
        if words := blocking_reason(session):
            raise ChangeBlocked(words)
        GameSession.objects.filter(pk=session.pk).update(rate=after)

    change = Change(RoundEdit.Action.SETTINGS, {"rate": session.rate}, {"rate": after})
    return record(session, form_version, change, write)


def last_rate(circle: Circle, game: str, ever: bool = False) -> Rate | None:
    """The rate of the circle's last table of a game; with ``ever``, of the last such table that had one."""
    tables = circle.sessions.filter(game=game).order_by("-started_at", "-pk")
    last = (tables.filter(rate__isnull=False) if ever else tables).first()
    return read_rate(last.rate) if last and last.rate else None


def has_rates(circle: Circle) -> bool:
    return circle.sessions.filter(rate__isnull=False).exists()


MOST_SESSIONS = 200
"""How many sessions one bill holds at most."""


@dataclass(frozen=True)
class BillSummary:
    """The current state of a bill; the bill of a night is not saved before its first payment."""

    bill: Bill
    sessions: tuple[GameSession, ...]  # oldest first
    balances: Balances

    @cached_property
    def revision(self) -> int:
        """Rises with every change of the bill and of its sessions."""
        return self.bill.revision + sum(session.revision for session in self.sessions)

    @cached_property
    def plan(self) -> tuple[Debts, bool]:
        """The fewest payments for what is left, and whether fewer are proved impossible."""
        return fewest(self.balances)

    @cached_property
    def paid(self) -> Sequence[BillPayment]:
        """The payments that are not undone, in order."""
        if not self.bill.pk:
            return []
        ticked = self.bill.payments.filter(undone_at=None).select_related("device")
        return list(ticked.annotate(holder=holder_of("device", "bill__circle")))

    @property
    def all_paid(self) -> bool:
        return bool(self.paid) and not self.plan[0]

    @property
    def dues(self) -> Dues:
        return Dues(self.balances, self.bill.unit, common_step(self.sessions))

    @property
    def people(self) -> set[str]:
        """The keys of everybody with a seat or a balance."""
        seats = Seat.objects.filter(session__in=self.sessions)
        return {*map(str, seats.values_list("player_id", flat=True)), *self.balances}


def common_step(sessions: Iterable[GameSession]) -> Decimal:
    """The greatest common divisor of the steps of some sessions; 1 for points."""
    steps = [read_rate(session.rate).round_to for session in sessions if session.rate]
    if not steps:
        return Decimal(1)
    places = max(0, *(-int(step.as_tuple().exponent) for step in steps))
    return Decimal(gcd(*(int(step.scaleb(places)) for step in steps))).scaleb(-places)


def bill_summary(bill: Bill) -> BillSummary:
    sessions = tuple(bill.sessions.select_related("night").order_by("started_at", "pk"))
    return BillSummary(bill, sessions, balances_of(bill, sessions))


def open_sessions(circle: Circle) -> "QuerySet[GameSession]":
    """The ended sessions of a circle with open debts and without a bill, newest first."""
    owing = Exists(OpenDebt.objects.filter(session=OuterRef("pk")))
    return circle.sessions.filter(owing, bill=None).select_related("night")


def find_bill(circle: Circle, public_id: str) -> Bill:
    """A bill of a circle, dissolved or not; raises Http404."""
    bills = circle.bills.select_related("circle", "created_by", "night")
    return get_object_or_404(bills, public_id=public_id)


@retry_transaction
def make_bill(circle: Circle, chosen: Collection[str], device: Device | None, form: str) -> Bill:
    """Settle the sessions with these public ids together, once for a form (its hash).

    Raises StaleForm where one of them is running or has a bill, or their kinds differ.
    """
    free = circle.sessions.filter(public_id__in=chosen, bill=None, ended_at__isnull=False)
    sessions = list(free.order_by("pk").select_for_update(no_key=True))
    if done := circle.bills.filter(form_hash=form).first():  # read after waiting for the locks
        return done
    kinds = {session.kind for session in sessions}
    if len(sessions) != len(set(chosen)) or len(kinds) != 1 or len(sessions) > MOST_SESSIONS:
        raise StaleForm
    [(unit, game)] = kinds
    bill = Bill.objects.create(circle=circle, unit=unit, game=game, created_by=device, form_hash=form)
    GameSession.objects.filter(pk__in=[session.pk for session in sessions]).update(bill=bill)
    store_bill_debts(bill)
    log_change(
        circle, CircleChange.Action.BILL, device, after={"bill": bill.public_id, "tables": len(sessions)}
    )
    return bill


@retry_transaction
def pay_bill(
    bill: Bill,
    transfer: MoneyTransfer,
    form_version: FormVersion,
    suggested: bool = True,
    clearing: Clearing | None = None,
) -> None:
    """``pay`` for a bill."""
    _lock(bill)
    done = bill.payments.filter(key=form_version.key).first()
    if done and done.transfer == transfer:
        return
    summary = bill_summary(bill)
    if done or summary.revision != form_version.revision or (suggested and transfer not in summary.plan[0]):
        raise StaleForm
    row = BillPayment.objects.create(
        bill=bill,
        payer_id=person_id(transfer.payer),
        payee_id=person_id(transfer.payee),
        amount=f"{transfer.amount:f}",
        key=form_version.key,
        device=form_version.device,
        clearing=clearing,
    )
    _changed(bill, CircleChange.Action.PAY, form_version.device, row)


@retry_transaction
def undo_bill_payment(bill: Bill, number: int, device: Device | None) -> None:
    """Untick a payment of a bill; raises StaleForm where another device did so before.

    The bill of a night is dissolved with its last payment, so that its tables can be reopened.
    """
    _lock(bill)
    row = bill.payments.filter(pk=number).first()
    if row and row.undone_at and row.undone_by == device:  # the form came twice
        return
    if row is None or row.undone_at:
        raise StaleForm
    row.undone_at, row.undone_by = timezone.now(), device
    row.save(update_fields=["undone_at", "undone_by"])
    _changed(bill, CircleChange.Action.UNPAY, device, row)
    if bill.night_id and not bill.payments.filter(undone_at=None).exists():
        split_bill(bill, device)


def night_summaries(night: Night) -> list[BillSummary]:
    """One summary a unit for the ended tables of a night that have a rate.

    Tables in a bill with tables of other nights are left out.
    """
    bills = {bill.unit: bill for bill in night.bills.filter(dissolved_at=None)}
    held = GameSession.objects.filter(bill__in=bills.values())
    sessions: dict[str, list[GameSession]] = {unit: [] for unit in bills}
    for session in (_free(night) | held).select_related("night").order_by("started_at", "pk"):
        sessions.setdefault(session.unit, []).append(session)
    summaries = []
    for unit, rows in sorted(sessions.items()):
        bill = bills.get(unit) or Bill(circle=night.circle, night=night, unit=unit)
        summaries.append(BillSummary(bill, tuple(rows), balances_of(bill, rows)))
    return summaries


def _free(night: Night) -> "QuerySet[GameSession]":
    return GameSession.objects.filter(night=night, ended_at__isnull=False, bill=None, rate__isnull=False)


@retry_transaction
def pay_night(
    night: Night, unit: str, transfer: MoneyTransfer, form_version: FormVersion, suggested: bool = True
) -> None:
    """Tick a payment of a night as made; its ended tables are settled by one bill from then on."""
    free = _free(night).order_by("pk").select_for_update(no_key=True)
    joining = [session.pk for session in free if session.unit == unit]
    paid = BillPayment.objects.filter(bill__night=night, key=form_version.key)
    if done := paid.select_related("bill__circle").first():  # a repeated form: no table joins
        if done.bill.dissolved_at is None:  # else the payment was undone
            pay_bill(done.bill, transfer, form_version, suggested)
        return
    columns = {"circle": night.circle, "created_by": form_version.device}
    bill, made = night.bills.get_or_create(unit=unit, dissolved_at=None, defaults=columns)
    GameSession.objects.filter(pk__in=joining).update(bill=bill)
    if made:
        after = {"bill": bill.public_id, "tables": len(joining)}
        log_change(night.circle, CircleChange.Action.BILL, form_version.device, after=after)
    pay_bill(bill, transfer, form_version, suggested)


def _changed(bill: Bill, action: CircleChange.Action, device: Device | None, row: BillPayment) -> None:
    bill.revision += 1
    bill.save(update_fields=["revision"])
    store_bill_debts(bill)
    log_change(bill.circle, action, device, after={"bill": bill.public_id, "payment": row.pk})


@retry_transaction
def split_bill(bill: Bill, device: Device | None, public_id: str | None = None) -> None:
    """Take all sessions out of a bill, or one of them; an empty bill is dissolved.

    Raises StaleForm where the bill has payments.
    """
    _lock(bill)
    sessions = [one for one in bill.sessions.all() if public_id in (None, one.public_id)]
    if not sessions:
        return
    if bill.payments.filter(undone_at=None).exists():
        raise StaleForm(words=gettext("Undo the payments first; then the tables can be split up."))
    GameSession.objects.filter(pk__in=[session.pk for session in sessions]).update(bill=None)
    # ``BillSummary.revision`` must not fall to a value that a form has seen.
    bill.revision += sum(session.revision for session in sessions) + 1
    if not bill.sessions.exists():
        bill.dissolved_at, bill.dissolved_by = timezone.now(), device
    bill.save(update_fields=["revision", "dissolved_at", "dissolved_by"])
    store_bill_debts(bill)
    log_change(
        bill.circle,
        CircleChange.Action.UNBILL,
        device,
        after={"bill": bill.public_id, "tables": len(sessions)},
    )


@retry_transaction
def rescore_bill(bill: Bill) -> None:
    _lock(bill)
    store_bill_debts(bill)


def _lock(bill: Bill) -> None:
    """Lock the sessions of a bill, then the bill, and refresh it."""
    list(bill.sessions.order_by("pk").select_for_update(no_key=True).values_list("pk"))
    locked = Bill.objects.select_for_update(no_key=True)
    bill.refresh_from_db(fields=["revision", "dissolved_at", "dissolved_by"], from_queryset=locked)
