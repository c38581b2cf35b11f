"""What every game shares: steps, transfers, problems, the outcome of a round, and the state between rounds.

Seats are named by their players; the two other accounts are ``POT`` (供託) and ``BANK``.  Points are whole
numbers and only ever move from one account to another, so the sum over all accounts never changes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from .options import Value

POT = "pot"
BANK = "bank"
ACCOUNTS = (POT, BANK)

Values = Mapping[str, Any]  # numbers, names, cards, rows of them: each sentence knows its own
"""What the sentence of a code speaks of, by name."""

NO_VALUES: Values = {}

Operation = Literal[
    "given", "sum", "difference", "product", "quotient", "round", "table", "share", "least", "most"
]
"""How a step comes to its result: ``given`` by the rules or the table, worked out, rounded to a ``unit`` (a
quotient too), looked up in a ``table``, a ``share`` among several, the ``least`` or the ``most`` of numbers.
"""


WAY = "claim.way"
"""The code of a claim that was checked; its values are arithmetic and not a sentence."""


class Note(NamedTuple):
    """A sentence: its code in the family's messages, and what it speaks of."""

    code: str
    values: Values = NO_VALUES


class Step(NamedTuple):
    """One line of a payment: ``op`` makes ``gives`` out of the numbers ``of``; the last one gives the points.

    The first ``takes`` numbers are the latest results that no step has used up so far, in their order; the
    others are values of cards and numbers of the rules.  ``code`` is that of its line in the family's
    messages, ``values`` what that speaks of besides, and what the operation needs (``KEYS``).
    """

    code: str
    gives: int
    op: Operation = "given"
    of: tuple[int, ...] = ()
    takes: int = 0
    values: Values = NO_VALUES


class EndStep(NamedTuple):
    """One line of what somebody comes out with in the end: a step as of a payment, in points or in money."""

    code: str
    gives: int | Decimal
    op: Operation = "given"
    of: tuple[int | Decimal, ...] = ()
    takes: int = 0
    values: Values = NO_VALUES


AnyStep = Step | EndStep


KEYS = ("unit", "to", "table", "among", "place")
"""What operations need besides numbers: the unit and direction of rounding, a table, who shares."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An objection of the rules to what the table entered; the table may overrule it.

    ``who`` is the player concerned, or empty.
    """

    code: str
    who: str = ""
    values: Values = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What tells it from the other objections to a round when the table overrules it."""
        return f"{self.code}:{self.who}"


@dataclass(frozen=True, slots=True)
class Check:
    """判定: the numbers that a hand may claim with the way to each, and objections to claiming at all.

    ``best`` is the way to show where the claimed number is none of the targets.
    """

    targets: Mapping[int, Note]
    problems: tuple[Problem, ...] = ()
    best: Note | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """支払い: ``points`` (never negative) from ``payer`` to ``payee``, why, and how they were worked out."""

    payer: str
    payee: str
    points: int
    code: str
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """Why the session is over (``rounds`` or ``bust``) and after which entry, counted from 1."""

    by: str
    round: int


@dataclass(frozen=True, slots=True)
class State:
    """What the rounds so far leave to the next: all that goes on from them goes by.

    ``limited`` tells whether there are starting points, ``streak`` how often in a row each has won (those not
    named: not at all), ``deposits`` who put how much into the ``pot`` that nobody has won yet.  ``bank`` is
    what the bank has taken in (below zero: paid out), ``joined`` are all who ever sat down, in that order.
    ``entries`` are the rounds so far with everything between them, ``counted`` those of them that a session
    of so many counts, ``payments`` all their transfers; ``ended`` tells whether the session was over by then.
    ``rules`` are the house rules that were changed since the start, as they are set now.
    """

    seats: tuple[str, ...]
    balances: Mapping[str, int]
    starter: str = ""
    pot: int = 0
    limited: bool = False
    streak: Mapping[str, int] = field(default_factory=dict)
    deposits: Mapping[str, int] = field(default_factory=dict)
    bank: int = 0
    joined: tuple[str, ...] = ()
    entries: int = 0
    counted: int = 0
    payments: int = 0
    ended: Ended | None = None
    rules: Mapping[str, Value] = field(default_factory=dict)

    @property
    def elsewhere(self) -> int:
        """Points that lie with nobody at the table: in the pot, or with the bank."""
        return self.pot + self.bank


@dataclass(frozen=True, slots=True)
class Parts:
    """役回り: who had which parts in a round (``caller``, ``victim``, ``winner``, ``landlord`` …).

    ``number`` is the number that was claimed, None where none was.
    """

    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one round with its reasons.

    ``claims`` are the checks of the claims, ``remarks`` tell how the round came about, ``notes`` what did not
    count and why, ``problems`` are all objections at once.  ``starter`` begins the next round (empty: not
    decided); ``seats`` sit there then (None: as before).  ``counts`` tells whether it is one of the rounds
    that a session of so many counts; ``streak`` is that of the next round (None: as before), and so are
    ``rules``, those that were changed since the start.
    """

    transfers: tuple[Transfer, ...] = ()
    claims: tuple[Note, ...] = ()
    remarks: tuple[Note, ...] = ()
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    starter: str = ""
    seats: tuple[str, ...] | None = None
    counts: bool = True
    streak: Mapping[str, int] | None = None
    rules: Mapping[str, Value] | None = None

    def change(self, accounts: Iterable[str]) -> dict[str, int]:
        """Points won (+) or lost (−) by each of ``accounts``."""
        change = dict.fromkeys(accounts, 0)
        for transfer in self.transfers:
            if transfer.points:
                change[transfer.payer] = change.get(transfer.payer, 0) - transfer.points
                change[transfer.payee] = change.get(transfer.payee, 0) + transfer.points
        return change

    def flows(self) -> dict[tuple[str, str], int]:
        """Points that went from one account to another, once for each payer and payee."""
        flows: dict[tuple[str, str], int] = {}
        for transfer in self.transfers:
            if transfer.points:
                way = transfer.payer, transfer.payee
                flows[way] = flows.get(way, 0) + transfer.points
        return flows
