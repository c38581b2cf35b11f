"""Amounts: rounding, values, and the arithmetic as it is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import read_cards
from scorekeeper.scoring.core import State, Step, Transfer
from scorekeeper.scoring.dobon.amounts import part_amounts, payment, rank_count, round_points
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.dobon.payments import Context, Part, PaymentDue
from scorekeeper.scoring.reading import Hand
from tests.scoring.tables import arithmetic

ROUNDED = [
    (0, 10, 0, 0, 0),
    (4, 10, 0, 10, 0),
    (5, 10, 10, 10, 0),
    (114, 10, 110, 120, 110),
    # 2 of 5 is less than half, 3 more
    (2, 5, 0, 5, 0),
    (3, 5, 5, 5, 0),
    (7, 1, 7, 7, 7),
]


@pytest.mark.parametrize(("points", "unit", "nearest", "up", "down"), ROUNDED)
def test_rounding(points: int, unit: int, nearest: int, up: int, down: int) -> None:
    result = [round_points(points, unit, direction) for direction in ("nearest", "up", "down")]
    assert result == [nearest, up, down]


@given(st.integers(0, 10**6), st.integers(1, 1000))
def test_rounding_stays_near(points: int, unit: int) -> None:
    up, down = round_points(points, unit, "up"), round_points(points, unit, "down")
    assert down <= points <= up
    assert up % unit == down % unit == 0
    assert abs(round_points(points, unit, "nearest") - points) * 2 <= unit


def test_eights_are_counted_no_further_than_four_decks() -> None:
    hands = {"A": Hand(read_cards("8 8 9")), "B": Hand(points=8), "C": Hand(read_cards("8 " * 40))}
    c = Context(Round("out", hands=hands), State((), {}), DobonOptions())
    assert [rank_count(c, who, 8) for who in "ABCD"] == [2, 0, 16, 0]


def worked_out(hands: dict[str, Hand], claim: bool, options: dict[str, object], returns: int = 0) -> Transfer:
    """What A pays to B for all ``hands``, with the dobon factor where it is a ``claim``."""
    due = PaymentDue("A", "B", "dobon.victim", tuple(Part("hand", who) for who in hands), claim, returns)
    rules = DobonOptions(**options)  # type: ignore[arg-type]
    c = Context(Round("dobon", hands=hands), State(("A", "B"), {}), rules)
    steps = payment(due, part_amounts([due], c), c)
    assert steps is not None
    return Transfer("A", "B", steps[-1].gives, due.code, steps)


SUMMED = {"eights": "summed"}
ADDED = {**SUMMED, "combine": "sum"}
FORMULAS = [
    ({"A": "A 2 3"}, False, {}, 50, "54 → 50"),
    ({"A": "A 2 3"}, False, {"round_unit": 1}, 54, "54"),
    ({"A": "A 2 3", "B": "2 J"}, True, {}, 330, "(54 + 60 = 114 → 110) × 3 = 330"),
    ({"A": "8"}, False, SUMMED, 20, "(8 → 10) × 2 = 20"),
    ({"A": "8", "B": "8 5"}, True, SUMMED, 240, "(8 + 13 = 21 → 20) × 3 × 4 = 240"),
    ({"A": "8", "B": "8 5"}, True, ADDED, 140, "(8 + 13 = 21 → 20) × (3 + 4) = 140"),
    # a lone multiplier stays what it is
    ({"A": "8", "B": "8 5"}, True, {**ADDED, "dobon_factor": 1}, 80, "(8 + 13 = 21 → 20) × 4 = 80"),
    (
        {"A": "A 2 3", "B": "2 J"}, True, {"round_where": "payment"}, 340,
        "(54 + 60 = 114) × 3 = 342 → 340",
    ),
    ({"A": ""}, False, {}, 0, "0 → 0"),
    # three 8s: 2x2x2 = 8, or one by one 2+2+2 = 6; with the dobon 3+6 = 9
    ({"A": "8 8 8"}, False, SUMMED, 160, "(24 → 20) × 8 = 160"),
    ({"A": "8 8 8"}, False, {**SUMMED, "combine": "each"}, 120, "(24 → 20) × 6 = 120"),
    (
        {"A": "8 8 8", "B": "5"}, True, {**SUMMED, "combine": "each"}, 270,
        "(24 + 5 = 29 → 30) × (3 + 6) = 270",
    ),
    # 3s and jokers among the cards added up; a joker of 5
    ({"A": "3 3 4"}, False, {"threes": "summed"}, 40, "(10 → 10) × 4 = 40"),
    ({"A": "3 3 4"}, False, {"threes": "instead"}, 0, "(4 → 0) × 4 = 0"),
    ({"A": "2 3 J"}, False, {"twos": "instead", "threes": "instead"}, 40, "(10 → 10) × 2 × 2 = 40"),
    ({"A": "K J Jk"}, False, {"joker_factor": "summed", "joker_value": 5}, 60, "(25 → 30) × 2 = 60"),
    ({"A": "2 " * 30}, False, {"two_value": 500}, 15000, "15,000 → 15,000"),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "claim", "options", "points", "formula"), FORMULAS)
def test_a_payment_and_its_formula(
    hands: dict[str, str], claim: bool, options: dict[str, object], points: int, formula: str
) -> None:
    result = worked_out({who: Hand(read_cards(cards)) for who, cards in hands.items()}, claim, options)
    assert result.points == points
    assert arithmetic(result) == formula


def test_every_step_has_a_line() -> None:
    result = worked_out({"A": Hand(read_cards("8")), "B": Hand(points=13)}, True, ADDED)
    lines = [texts.line(step, str) for step in result.steps]
    assert [(line.label, line.value, line.detail) for line in lines] == [
        ("A's hand", "8", ""), ("B's hand, only the sum: 13", "13", ""), ("Together", "21", "8+13"),
        ("21 rounded to the nearest 10 (halves up)", "20", ""),
        ("Dobon ×3", "3", ""), ("8s of A ×2", "2", ""),
        ("Multipliers added", "5", "3+2"), ("All multipliers ×5", "×5", "20×5"),
    ]  # fmt: skip


def test_the_largest_payment() -> None:
    # 10^6 x 20 x 2^16 is more than 10^12
    hands = {"A": Hand(points=10**6), "B": Hand(read_cards("8 " * 16))}
    assert worked_out(hands, True, {"dobon_factor": 20, "eights": "winner"}).points == 10**12


def test_a_limit_is_a_step_only_where_it_is_exceeded() -> None:
    # 10^6 x 10^6 for six returns is the most there is; twice that is cut down
    hands = {"A": Hand(points=10**6)}
    most = worked_out(hands, True, {"dobon_factor": 1, "return_factor": 10}, returns=6)
    assert most.points == 10**12
    assert "limit" not in [step.code for step in most.steps]
    more = worked_out(hands, True, {"dobon_factor": 2, "return_factor": 10}, returns=6)
    assert more.points == 10**12
    assert more.steps[-1] == Step("limit", 10**12, "least", (2 * 10**12, 10**12), 1)
