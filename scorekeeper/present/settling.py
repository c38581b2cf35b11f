"""精算: payments and results as view data, and as text for a group chat."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django.utils.translation import gettext, ngettext

from scorekeeper.play.models import BillPayment, SettlementPaid
from scorekeeper.play.payments import BillSummary, between_seats
from scorekeeper.play.table import Table
from scorekeeper.play.transfers import MoneyTransfer
from scorekeeper.scoring import texts
from scorekeeper.scoring.closing import Debt
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.formulas import Formulas

from .presenter import People, PersonView, Presenter
from .standings import everybody, place_of
from .words import (
    amount_in,
    bill_title,
    dated_title,
    device_name,
    in_brackets,
    session_line,
    signed_money,
    title,
)

Row = SettlementPaid | BillPayment


@dataclass(frozen=True, slots=True)
class PaymentView:
    payer: PersonView
    payee: PersonView
    transfer: MoneyTransfer
    unit: str
    value: str = ""  # what the form sends to mark an open payment as paid
    paid: Row | None = None  # None for an open payment
    part: Decimal = Decimal()  # already paid between the two

    @property
    def amount(self) -> str:
        return amount_in(self.transfer.amount, self.unit)

    @property
    def other(self) -> str:
        """The query string of the form in which another amount is entered."""
        payer, payee, amount = self.transfer
        fields = {"from": payer, "to": payee, "amount": f"{amount:f}", "unit": self.unit}
        return urlencode({key: value for key, value in fields.items() if value})

    @property
    def by(self) -> str:
        return device_name(self.paid.device, getattr(self.paid, "holder", None)) if self.paid else ""

    @property
    def line(self) -> str:
        return f"{self.payer.name} → {self.payee.name} {self.amount}{' ✓' if self.paid else ''}"


def payments(table: Table) -> list[PaymentView]:
    """The payments of a table, by seats: those marked as paid, and the fewest for the rest.

    A table in a combined settlement has no rest of its own.
    """
    unit, known = table.session.unit, _seats(table)
    debts = () if table.session.bill_id else table.final.debts
    rows = [
        payment_view(between_seats(table, debt), unit, known, ":".join(table.payment(debt).values()))
        for debt in debts
    ]
    rows += [payment_view(between_seats(table, table.debt(row)), unit, known, paid=row) for row in table.paid]
    return _in_order(rows, known)


def ways(table: Table, debts: Iterable[Debt], unit: str) -> list[PaymentView]:
    known = _seats(table)
    return [payment_view(between_seats(table, debt), unit, known) for debt in debts]


def _seats(table: Table) -> People:
    """The people of a table by seat, and the accounts."""
    presenter = Presenter(table)
    names = table.names | dict(zip(ACCOUNTS, ACCOUNTS, strict=True))
    return {key: presenter.person(name) for key, name in names.items()}


def nobody_pays(table: Table) -> str:
    if table.session.bill_id:
        return gettext("This table is settled together with others.")
    if table.bare.points_only(table.state):
        return gettext("Points are only counted at this table: nobody pays for them.")
    return gettext("All square: nobody pays.")


def payment_view(
    transfer: MoneyTransfer,
    unit: str,
    known: People,
    value: str = "",
    paid: Row | None = None,
    part: Decimal = Decimal(),
) -> PaymentView:
    return PaymentView(known[transfer.payer], known[transfer.payee], transfer, unit, value, paid, part)


def bill_payments(summary: BillSummary, known: People) -> list[PaymentView]:
    """The payments of a combined settlement: those marked as paid, and the fewest for the rest."""
    unit, parts = summary.bill.unit, defaultdict[tuple[str, str], Decimal](Decimal)
    for row in summary.paid:
        parts[row.transfer[:2]] += row.transfer.amount
    rows = [payment_view(debt, unit, known, str(debt), part=parts[debt[:2]]) for debt in summary.plan[0]]
    rows += [payment_view(row.transfer, unit, known, paid=row) for row in summary.paid]
    return _in_order(rows, known)


def _in_order(rows: Iterable[PaymentView], known: People) -> list[PaymentView]:
    places = {key: place for place, key in enumerate(known)}
    return sorted(rows, key=lambda row: (places[row.transfer.payer], places[row.transfer.payee]))


def bill_text(summary: BillSummary, known: People) -> str:
    lines = [bill_title(summary.bill), *(f"・{dated_title(session)}" for session in summary.sessions)]
    return "\n".join([*lines, *(payment.line for payment in bill_payments(summary, known))])


@dataclass(frozen=True, slots=True)
class ResultView:
    """順位: a row of the final standing."""

    place: int
    person: PersonView
    result: int
    points: int | None  # with the pot given out; None if the result is just the points
    base: int  # the base points
    bonus: int  # the top bonus
    money: str


def results(table: Table) -> list[ResultView]:
    final, points = table.final, table.bare.final_balances(table.state)
    base, unit = table.stake.base_points if table.stake else 0, table.session.unit
    result, accounts = final.result, {account.who: account for account in final.accounts}
    presenter = Presenter(table)
    rows = [
        ResultView(
            place=place_of(result[name], result),
            person=presenter.person(name),
            result=result[name],
            points=points[name] if base else None,
            base=base,
            bonus=accounts[name].bonus,
            money=signed_money(Decimal(accounts[name].money), unit) if table.rate else "",
        )
        for name in everybody(table)
    ]
    return sorted(rows, key=lambda row: -row.result)


def pot_line(table: Table) -> str:
    """供託: who gets what is left in the pot; empty if it is empty."""
    state = table.state
    if not state.pot:
        return ""
    given = table.bare.final_balances(state)
    shares = [(name, given[name] - points) for name, points in state.balances.items()]
    who = gettext(", ").join(f"{name} {texts.signed(points)}" for name, points in shares if points)
    words = {"points": texts.number(state.pot), "who": who}
    if table.options.traits.returns_pot:
        return gettext("Left in the pot: %(points)s. It goes back to those who put it in: %(who)s.") % words
    return gettext("Left in the pot: %(points)s. It goes to the first place: %(who)s.") % words


def share_text(table: Table) -> str:
    """The result as text for a group chat: the game, the places and the payments."""
    final, result = table.final, table.final.result
    ranked = sorted(result.items(), key=lambda item: -item[1])
    lines = [title(table.session), session_line(table)]
    lines += [f"{place_of(points, result)}. {name} {_result(name, table)}" for name, points in ranked]
    lines += [pot_line(table)] if table.state.pot else []
    debts = () if table.session.bill_id else final.debts
    lines += [_payment(debt, table) for debt in debts]
    lines += [f"{_payment(table.debt(row), table)} ✓" for row in table.paid]
    lines += [nobody_pays(table)] if table.session.bill_id else []
    return "\n".join([*lines, gettext("Total 0") + " ✓"])


def _result(name: str, table: Table) -> str:
    """A result in points, with its formula if it is not just the points, and its money."""
    final, details = table.final, []
    if table.stake and table.stake.base_points:
        details += [Formulas(gettext).of(account.points) for account in final.accounts if account.who == name]
    if final.money and table.rate:
        details.append(signed_money(Decimal(final.money[name]), table.rate.unit))
    return in_brackets(_points(final.result[name], signed=True), gettext(" · ").join(details))


def _points(points: int, signed: bool = False) -> str:
    text = texts.signed(points) if signed else texts.number(points)
    return ngettext("%(points)s point", "%(points)s points", abs(points)) % {"points": text}


def _payment(debt: Debt, table: Table) -> str:
    unit = table.session.unit
    amount = amount_in(Decimal(debt.money), unit) if unit else _points(debt.points)
    payer, payee = (texts.account(name, gettext) for name in (debt.payer, debt.payee))
    return f"{payer} → {payee} {amount}"
