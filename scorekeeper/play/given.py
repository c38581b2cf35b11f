"""Who gives whom how much: the one shape of payments and debts between people, and how it is written."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from scorekeeper.scoring.closing import Debt
from scorekeeper.scoring.core import BANK
from scorekeeper.scoring.settlement import EXACT

PersonId = int | None
"""The key of a person; None is the bank."""
Balances = Mapping[str, Decimal]
"""What everybody gets (above zero) or owes (below), by keys."""

_WRITTEN = re.compile(r"(bank|[0-9]{1,18}):(bank|[0-9]{1,18}):([0-9]{1,25}(?:\.[0-9]{1,9})?)")


class Given(NamedTuple):
    """``payer`` and ``payee`` are people by ``person_key``, or seats by their numbers.

    The ``amount`` is in the unit, or in points where there is none.
    """

    payer: str
    payee: str
    amount: Decimal

    def __str__(self) -> str:
        return f"{self.payer}:{self.payee}:{self.amount:f}"


def read_given(text: str) -> Given | None:
    """What the tick of a suggestion sends; None for anything else."""
    match = _WRITTEN.fullmatch(text)
    return Given(match[1], match[2], Decimal(match[3])) if match else None


def person_key(person: PersonId) -> str:
    return BANK if person is None else str(person)


def person_id(key: str) -> PersonId:
    return None if key == BANK else int(key)


def amount_of(debt: Debt) -> Decimal:
    """The amount of a payment in the unit of its table, or in points."""
    return Decimal(debt.money or debt.points)


def balances(debts: Iterable[Given]) -> dict[str, Decimal]:
    """What everybody gets (above zero) or owes, from who pays whom how much."""
    result: dict[str, Decimal] = {}
    for payer, payee, amount in debts:
        result[payer] = EXACT.subtract(result.get(payer, Decimal(0)), amount)
        result[payee] = EXACT.add(result.get(payee, Decimal(0)), amount)
    return result
