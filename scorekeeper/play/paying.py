"""支払い: who gave whom how much, what is still to be paid, and what points are turned into for that."""

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.circles.models import Circle
from scorekeeper.scoring.closing import Debt, Final, money_debt
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.settlement import Rate, read_rate, write_rate

from .given import Balances, Given, amount_of, balances
from .idempotency import FormVersion, Hindered, StaleForm
from .models import Clearing, GameSession, RoundEdit, SettlementPaid
from .services import Change, record
from .table import Table

Action = RoundEdit.Action

MOST = 10**12
"""The largest amount that can be typed, in points and in the unit."""


@dataclass(frozen=True, slots=True)
class Dues:
    """What is still to be paid: balances by the keys of people, above zero for who gets something.

    Amounts are in ``unit`` (empty for points), in steps of ``step``, and at most ``most`` at once.
    """

    balances: Balances
    unit: str = ""
    step: Decimal = Decimal(1)
    most: Decimal = Decimal(MOST)

    def turned(self, given: Given) -> dict[str, Decimal]:
        """Whose balances a payment would turn round, and what they would be; nobody's where it just settles.

        Where it settles nothing, since who pays owes nothing and who is paid gets nothing, it is both.
        """
        payer = self.balances.get(given.payer, Decimal(0))
        payee = self.balances.get(given.payee, Decimal(0))
        after = {given.payer: payer + given.amount, given.payee: payee - given.amount}
        if payer >= 0 >= payee:
            return after
        turned = {given.payer: payer < 0 < after[given.payer], given.payee: after[given.payee] < 0 < payee}
        return {key: balance for key, balance in after.items() if turned[key]}


def dues_of(table: Table) -> Dues:
    result = balances(between_seats(table, debt) for debt in table.final.debts)
    result = {key: result[key] for key in (*table.names, *ACCOUNTS) if key in result}
    rate = table.rate
    if rate is None:
        return Dues(result)
    most = min(Decimal(MOST), MOST * rate.per_point)
    return Dues(result, rate.unit, rate.round_to, most)


def between_seats(table: Table, debt: Debt) -> Given:
    """A payment at a table by the numbers of the seats."""
    payment = table.payment(debt)
    return Given(payment["from"], payment["to"], amount_of(debt))


def payment_at(table: Table, given: Given) -> dict[str, str]:
    """A payment as forms and the history write it: with points, and money where there is a rate."""
    payer, payee = (table.names.get(key, key) for key in (given.payer, given.payee))
    if table.rate is None:
        return table.payment(Debt(payer, payee, int(given.amount), ""))
    units = Fraction(given.amount) / Fraction(table.rate.round_to)
    return table.payment(money_debt(payer, payee, int(units), table.rate))


def pay(
    session: GameSession,
    payment: dict[str, str],
    form_version: FormVersion,
    suggested: bool = True,
    clearing: Clearing | None = None,
) -> RoundEdit:
    """Tick a payment as made, by itself or with others; where it was suggested, these stay as they are.

    Raises StaleForm (also where it is not, or no more, among the suggestions) or FormUsed.
    """
    unit = str(session.rate["unit"]) if session.rate and payment["money"] else ""

    def write(_seen: int) -> None:
        table = Table(session, writes=True)
        if settled_together(session):
            raise Hindered(gettext("This table is settled together with others."))
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
    return record(session, form_version, Change(Action.PAY, after=after), write)


def settled_together(session: GameSession) -> bool:
    """Whether a session is settled with others by now, whatever it says in memory."""
    return GameSession.objects.filter(pk=session.pk, bill__isnull=False).exists()


def undo_payment(session: GameSession, number: int, form_version: FormVersion) -> RoundEdit:
    """Untick a payment; the row stays.  Raises StaleForm (also where it is not ticked) or FormUsed."""

    def write(_seen: int) -> None:
        ticked = SettlementPaid.objects.filter(session=session, pk=number, undone_at=None)
        if not ticked.update(undone_at=timezone.now(), undone_by=form_version.device):
            raise StaleForm

    return record(session, form_version, Change(Action.UNPAY, after={"payment": number}), write)


def blocking_reason(session: GameSession) -> str:
    """Why the rate cannot be changed while that is so; empty where it can."""
    if settled_together(session):
        return gettext("This table is settled together with others. Settle it separately first.")
    if session.payments.filter(undone_at=None).exists():
        return gettext(
            "Some payments are ticked as paid in the old unit. Untick them first; nothing is lost."
        )
    return ""


def final_with(table: Table, rate: Rate | None) -> Final:
    """Who would owe whom by another rate, with nothing paid."""
    return replace(table.bare, rate=rate).settle_up(table.state)


def change_rate(session: GameSession, rate: Rate | None, form_version: FormVersion) -> RoundEdit:
    """Turn points into something else from now on; raises StaleForm or FormUsed."""
    after = write_rate(rate) if rate else None

    def write(_seen: int) -> None:
        if words := blocking_reason(session):
            raise Hindered(words)
        GameSession.objects.filter(pk=session.pk).update(rate=after)

    change = Change(Action.SETTINGS, {"rate": session.rate}, {"rate": after})
    return record(session, form_version, change, write)


def last_rate(circle: Circle, game: str) -> Rate | None:
    """What points of a game were turned into at the circle's last table of it; None where they were not."""
    last = circle.sessions.filter(game=game).order_by("-started_at", "-pk").first()
    return read_rate(last.rate) if last and last.rate else None


def kept_rate(circle: Circle, game: str) -> Rate | None:
    """What points of a game were last turned into in a circle, if ever."""
    rated = circle.sessions.filter(game=game, rate__isnull=False).order_by("-started_at", "-pk").first()
    return read_rate(rated.rate) if rated else None


def has_rates(circle: Circle) -> bool:
    return circle.sessions.filter(rate__isnull=False).exists()
