"""精算: payments and results, ready to show."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django.utils.translation import gettext

from scorekeeper.play.bills import BillSummary
from scorekeeper.play.given import Given, amount_of
from scorekeeper.play.models import BillPayment, SettlementPaid
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.closing import Debt

from .headings import bill_title, dated
from .people import Faces
from .presenter import PersonView, Presenter
from .standings import everybody, place_of
from .words import amount_in, device_name, signed_money


@dataclass(frozen=True, slots=True)
class PaymentView:
    """Who pays whom; ``paid`` says who ticked it when, ``value`` is what the tick sends, if there is one.

    ``other`` are the fields of a form with which another amount is noted; ``part`` is what was paid already
    beside the ``amount`` that is left.
    """

    payer: PersonView
    payee: PersonView
    amount: str
    value: str = ""
    other: str = ""
    paid: SettlementPaid | BillPayment | None = None
    part: str = ""

    @property
    def by(self) -> str:
        return device_name(self.paid.device, getattr(self.paid, "holder", None)) if self.paid else ""

    @property
    def line(self) -> str:
        return f"{self.payer.name} → {self.payee.name} {self.amount}{' ✓' if self.paid else ''}"


def payments(table: Table) -> list[PaymentView]:
    """The payments, ready to show, by seats: those ticked as made and the fewest for the rest.

    What is settled together with other tables has no rest of its own.
    """
    presenter, debts = Presenter(table), () if table.session.bill_id else table.final.debts
    rows = [_payment(debt, presenter) for debt in debts]
    rows += [_payment(table.debt(row), presenter, row) for row in table.paid]
    places = {name: int(number) for name, number in table.numbers.items()}
    last = len(places)  # accounts that are nobody's

    def order(row: PaymentView) -> tuple[int, int]:
        return places.get(row.payer.name, last), places.get(row.payee.name, last)

    return sorted(rows, key=order)


def nobody_pays(table: Table) -> str:
    """Why a table has no payments, where it has none."""
    if table.session.bill_id:
        return gettext("This table is settled together with others.")
    if table.bare.points_only(table.state):
        return gettext("Points are only counted at this table: nobody pays for them.")
    return gettext("All square: nobody pays.")


def owed(debt: Given, unit: str, known: Faces) -> PaymentView:
    """What somebody is still to pay."""
    return PaymentView(known[debt.payer], known[debt.payee], amount_in(debt.amount, unit))


def bill_payments(summary: BillSummary, known: Faces) -> list[PaymentView]:
    """The payments of several evenings together: those ticked as made and the fewest for the rest."""
    rows: list[tuple[Given, BillPayment | None]] = [(debt, None) for debt in summary.plan[0]]
    rows += [(one.given, one) for one in summary.paid]
    places = {key: place for place, key in enumerate(known)}
    rows.sort(key=lambda row: (places[row[0].payer], places[row[0].payee]))
    parts: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for given, paid in rows:
        parts[given.payer, given.payee] += given.amount if paid else 0
    return [_of_bill(given, summary, known, paid, parts[given.payer, given.payee]) for given, paid in rows]


def _of_bill(
    given: Given, summary: BillSummary, known: Faces, paid: BillPayment | None, part: Decimal
) -> PaymentView:
    unit = summary.bill.unit
    fields = {"from": given.payer, "to": given.payee, "amount": f"{given.amount:f}"}
    return PaymentView(
        known[given.payer],
        known[given.payee],
        amount_in(given.amount, unit),
        str(paid.pk) if paid else str(given),
        urlencode(fields | ({"unit": unit} if summary.bill.night_id else {})),
        paid,
        amount_in(part, unit) if part and not paid else "",
    )


def bill_text(summary: BillSummary, known: Faces) -> str:
    """Several evenings together as text for a group chat."""
    lines = [bill_title(summary.bill), *(f"・{dated(session)}" for session in summary.sessions)]
    return "\n".join([*lines, *(one.line for one in bill_payments(summary, known))])


def _payment(debt: Debt, presenter: Presenter, paid: SettlementPaid | None = None) -> PaymentView:
    payment, amount, unit = presenter.table.payment(debt), amount_of(debt), presenter.table.session.unit
    fields = {"from": payment["from"], "to": payment["to"], "amount": f"{amount:f}"}
    return PaymentView(
        presenter.person(debt.payer),
        presenter.person(debt.payee),
        amount_in(amount, unit),
        str(paid.pk) if paid else ":".join(payment.values()),
        urlencode(fields),
        paid,
    )


@dataclass(frozen=True, slots=True)
class ResultView:
    """順位: a line of the final standing: the result, the points and base points behind it, top bonus, money.

    ``points`` is None where the result is just the points; they are those with the pot given out.
    """

    place: int
    person: PersonView
    result: int
    points: int | None
    base: int
    bonus: int
    money: str


def results(table: Table) -> list[ResultView]:
    """順位: everybody's result, best first."""
    final, points = table.final, table.bare.final_balances(table.state)
    base, unit = table.stake.base_points if table.stake else 0, table.session.unit
    result, accounts = final.result, {one.who: one for one in final.accounts}
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
    """供託: who gets what is left in the pot; empty where nothing is."""
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
