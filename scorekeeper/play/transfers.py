"""The shape that payments and debts between people have in common, and how forms write it."""

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
"""Amounts that people get (above zero) or owe (below), by ``person_key``."""

_WRITTEN = re.compile(r"(bank|[0-9]{1,18}):(bank|[0-9]{1,18}):([0-9]{1,25}(?:\.[0-9]{1,9})?)")


class MoneyTransfer(NamedTuple):
    """A payment, or a debt."""

    payer: str  # a person by ``person_key``, or the number of a seat
    payee: str
    amount: Decimal  # in the unit, or in points where there is none

    def __str__(self) -> str:
        return f"{self.payer}:{self.payee}:{self.amount:f}"


def read_transfer(text: str) -> MoneyTransfer | None:
    """Read what ``str`` has written; None for any other text."""
    match = _WRITTEN.fullmatch(text)
    return MoneyTransfer(match[1], match[2], Decimal(match[3])) if match else None


def person_key(person: PersonId) -> str:
    return BANK if person is None else str(person)


def person_id(key: str) -> PersonId:
    return None if key == BANK else int(key)


def amount_of(debt: Debt) -> Decimal:
    """The amount of a payment in the unit of its table, or in points."""
    return Decimal(debt.money or debt.points)


def balances(debts: Iterable[MoneyTransfer]) -> dict[str, Decimal]:
    result: dict[str, Decimal] = {}
    for payer, payee, amount in debts:
        result[payer] = EXACT.subtract(result.get(payer, Decimal(0)), amount)
        result[payee] = EXACT.add(result.get(payee, Decimal(0)), amount)
    return result
