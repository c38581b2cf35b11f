"""The result as text for a group chat."""

from django.utils.translation import gettext

from scorekeeper.scoring import texts
from scorekeeper.scoring.document import Debt, Final

from .codec import Table
from .selectors import SessionHead


def share_text(head: SessionHead, final: Final, table: Table) -> str:
    """The result as text for a group chat."""
    unit = table.session.rate["unit"] if table.session.rate else ""
    ranked = sorted(final.results.result.items(), key=lambda item: -item[1])
    lines = [f"{head.title} ・ {head.game_name}"]
    lines += [f"{place}. {name} {texts.signed(points)}" for place, (name, points) in enumerate(ranked, 1)]
    lines += [f"{_payment(debt, unit)}" for debt in final.debts]
    return "\n".join([*lines, gettext("Total 0") + " ✓"])


def _payment(debt: Debt, unit: str) -> str:
    amount = f"{debt.money}{unit}" if unit else texts.number(debt.points)
    return f"{debt.payer} → {debt.payee} {amount}"
