"""Starting points, rate, money, and who pays whom.

`money` turns results into amounts of a unit, rounded without breaking the sum; `fewest_payments` turns
amounts into the smallest possible list of payments.  `closing` makes results of points by the stake.

Everybody is named by a string; the order of a mapping is the seat order, and it decides every tie.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Context, Decimal, Inexact, InvalidOperation
from fractions import Fraction
from math import floor
from typing import Final, Literal

from .errors import ReadError
from .facts import FLAG, FactKind, choice, fact, record, required, text, whole, write_record
from .reading import LARGEST, Json, read_decimal

GAP_TIMES_PLAYERS: Final = "gap_times_players"
GAP_ONCE: Final = "gap_once"
NO_BONUS: Final = "none"
TopBonus = Literal["gap_times_players", "gap_once", "none"]
TOP_BONUSES: Final[tuple[TopBonus, ...]] = (GAP_TIMES_PLAYERS, GAP_ONCE, NO_BONUS)
"""トップ賞: the readings of the top bonus; the first is the default."""

Bust = Literal["zero", "below"]
BUSTS: Final[tuple[Bust, ...]] = ("zero", "below")
"""飛び: whether somebody is bust at 0 points already, or only below; the first is the default."""

EXACT_LIMIT: Final = 12
"""Up to this many people with a balance, `fewest_payments` is proved to be the minimum."""

_UNIT_LENGTH: Final = 20
_YEN: Final = frozenset({"円", "¥", "￥", "JPY", "yen"})
EXACT: Final = Context(prec=100, traps=[Inexact, InvalidOperation])
"""Arithmetic with money: an inexact result would be an error, never a rounding."""


@dataclass(frozen=True, slots=True)
class Stake:
    """配給点: what everybody starts with, what results are counted from, and when the session ends.

    All in points. `base` left out means `start`; it is never below it. `rounds` and `end_on_bust` are
    the two ends of a session; either, both or neither may be set. `bust` defines the second one.
    Raises ReadError. Sources: 002, dobon-shu.
    """

    start: int = fact(whole(0, LARGEST), 0)
    base: int | None = fact(whole(-LARGEST, LARGEST), None)
    top_bonus: TopBonus = fact(choice(TOP_BONUSES), TOP_BONUSES[0])
    rounds: int | None = fact(whole(1, LARGEST), None)
    end_on_bust: bool = fact(FLAG, False)
    bust: Bust = fact(choice(BUSTS), BUSTS[0])

    def __post_init__(self) -> None:
        if self.gap < 0:
            raise ReadError("stake.base", "stake.base_below_start", base=self.base_points, start=self.start)

    @property
    def base_points(self) -> int:
        """基準点: the points that give a result of zero."""
        return self.start if self.base is None else self.base

    def is_bust(self, points: int) -> bool:
        """飛び: whether somebody with so many points ends the session."""
        return points < 0 or (points == 0 and self.bust == "zero")

    @property
    def has_bonus(self) -> bool:
        return self.gap > 0 and self.top_bonus != NO_BONUS

    @property
    def gap(self) -> int:
        """Points that every player, the top one too, puts in for the top bonus: base less start."""
        return self.base_points - self.start

    def top_bonus_for(self, players: int) -> int:
        """トップ賞: the whole bonus in points at a table of so many players.

        >>> Stake(5000, 6000).top_bonus_for(4), Stake(5000, 6000, "gap_once").top_bonus_for(4)
        (4000, 1000)
        """
        times: Mapping[TopBonus, int] = {GAP_TIMES_PLAYERS: players, GAP_ONCE: min(players, 1), NO_BONUS: 0}
        return self.gap * times[self.top_bonus]


STAKE = record(Stake)


_AMOUNT = FactKind(
    "amount",
    lambda data, _, where: read_decimal(data, where),
    {"$ref": "#/definitions/amount"},
    lambda amount, _: f"{amount:f}",
)
_STEP = replace(_AMOUNT, write=lambda step, _: f"{step:f}" if step % 1 else int(step))


@dataclass(frozen=True, slots=True)
class Rate:
    """レート: what one point is worth in a unit (円, チップ), and the smallest amount that changes hands.

    `per_point` and `round_to` are in that unit and above zero; yen has no decimals. Raises ReadError.
    """

    unit: str = required(text(200))
    per_point: Decimal = required(_AMOUNT)
    round_to: Decimal = required(_STEP)

    def __post_init__(self) -> None:
        if not (self.unit.strip() and self.unit.isprintable() and len(self.unit) <= _UNIT_LENGTH):
            raise ReadError("rate.unit", "rate.bad_unit", longest=_UNIT_LENGTH)
        _positive(self.per_point, "rate.per_point")
        _positive(self.round_to, "rate.round_to")
        if self.unit in _YEN and self.round_to % 1:
            raise ReadError("rate.round_to", "rate.no_decimals", unit=self.unit)


RATE = record(Rate)


def read_stake(data: object) -> Stake:
    """配給点 from its JSON object; keys left out take their defaults. Raises ReadError."""
    return STAKE.read(data, {}, "stake")


def write_stake(stake: Stake) -> Json:
    """配給点 as a JSON object, ready for `read_stake`; what was left open stays out."""
    return write_record(stake, {}, ("start", "top_bonus", "end_on_bust"))


def read_rate(data: object) -> Rate:
    """レート from its JSON object; every key is needed. Raises ReadError.

    Amounts are whole numbers or decimals written as text; a JSON float is refused, it is not exact.
    """
    return RATE.read(data, {}, "rate")


def write_rate(rate: Rate) -> Json:
    """レート as a JSON object, ready for `read_rate`; `round_to` is a number where it is whole.

    >>> write_rate(Rate("円", Decimal("0.5"), Decimal(10)))
    {'unit': '円', 'per_point': '0.5', 'round_to': 10}
    """
    return write_record(rate, {})


def _positive(value: Decimal, where: str) -> None:
    if not (value.is_finite() and 0 < value <= LARGEST):
        raise ReadError(where, "decimal.bounds", high=LARGEST)


def money(results: Mapping[str, int], rate: Rate) -> dict[str, Decimal]:
    """Results in points as amounts of the rate's unit, all multiples of `round_to`, with the same sum.

    The rule in words for players: every result is converted exactly and rounded down to the
    rounding unit (a loss to the larger loss); the units that are then missing go, one each, to those who
    lost the largest part by it, and between equals to the earlier seat.

    Nobody ends a whole unit away from the exact amount. Results that sum to zero give amounts that sum to
    zero; otherwise the amounts sum to the exact total, rounded to the nearest unit, halves up.

    >>> {name: str(paid) for name, paid in money({"A": 10, "B": -5, "C": -5},
    ...     Rate("円", Decimal(1), Decimal(10))).items()}
    {'A': '10', 'B': '0', 'C': '-10'}
    """
    factor = Fraction(rate.per_point) / Fraction(rate.round_to)
    exact = {name: points * factor for name, points in results.items()}
    units = _round_keeping_sum(exact)
    return {name: EXACT.multiply(Decimal(count), rate.round_to) for name, count in units.items()}


def _round_keeping_sum(exact: Mapping[str, Fraction]) -> dict[str, int]:
    """Largest remainder method; `sorted` is stable, so equal remainders stay in seat order."""
    units = {name: floor(value) for name, value in exact.items()}
    missing = floor(sum(exact.values()) + Fraction(1, 2)) - sum(units.values())
    by_remainder = sorted(exact, key=lambda name: units[name] - exact[name])
    for name in by_remainder[:missing]:
        units[name] += 1
    return units


@dataclass(frozen=True, slots=True)
class SuggestedPayment:
    """A payment of a plan; `amount` is above zero and in the unit of the balances."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Payments in the order of payers' and payees' seats; `exact` where fewer are proved impossible."""

    payments: tuple[SuggestedPayment, ...]
    exact: bool


def fewest_payments(balances: Mapping[str, int]) -> Plan:
    """精算: who pays whom so that all balances become zero, with the fewest payments.

    A balance above zero receives, one below zero pays. Raises ReadError where the sum is not zero.

    **Fewest.** Payments join people into groups, and each group sums to zero. A group of s people needs at
    least s − 1 payments, and s − 1 are enough (each payment settles one of them, the last one two). So the
    fewest are the people with a balance less the largest number of zero-sum groups they can be split into.

    **Canonical.** Among the fewest in which only debtors pay and only creditors receive, the plan is the
    one whose payments, sorted by payer's seat, payee's seat and larger amount first, come first in
    lexicographic order. It is built payment by payment: the first debtor pays the first creditor who can
    be in one group with him in a largest split, as much as the two balances allow. Such a pair can always
    pay in full: that settles one of the two, and the rest of the group still sums to zero with one person
    and one payment less.

    **Stable.** Paying any one suggestion leaves exactly the others. The fewest plans after a payment t are
    the fewest plans with t in them, less t: adding t to a plan of the rest solves the whole with as few,
    and t twice between the same two could be joined into one. Which of two sorted lists of equal length
    comes first is decided by the smallest payment that only one of them has, so t in both changes nothing.

    Above `EXACT_LIMIT` people with a balance, opposite balances cancel first, then the largest debtor pays
    the largest creditor, until few enough are left for the exact search; such a plan has `exact` False.

    >>> [(p.payer, p.payee, p.amount) for p in fewest_payments({"A": 5, "B": -3, "C": -2}).payments]
    [('B', 'A', 3), ('C', 'A', 2)]
    """
    total = sum(balances.values())
    if total:
        raise ReadError("balances", "settle.not_zero", sum=total)
    names = tuple(balances)
    open_ = {seat: amount for seat, amount in enumerate(balances.values()) if amount}
    exact = len(open_) <= EXACT_LIMIT
    payments = (
        SuggestedPayment(names[payer], names[payee], paid) for payer, payee, paid in sorted(_settle(open_))
    )
    return Plan(tuple(payments), exact)


def _settle(open_: dict[int, int]) -> Iterator[tuple[int, int, int]]:
    """Payer's seat, payee's seat and amount of each payment; empties `open_`.

    Greedy payments until `EXACT_LIMIT` people are left, then the canonical plan.  Each payment settles
    somebody, which halves the table of the next step: all steps together cost less than twice the first
    one, n · 2ⁿ.
    """
    while open_:
        if len(open_) > EXACT_LIMIT:
            largest = min(open_, key=open_.__getitem__), max(open_, key=open_.__getitem__)
            payer, payee = _opposite_pair(open_) or largest
        else:
            payer, payee = _first_pair(open_)
        paid = min(-open_[payer], open_[payee])
        open_[payer] += paid
        open_[payee] -= paid
        yield payer, payee, paid
        for seat in (payer, payee):
            if not open_[seat]:
                del open_[seat]


def _first_pair(open_: dict[int, int]) -> tuple[int, int]:
    """The first debtor, and the first creditor who shares a group with him in a largest split."""
    seats = tuple(open_)
    amounts = tuple(open_.values())
    payer = next(place for place, amount in enumerate(amounts) if amount < 0)
    partners = _partners(amounts, payer)
    payee = next(place for place, amount in enumerate(amounts) if amount > 0 and partners >> place & 1)
    return seats[payer], seats[payee]


def _partners(amounts: tuple[int, ...], place: int) -> int:
    """Bit set of everybody who is in one group with `place` in some largest zero-sum split.

    A zero-sum set is a group of a largest split where the others can still be split into one group less.
    """
    sums = _subset_sums(amounts)
    groups = _group_counts(sums)
    everybody = len(sums) - 1
    partners = 0
    for people, total in enumerate(sums):
        if not total and people >> place & 1 and groups[everybody ^ people] == groups[everybody] - 1:
            partners |= people
    return partners


def _subset_sums(amounts: tuple[int, ...]) -> list[int]:
    """Sum of every subset, indexed by bit set."""
    sums = [0]
    for amount in amounts:
        sums += [total + amount for total in sums]
    return sums


def _group_counts(sums: list[int]) -> list[int]:
    """The largest number of disjoint zero-sum groups inside every subset, indexed by bit set.

    Add people one at a time, group after group: each time the sum returns to zero, a group is complete.
    So a subset holds as many groups as the best subset with one person less, and one more at sum zero.
    """
    groups = [0] * len(sums)
    for people in range(1, len(sums)):
        best = max(groups[people ^ bit] for bit in _bits(people))
        groups[people] = best + (not sums[people])
    return groups


def _bits(people: int) -> Iterator[int]:
    while people:
        lowest = people & -people
        yield lowest
        people ^= lowest


def _opposite_pair(open_: dict[int, int]) -> tuple[int, int] | None:
    """The first debtor with a creditor of just that amount; such a pair is a group of a largest split."""
    creditors = {amount: seat for seat, amount in reversed(open_.items()) if amount > 0}
    pairs = ((seat, creditors[-amount]) for seat, amount in open_.items() if -amount in creditors)
    return next(pairs, None)
