"""The result as text for a group chat."""

from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import Debt, Final

from .codec import Table
from .present import ACCOUNT_NAMES
from .selectors import SessionHead, place_of


def share_text(head: SessionHead, final: Final, table: Table) -> str:
    """The result as text for a group chat."""
    unit = table.session.rate["unit"] if table.session.rate else ""
    result = final.results.result
    ranked = sorted(result.items(), key=lambda item: -item[1])
    lines = [f"{head.title} ・ {head.game_name}"]
    lines += [f"{place_of(points, result)}. {name} {texts.signed(points)}" for name, points in ranked]
    lines += [_payment(debt, unit) for debt in final.debts]
    return "\n".join([*lines, gettext("Total 0") + " ✓"])


def _payment(debt: Debt, unit: str) -> str:
    amount = f"{debt.money}{unit}" if unit else texts.number(debt.points)
    payer, payee = (str(ACCOUNT_NAMES.get(name, name)) for name in (debt.payer, debt.payee))
    return f"{payer} → {payee} {amount}"
