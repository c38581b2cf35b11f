"""The records of all games: steps, transfers, problems, the outcome of a round, the state between rounds.

Seats are named by their players; the two other accounts are ``POT`` (供託) and ``BANK``.  Points are whole
numbers and only ever move from one account to another, so the sum over all accounts never changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from math import prod
from typing import Any, Literal, NamedTuple

from .options import Value

POT = "pot"
BANK = "bank"
ACCOUNTS = (POT, BANK)

Values = Mapping[str, Any]  # numbers, names, cards, tuples of them: which ones depends on the code
"""The placeholders of a message, by name."""

NO_VALUES: Values = {}

Operation = Literal[
    "given", "sum", "difference", "product", "quotient", "round", "table", "share", "least", "most"
]
"""How a step is calculated: ``given`` by the rules or the table, arithmetic, rounded to a ``unit`` (a
quotient too), looked up in a ``table``, a ``share`` among several, the ``least`` or the ``most`` of numbers.
"""

WAY = "claim.way"
"""The code of the note of a checked claim; its values are an arithmetic expression and not a sentence."""


class Note(NamedTuple):
    """A sentence: its code in the family's messages, and the values of its placeholders."""

    code: str
    values: Values = NO_VALUES


class Step(NamedTuple):
    """One line of the calculation of a payment; the last one gives the points."""

    code: str  # of its line in the family's messages
    gives: int  # the result
    op: Operation = "given"
    of: tuple[int, ...] = ()  # the operands: earlier results, then card values and numbers of the rules
    takes: int = 0  # how many operands are earlier results: the latest that no step has used, in their order
    values: Values = NO_VALUES  # placeholders of the line, and what the operation needs (``OPERATION_KEYS``)


Steps = tuple[Step, ...]
"""A calculation; its last step gives the points."""


def with_sum(parts: Sequence[Sequence[Step]]) -> Steps:
    """The calculations one after the other, with the sum of their results where there are several."""
    numbers = tuple([part[-1].gives for part in parts])
    steps = tuple([step for part in parts for step in part])
    return (*steps, Step("sum", sum(numbers), "sum", numbers, len(numbers))) if len(numbers) > 1 else steps


class Calculation(list[Step]):
    """Steps, each of which continues from the points so far."""

    @property
    def points(self) -> int:
        return self[-1].gives

    def times(self, code: str, numbers: tuple[int, ...], values: Values = NO_VALUES) -> None:
        of = (self.points, *numbers)
        self.append(Step(code, prod(of), "product", of, 1, values))

    def plus(self, *more: Step) -> None:
        numbers = self.points, more[-1].gives
        self += [*more, Step("sum", sum(numbers), "sum", numbers, 2)]

    def times_result(self, code: str, *more: Step) -> None:
        numbers = self.points, more[-1].gives
        self += [*more, Step(code, prod(numbers), "product", numbers, 2)]

    def at_most(self, code: str, most: int) -> None:
        if self.points > most:
            self.append(Step(code, most, "least", (self.points, most), 1))


class EndStep(NamedTuple):
    """One line of the calculation of a final result: a ``Step`` in points or in money."""

    code: str
    gives: int | Decimal
    op: Operation = "given"
    of: tuple[int | Decimal, ...] = ()
    takes: int = 0
    values: Values = NO_VALUES


AnyStep = Step | EndStep


OPERATION_KEYS = ("unit", "to", "table", "among", "place")
"""Parameters of operations: the unit and direction of rounding, a table, who shares."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An objection of the rules to what the table entered; the table may overrule it."""

    code: str
    who: str = ""  # the player concerned
    values: Values = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Identifies the objection within its round, for overruling it."""
        return f"{self.code}:{self.who}"


@dataclass(frozen=True, slots=True)
class Check:
    """判定: the result of checking what a hand may claim."""

    targets: Mapping[int, Note]  # the numbers it may claim, each with its arithmetic
    problems: tuple[Problem, ...] = ()  # objections to claiming at all
    best: Note | None = None  # the arithmetic to show where the claimed number is none of the targets


@dataclass(frozen=True, slots=True)
class Transfer:
    """支払い: points from one account to another."""

    payer: str
    payee: str
    points: int  # never negative
    code: str  # the reason, in the family's messages
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    by: str  # ``rounds``, ``bust`` or ``target``
    round: int  # the last entry, counted from 1


@dataclass(frozen=True, slots=True)
class State:
    """The state of a session between two rounds: everything that scoring the next one depends on."""

    seats: tuple[str, ...]
    balances: Mapping[str, int]
    starter: str = ""  # empty: not decided
    pot: int = 0
    limited: bool = False  # whether there are starting points
    streak: Mapping[str, int] = field(default_factory=dict)  # wins in a row; a missing player has none
    claimed: Mapping[str, int] = field(default_factory=dict)  # times claimed in a row, where that counts
    deposits: Mapping[str, int] = field(default_factory=dict)  # contributions to the current pot
    bank: int = 0  # what the bank has taken in (below zero: paid out)
    joined: tuple[str, ...] = ()  # all who ever sat down, in that order
    entries: int = 0  # rounds and the events between them
    begun: bool = False  # whether a round has been played, whether it counts or not
    counted: int = 0  # entries that count towards the number of rounds of a session
    payments: int = 0  # transfers of all entries
    ended: Ended | None = None
    rules: Mapping[str, Value] = field(default_factory=dict)  # current values of house rules changed since

    @property
    def elsewhere(self) -> int:
        """Points in the pot and with the bank."""
        return self.pot + self.bank


@dataclass(frozen=True, slots=True)
class Parts:
    """役回り: who had which role in a round."""

    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by ``caller``, ``landlord`` …
    number: int | None = None  # the number that was claimed


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one round with its reasons; None means unchanged."""

    transfers: tuple[Transfer, ...] = ()
    claims: tuple[Note, ...] = ()  # checks of the claims
    remarks: tuple[Note, ...] = ()  # what was derived about the course of the round
    notes: tuple[Note, ...] = ()  # what did not count and why
    problems: tuple[Problem, ...] = ()  # all objections at once
    starter: str = ""  # of the next round; empty: not decided
    seats: tuple[str, ...] | None = None  # in the next round
    counts: bool = True  # towards the number of rounds of a session
    streak: Mapping[str, int] | None = None  # ``State.streak`` after the round
    claimed: Mapping[str, int] | None = None  # ``State.claimed`` after the round
    rules: Mapping[str, Value] | None = None  # ``State.rules`` after the round

    def change(self, accounts: Iterable[str]) -> dict[str, int]:
        """The change of points by account; ``accounts`` are among them whatever they paid."""
        change = dict.fromkeys(accounts, 0)
        for (payer, payee), points in self.flows().items():
            change[payer] = change.get(payer, 0) - points
            change[payee] = change.get(payee, 0) + points
        return change

    def flows(self) -> dict[tuple[str, str], int]:
        flows: dict[tuple[str, str], int] = {}
        for transfer in self.transfers:
            if transfer.points:
                accounts = transfer.payer, transfer.payee
                flows[accounts] = flows.get(accounts, 0) + transfer.points
        return flows
