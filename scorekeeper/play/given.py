"""Who gives whom how much: the one shape of payments and debts between people, and how it is written."""

import re
from decimal import Decimal
from typing import NamedTuple

from scorekeeper.scoring.core import BANK

PersonId = int | None
"""The key of a person; None is the bank."""

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
