"""Replay and settling up: accounts that are not players."""

from decimal import Decimal

import pytest

from scorekeeper.scoring.document import settle_up
from scorekeeper.scoring.events import Adjust, Move
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import replay
from scorekeeper.scoring.settlement import Rate, Stake

GAMBLE = RULESETS["gamble"]


def test_points_of_somebody_who_has_not_sat_down_are_kept() -> None:
    early = Adjust((Move("A", "Z", 5),))
    played = replay(GAMBLE, GAMBLE.defaults, ["A", "B"], [early], Stake(100))
    assert played.state.balances == {"A": 95, "B": 100, "Z": 105}


DEBTS = [
    pytest.param({"A": 5, "B": -5}, None, 0, "B>A 5", id="players only"),
    pytest.param({"A": -5, "B": 0}, None, 5, "A>pot 5", id="5 in the pot"),
    pytest.param({"A": -5, "B": 0}, None, 0, "A>bank 5", id="5 went to the bank"),
    pytest.param({"A": 5, "B": 0}, None, -5, "pot>A 5", id="the pot owes"),
    # 300 - 300 and 290 - 300; 10 in the pot
    pytest.param({"A": 300, "B": 290}, Stake(300), 10, "B>pot 10", id="starting points"),
    # less 150: -50 -50; both lead and share 50: -25 -25; the bank has the other gap
    pytest.param(
        {"A": 100, "B": 100}, Stake(100, 150, "gap_once"), 0, "A>bank 25, B>bank 25", id="bonus once",
    ),
    # less 150: -60 -50; 10 in the pot, two gaps of 50 in the bank; the pot stands before the bank
    pytest.param(
        {"A": 90, "B": 100}, Stake(100, 150, "none"), 10, "A>pot 10, A>bank 50, B>bank 50", id="no bonus",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("balances", "stake", "pot", "payments"), DEBTS)
def test_settling_up_always_sums_to_zero(
    balances: dict[str, int], stake: Stake | None, pot: int, payments: str
) -> None:
    final = settle_up(balances, stake, None, pot)
    assert ", ".join(f"{debt.payer}>{debt.payee} {debt.points}" for debt in final.debts) == payments


def test_money_of_the_other_accounts() -> None:
    # -15 and +10 with 5 in the pot, at 0.5: -7.5 5 2.5, down to -8 5 2, one missing: A sits earlier
    final = settle_up({"A": -15, "B": 10}, None, Rate("pt", Decimal("0.5"), Decimal(1)), 5)
    assert final.money == {"A": "-7", "B": "5", "pot": "2"}
    # 5 / 0.5 = 10 points, 2 / 0.5 = 4
    assert [(one.payer, one.payee, one.points, one.money) for one in final.debts] == [
        ("A", "B", 10, "5"), ("A", "pot", 4, "2"),
    ]  # fmt: skip
