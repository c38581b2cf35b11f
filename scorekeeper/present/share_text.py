"""The result as text for a group chat."""

from decimal import Decimal

from django.utils.translation import gettext, ngettext

from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.closing import Debt
from scorekeeper.scoring.formulas import Formulas

from .headings import about, title
from .settling import nobody_pays, pot_line
from .standings import place_of
from .words import amount_in, signed_money


def share_text(table: Table) -> str:
    """The result as text for a group chat: what was played, who came where, who pays whom."""
    final, result = table.final, table.final.result
    ranked = sorted(result.items(), key=lambda item: -item[1])
    lines = [title(table.session), about(table)]
    lines += [f"{place_of(points, result)}. {name} {_result(name, table)}" for name, points in ranked]
    lines += [pot_line(table)] if table.state.pot else []
    debts = () if table.session.bill_id else final.debts
    lines += [_payment(debt, table) for debt in debts]
    lines += [f"{_payment(table.debt(row), table)} ✓" for row in table.paid]
    lines += [nobody_pays(table)] if table.session.bill_id else []
    return "\n".join([*lines, gettext("Total 0") + " ✓"])


def _result(name: str, table: Table) -> str:
    """A result with its unit, how it comes about where it is not just the points, and its money."""
    final, besides = table.final, []
    if table.stake and table.stake.base_points:
        besides += [Formulas(gettext).of(one.points) for one in final.accounts if one.who == name]
    if final.money and table.rate:
        besides.append(signed_money(Decimal(final.money[name]), table.rate.unit))
    line, text = _points(final.result[name], signed=True), gettext(" · ").join(besides)
    return gettext("%(line)s (%(told)s)") % {"line": line, "told": text} if text else line


def _points(points: int, signed: bool = False) -> str:
    text = texts.signed(points) if signed else texts.number(points)
    return ngettext("%(points)s point", "%(points)s points", abs(points)) % {"points": text}


def _payment(debt: Debt, table: Table) -> str:
    unit = table.session.unit
    amount = amount_in(Decimal(debt.money), unit) if unit else _points(debt.points)
    payer, payee = (texts.account(name, gettext) for name in (debt.payer, debt.payee))
    return f"{payer} → {payee} {amount}"
