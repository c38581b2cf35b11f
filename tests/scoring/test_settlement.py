"""精算: every expected number is worked out by hand; the working stands beside it."""

import time
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.scoring import settlement
from scorekeeper.scoring.closing import FinalResult, results
from scorekeeper.scoring.core import State
from scorekeeper.scoring.dobon.family import GAMBLE
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.settlement import (
    EXACT_LIMIT,
    Plan,
    Rate,
    Stake,
    SuggestedPayment,
    fewest_payments,
    money,
    read_rate,
    read_stake,
)

# ── results ─────────────────────────────────────────────────────────────────────────────────────


def in_seats(*numbers: int) -> dict[str, int]:
    return dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", numbers, strict=False))


RESULTS = {
    "no stake: the balance": ((30, -10, -20), None, (30, -10, -20), {}),
    # everybody had 300: 700-300, -30-300, 230-300
    "base is the start": ((700, -30, 230), Stake(300), (400, -330, -70), {}),
    "base equals start": ((700, -30, 230), Stake(300, 300), (400, -330, -70), {}),
    # the winner put 1000 in as well: 26000-30000+20000 = 16000, not 17000 or 21000
    "the winner pays his own part too": ((24000, 26000, 25000, 25000), Stake(25000, 30000),
        (-6000, 16000, -5000, -5000), {"B": 20000}),
    # gap 250, four players: 1000 over three leaders is 334, 333, 333; 1100-1250 = -150; 700-1250 = -550
    "1000 over three leaders": ((1100, 1100, 700, 1100), Stake(1000, 1250), (184, 183, -550, 183),
        {"A": 334, "B": 333, "D": 333}),
    # gap 1, two players, both leading: 2 over two
    "everybody leads": ((10, 10), Stake(10, 11), (0, 0), {"A": 1, "B": 1}),
    # once: +2000+1000; the bank holds what the three others put in
    "top bonus once, the rest to the bank": ((8000, 5500, 4000, 2500), Stake(5000, 6000, "gap_once"),
        (3000, -500, -2000, -3500), {"A": 1000}),
    # 1 over two leaders: the earlier seat; less 11: 4+1, 4, -11; 15+15+0 - 3*10 = 0 = -2 + 2
    "one point over two leaders": ((15, 15, 0), Stake(10, 11, "gap_once"), (5, 4, -11), {"A": 1, "B": 0}),
    "no top bonus: all of it to the bank": ((8000, 5500, 4000, 2500), Stake(5000, 6000, "none"),
        (2000, -500, -2000, -3500), {}),
    # less 20: -25 -90 55; the top gets 3 x 20
    "negative scores, start zero": ((-5, -70, 75), Stake(0, 20), (-25, -90, 115), {"C": 60}),
    "the top may be below zero": ((-5, -70), Stake(0, 20), (15, -90), {"A": 40}),
    # 300 were handed out, 50 of them still lie in a pot: 250 - 300
    "points in a pot are nobody's result": ((150, 100), Stake(150), (0, -50), {}),
}  # fmt: skip


def settled_by(points: dict[str, int], stake: Stake | None) -> tuple[FinalResult, ...]:
    return results(State(tuple(points), points), GAMBLE.defaults, stake)


@pytest.mark.parametrize(("points", "stake", "result", "bonus"), RESULTS.values(), ids=RESULTS)
def test_results(
    points: tuple[int, ...], stake: Stake | None, result: tuple[int, ...], bonus: dict[str, int]
) -> None:
    players = settled_by(in_seats(*points), stake)
    assert {one.who: one.result for one in players} == in_seats(*result)
    assert {one.who: one.bonus for one in players if one.bonus} == {who: n for who, n in bonus.items() if n}


tables = st.lists(st.integers(-2000, 2000), min_size=1, max_size=10)
stakes = st.builds(
    lambda start, gap, bonus: Stake(start, start + gap, bonus),
    st.integers(0, 3000), st.integers(0, 1001), st.sampled_from(settlement.TOP_BONUSES),
)  # fmt: skip


@given(tables, stakes)
def test_results_keep_the_sum(points: list[int], stake: Stake) -> None:
    table = in_seats(*points)
    players = settled_by(table, stake)
    assert [one.who for one in players] == list(table)
    assert sum(one.bonus for one in players) == stake.top_bonus_for(len(points))
    assert all(table[one.who] == max(points) for one in players if one.bonus)
    for one in players:
        assert one.result == table[one.who] - stake.base_points + one.bonus


# ── money ───────────────────────────────────────────────────────────────────────────────────────


def yen(per_point: str, round_to: int) -> Rate:
    return Rate("円", Decimal(per_point), Decimal(round_to))


MONEY = {
    "fifty a point": ((6, -2, -4), yen("50", 1), ("300", "-100", "-200")),
    # exact 10 -5 -5, down to 10 -10 -10; ten is missing, both lost 5: the earlier seat
    "equal remainders": ((10, -5, -5), yen("1", 10), ("10", "0", "-10")),
    # exact 2.5 -1 -1.5, down to 2 -1 -2; one is missing: A and C lost a half each, A sits earlier
    "half a yen a point": ((5, -2, -3), yen("0.5", 1), ("3", "-1", "-2")),
    # the same with C in the first seat: -1.5 -> -1, so A keeps 2
    "the seat decides between halves": ((-3, -2, 5), yen("0.5", 1), ("-1", "-1", "2")),
    # exact 34 34 34 -102, down to tens 30 30 30 -110; two tens missing: -102 lost 8, the others 4 each
    "largest remainder": ((34, 34, 34, -102), yen("1", 10), ("40", "30", "30", "-100")),
    # 49 -> 0, -49 -> -50: fifty missing, 49 lost the most
    "coarse unit": ((49, -49), yen("1", 50), ("50", "-50")),
    # 1 -> 0; -1 lost 99
    "too little for the unit": ((1, -1), yen("1", 100), ("0", "0")),
    # 0.25 0.50 -0.75, down to 0.20 0.50 -0.80, a tenth missing: A and C lost 0.05 each, A sits earlier
    "cents": ((1, 2, -3), Rate("€", Decimal("0.25"), Decimal("0.10")), ("0.30", "0.50", "-0.80")),
    "zero": ((0, 0), yen("1", 10), ("0", "0")),
    # sum 25 -> 30 (halves up): 24 -> 20, 1 -> 0, ten missing, 24 lost 4
    "a sum that is not zero is rounded itself": ((24, 1), yen("1", 10), ("30", "0")),
    # sum -25 -> -20: -24 -> -30 (lost 6), -1 -> -10 (lost 9), twenty missing
    "a sum below zero": ((-24, -1), yen("1", 10), ("-20", "0")),
    "nobody": ((), yen("1", 10), ()),
}  # fmt: skip


@pytest.mark.parametrize(("points", "rate", "paid"), MONEY.values(), ids=MONEY)
def test_money(points: tuple[int, ...], rate: Rate, paid: tuple[str, ...]) -> None:
    converted = money(in_seats(*points), rate)
    assert [str(amount) for amount in converted.values()] == list(paid)
    assert list(converted) == list(in_seats(*points))


rates = st.builds(
    Rate,
    st.just("チップ"),
    st.decimals("0.001", "1000", places=3),
    st.sampled_from([Decimal(text) for text in ("0.01", "0.5", "1", "3", "10", "100")]),
)


@given(tables, rates)
def test_money_is_whole_units_near_the_exact_amount(points: list[int], rate: Rate) -> None:
    converted = money(in_seats(*points), rate)
    for result, amount in zip(points, converted.values(), strict=True):
        assert amount % rate.round_to == 0
        assert abs(amount - result * rate.per_point) < rate.round_to
    assert abs(sum(converted.values()) - sum(points) * rate.per_point) <= rate.round_to / 2


def test_money_is_exact_for_the_largest_numbers() -> None:
    rate = Rate("pt", Decimal("999999999.999999999"), Decimal("0.000000001"))
    # (10^9 - 10^-9) x 10^9 = 10^18 - 1
    assert money(in_seats(10**9, -(10**9)), rate) == {"A": Decimal(10**18 - 1), "B": Decimal(1 - 10**18)}


# ── payments ────────────────────────────────────────────────────────────────────────────────────


def pay(text: str) -> tuple[SuggestedPayment, ...]:
    """`"B>A 3, C>A 2"` as payments."""
    items = [item.split() for item in text.split(", ")] if text else []
    return tuple(SuggestedPayment(pair[0], pair[2], int(amount)) for pair, amount in items)


PAYMENTS = {
    "two pay one": ((5, -3, -2), "B>A 3, C>A 2"),
    "nobody": ((), ""),
    "all even": ((0, 0, 0), ""),
    "people without a balance": ((0, -7, 0, 7), "B>D 7"),
    "one pays three": ((-6, 1, 2, 3), "A>B 1, A>C 2, A>D 3"),
    # paying in seat order (A>C 3, A>D 2, B>D 3) takes three; {A,D} and {B,C} take two
    "two pairs": ((-5, -3, 3, 5), "A>D 5, B>C 3"),
    # paying the largest first (B>A 5, C>E 4, D>A 1, D>E 1) takes four; {A,C,D} and {B,E} take three
    "a triple and a pair": ((6, -5, -4, -2, 5), "B>E 5, C>A 4, D>A 2"),
    # no zero-sum part: four people, three payments; A fills C first, then D
    "one group": ((-7, -2, 4, 5), "A>C 4, A>D 3, B>D 2"),
    # two largest splits, {A,C},{B,D} and {A,D},{B,C}: the earlier seat is paid first
    "equal splits": ((-4, -4, 4, 4), "A>C 4, B>D 4"),
    # {A,B,E},{C,D,F} and {A,B,F},{C,D,E} are both two groups of three
    "equal triples": ((-1, -2, -1, -2, 3, 3), "A>E 1, B>E 2, C>F 1, D>F 2"),
    # {B,D},{A,C,E,F} and {A,B,C},{D,E,F} are both two groups; the second lets A pay B
    "the first creditor is taken": ((-10, 7, 3, -7, 8, -1), "A>B 7, A>C 3, D>E 7, F>E 1"),
}  # fmt: skip


@pytest.mark.parametrize(("balances", "payments"), PAYMENTS.values(), ids=PAYMENTS)
def test_fewest_payments(balances: tuple[int, ...], payments: str) -> None:
    assert fewest_payments(in_seats(*balances)) == Plan(pay(payments), exact=True)


@pytest.mark.parametrize("balances", [(1,), (3, -2), (-1, -1)])
def test_a_sum_that_is_not_zero_is_refused(balances: tuple[int, ...]) -> None:
    with pytest.raises(ReadError) as caught:
        fewest_payments(in_seats(*balances))
    error = caught.value
    assert (error.where, error.code, error.values) == ("balances", "settle.not_zero", {"sum": sum(balances)})


def settled(balances: Mapping[str, int], payments: tuple[SuggestedPayment, ...]) -> dict[str, int]:
    left = dict(balances)
    for payment in payments:
        assert payment.amount > 0
        assert left[payment.payer] <= -payment.amount, "only debtors pay, and no more than they owe"
        assert left[payment.payee] >= payment.amount, "only creditors receive, and no more than is theirs"
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    return left


def fewest_by_search(amounts: tuple[int, ...]) -> int:
    """The minimum by exhaustive search: another person takes over the balance of the first."""
    if not amounts:
        return 0
    first, *others = amounts
    if not first:
        return fewest_by_search(tuple(others))
    taken = [(*others[:place], other + first, *others[place + 1 :]) for place, other in enumerate(others)]
    return 1 + min(fewest_by_search(rest) for rest in taken)


def all_plans(balances: Mapping[str, int], count: int) -> Iterator[tuple[tuple[int, int, int], ...]]:
    """Every way to settle with so many payments from debtors to creditors, as (payer, payee, -amount)."""
    amounts = list(balances.values())
    debtors = [seat for seat, amount in enumerate(amounts) if amount < 0]
    creditors = [seat for seat, amount in enumerate(amounts) if amount > 0]
    pairs = [(payer, payee) for payer in debtors for payee in creditors]
    for chosen in combinations(pairs, count):
        yield from _fill(amounts, chosen)


def _fill(left: list[int], pairs: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int, int], ...]]:
    if not pairs:
        if not any(left):
            yield ()
        return
    (payer, payee), *others = pairs
    for paid in range(1, min(-left[payer], left[payee]) + 1):
        after = list(left)
        after[payer] += paid
        after[payee] -= paid
        for rest in _fill(after, tuple(others)):
            yield ((payer, payee, -paid), *rest)


def zero_sums(people: int, most: int) -> st.SearchStrategy[dict[str, int]]:
    numbers = st.lists(st.integers(-most, most), max_size=people - 1)
    return numbers.map(lambda drawn: in_seats(-sum(drawn), *drawn))


@given(zero_sums(10, 20))
@settings(deadline=None)
def test_payments_settle_everything(balances: dict[str, int]) -> None:
    plan = fewest_payments(balances)
    assert not any(settled(balances, plan.payments).values())
    assert plan.exact


@given(zero_sums(6, 9))
@settings(deadline=None)
def test_no_plan_is_shorter(balances: dict[str, int]) -> None:
    assert len(fewest_payments(balances).payments) == fewest_by_search(tuple(balances.values()))


@given(zero_sums(5, 4))
@settings(max_examples=60, deadline=None)
def test_the_plan_is_the_first_of_all_the_fewest(balances: dict[str, int]) -> None:
    seats = {name: seat for seat, name in enumerate(balances)}
    payments = fewest_payments(balances).payments
    plan = tuple((seats[one.payer], seats[one.payee], -one.amount) for one in payments)
    assert plan == min(all_plans(balances, len(payments)))


@given(zero_sums(9, 12))
@settings(deadline=None)
def test_paying_one_suggestion_leaves_exactly_the_others(balances: dict[str, int]) -> None:
    payments = fewest_payments(balances).payments
    for place, payment in enumerate(payments):
        after = settled(balances, (payment,))
        assert fewest_payments(after).payments == payments[:place] + payments[place + 1 :]


def test_twelve_people_in_one_group_take_eleven_payments_at_once() -> None:
    # eleven powers of two: no part of them sums to zero without the one who pays them all, so one group
    balances = in_seats(*(2**power for power in range(11)), 1 - 2**11)
    started = time.perf_counter()
    plan = fewest_payments(balances)
    assert time.perf_counter() - started < 0.5
    assert (len(plan.payments), plan.exact) == (EXACT_LIMIT - 1, True)


@given(st.lists(st.integers(-99, 99), min_size=EXACT_LIMIT, max_size=25))
@settings(max_examples=20, deadline=None)
def test_more_people_are_settled_too(drawn: list[int]) -> None:
    balances = in_seats(-sum(drawn), *drawn)
    people = sum(1 for amount in [*drawn, sum(drawn)] if amount)
    plan = fewest_payments(balances)
    assert not any(settled(balances, plan.payments).values())
    assert len(plan.payments) <= max(people - 1, 0)
    assert plan.exact == (people <= EXACT_LIMIT)


def test_opposite_balances_cancel_before_the_largest_pay_each_other() -> None:
    # thirteen people: five pairs, and 6+4 to A: seven payments; with C's 9 to A first it would take eight
    balances = in_seats(10, 9, -9, -6, -4, 1, -1, 2, -2, 3, -3, 5, -5)
    plan = fewest_payments(balances)
    assert plan == Plan(pay("C>B 9, D>A 6, E>A 4, G>F 1, I>H 2, K>J 3, M>L 5"), exact=False)


# ── reading and writing ─────────────────────────────────────────────────────────────────────────


BAD_STAKES: list[tuple[object, str, str]] = [
    (None, "stake", "type.object"),
    ({"strat": 1}, "stake", "key.unknown"),
    ({"start": -1}, "stake.start", "whole.bounds"),
    ({"base": None}, "stake.base", "type.whole"),
    ({"start": 300, "base": 299}, "stake.base", "stake.base_below_start"),
    ({"top_bonus": "gap"}, "stake.top_bonus", "option.choice"),
    ({"end_on_bust": 1}, "stake.end_on_bust", "type.flag"),
]

BAD_RATES: list[tuple[object, str, str]] = [
    ({}, "rate", "key.missing"),
    ({"unit": "円", "round_to": 1}, "rate", "key.missing"),
    ({"unit": "円", "per_point": 1, "round_to": 1, "per": 1}, "rate", "key.unknown"),
    ({"unit": " ", "per_point": 1, "round_to": 1}, "rate.unit", "rate.bad_unit"),
    ({"unit": "x" * 21, "per_point": 1, "round_to": 1}, "rate.unit", "rate.bad_unit"),
    ({"unit": "円", "per_point": 0.5, "round_to": 1}, "rate.per_point", "type.decimal"),
    ({"unit": "円", "per_point": "1\n", "round_to": 1}, "rate.per_point", "type.decimal"),
    ({"unit": "円", "per_point": "0.0", "round_to": 1}, "rate.per_point", "decimal.bounds"),
    ({"unit": "円", "per_point": "9999999999", "round_to": 1}, "rate.per_point", "decimal.bounds"),
    ({"unit": "円", "per_point": 1, "round_to": 0}, "rate.round_to", "decimal.bounds"),
    ({"unit": "円", "per_point": 1, "round_to": "0.5"}, "rate.round_to", "rate.no_decimals"),
]


@pytest.mark.parametrize(("data", "where", "code"), [*BAD_STAKES, *BAD_RATES])
def test_a_bad_stake_or_rate_is_refused_by_name(data: object, where: str, code: str) -> None:
    with pytest.raises(ReadError) as caught:
        (read_stake if where.startswith("stake") else read_rate)(data)
    assert (caught.value.where, caught.value.code) == (where, code)


@pytest.mark.parametrize("amount", ["NaN", "sNaN", "Infinity", "-1", "0"])
def test_a_rate_made_by_hand_is_checked_too(amount: str) -> None:
    with pytest.raises(ReadError):
        Rate("円", Decimal(amount), Decimal(1))
