"""The result as text for a group chat."""

from django.utils.translation import gettext

from scorekeeper.play.table import Table
from scorekeeper.scoring import formulas, texts
from scorekeeper.scoring.document import Debt

from .heads import SessionHead
from .settling import pot_line
from .standings import place_of
from .words import in_unit


def share_text(head: SessionHead, table: Table) -> str:
    """The result as text for a group chat."""
    final, result = table.final, table.final.results.result
    ranked = sorted(result.items(), key=lambda item: -item[1])
    lines = [gettext(" · ").join((head.title, head.game_name))]
    lines += [f"{place_of(points, result)}. {name} {_result(name, table)}" for name, points in ranked]
    lines += [pot_line(table)] if table.state.pot else []
    lines += [_payment(debt, table) for debt in final.debts]
    lines += [f"{_payment(table.debt(row), table)} ✓" for row in table.paid]
    return "\n".join([*lines, gettext("Total 0") + " ✓"])


def _result(name: str, table: Table) -> str:
    """A result, and how it comes about where it is not just the points."""
    results = table.final.results
    told = texts.signed(results.result[name])
    if not table.stake or not table.stake.base_points:
        return told
    points, bonus = table.bare.final_balances(table.state)[name], results.bonus.get(name, 0)
    how = formulas.result(points, table.stake.base_points, bonus, gettext)
    return gettext("%(line)s (%(told)s)") % {"line": told, "told": how}


def _payment(debt: Debt, table: Table) -> str:
    amount = in_unit(debt.money, table) or texts.number(debt.points)
    payer, payee = (texts.account(name, gettext) for name in (debt.payer, debt.payee))
    return f"{payer} → {payee} {amount}"
