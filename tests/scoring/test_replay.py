"""Replay and settling up: accounts that are not players."""

from dataclasses import replace
from decimal import Decimal

import pytest

from scorekeeper.scoring.closing import Final, with_pot
from scorekeeper.scoring.core import State
from scorekeeper.scoring.document import Document
from scorekeeper.scoring.events import Adjust, Move, Seats
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import opening, replay
from scorekeeper.scoring.settlement import Rate, Stake

GAMBLE = RULESETS["gamble"]


def test_points_of_somebody_who_has_not_sat_down_are_kept() -> None:
    early = Adjust((Move("A", "Z", 5),))
    played = replay(GAMBLE, GAMBLE.defaults, opening(["A", "B"], Stake(100)), [early], Stake(100))
    assert played.state.balances == {"A": 95, "B": 100, "Z": 105}


def test_all_who_ever_sat_down_are_known_in_that_order() -> None:
    entries = [
        Seats(join=("C",), leave=("A",)),
        Adjust((Move("B", "C", 5),)),
        Seats(join=("A",), leave=("B",)),
    ]
    played = replay(GAMBLE, GAMBLE.defaults, opening(["A", "B"], Stake()), entries, Stake())
    assert [each.state.joined for each in played.scored] == [("A", "B", "C")] * 3
    assert set(played.state.seats) == {"C", "A"}


def test_how_many_payments_there_were() -> None:
    """As many as the document may hold are counted, over all entries."""
    entries = [Adjust((Move("A", "B", 5), Move("B", "A", 1))), Adjust((Move("A", "B", 5),))]
    played = replay(GAMBLE, GAMBLE.defaults, opening(["A", "B"], Stake()), entries, Stake())
    assert [each.state.payments for each in played.scored] == [2, 3]


DEBTS = {
    "players only": ({"A": 5, "B": -5}, None, "B>A 5"),
    "5 went to the bank": ({"A": -5, "B": 0}, None, "A>bank 5"),
    "the bank owes": ({"A": 5, "B": 0}, None, "bank>A 5"),
    # less 150: -50 -50; both lead and share 50: -25 -25; the bank has the other gap
    "bonus once": ({"A": 100, "B": 100}, Stake(100, 150, "gap_once"), "A>bank 25, B>bank 25"),
    # less 150: -50 -60; two gaps of 50 in the bank, and 10 were with it before
    "no bonus": ({"A": 100, "B": 90}, Stake(100, 150, "none"), "A>bank 50, B>bank 60"),
}  # fmt: skip


def settled(balances: dict[str, int], stake: Stake | None, rate: Rate | None = None) -> Final:
    document = Document(GAMBLE, GAMBLE.defaults, tuple(balances), stake=stake, rate=rate)
    return document.settle_up(State(document.players, balances))


@pytest.mark.parametrize(("balances", "stake", "payments"), DEBTS.values(), ids=DEBTS)
def test_settling_up_always_sums_to_zero(
    balances: dict[str, int], stake: Stake | None, payments: str
) -> None:
    final = settled(balances, stake)
    assert ", ".join(f"{debt.payer}>{debt.payee} {debt.points}" for debt in final.debts) == payments


def test_money_of_the_bank() -> None:
    # -15 and +10, 5 with the bank, at 0.5: -7.5 5 2.5, down to -8 5 2, one missing: A sits earlier
    final = settled({"A": -15, "B": 10}, None, Rate("pt", Decimal("0.5"), Decimal(1)))
    assert final.money == {"A": "-7", "B": "5", "bank": "2"}
    # 5 / 0.5 = 10 points, 2 / 0.5 = 4
    assert [(one.payer, one.payee, one.points, one.money) for one in final.debts] == [
        ("A", "B", 10, "5"), ("A", "bank", 4, "2"),
    ]  # fmt: skip


POTS = {
    "to the first place": ({"A": 10, "B": 5}, 7, {}, False, {"A": 17, "B": 5}),
    "shared": ({"A": 10, "B": 10, "C": 5}, 7, {}, False, {"A": 14, "B": 13, "C": 5}),
    "given back": ({"A": 10, "B": 5}, 7, {"A": 3, "B": 4}, True, {"A": 13, "B": 9}),
    # 3 of 7 are the bank's: they go to the first place, which is B with 5 + 7 by then
    "the bank's": ({"A": 10, "B": 5}, 10, {"B": 7, "bank": 3}, True, {"A": 10, "B": 15}),
    # somebody took points out by a correction: what was put in cannot all be given back
    "not all there": ({"A": 10, "B": 5}, 3, {"B": 4}, True, {"A": 13, "B": 5}),
    "a pot that owes": ({"A": 10, "B": 5}, -4, {}, False, {"A": 6, "B": 5}),
    "an empty one": ({"A": 10, "B": 5}, 0, {}, True, {"A": 10, "B": 5}),
}  # fmt: skip


@pytest.mark.parametrize(("balances", "pot", "deposits", "returns_pot", "final"), POTS.values(), ids=POTS)
def test_the_pot_that_is_left(
    balances: dict[str, int], pot: int, deposits: dict[str, int], returns_pot: bool, final: dict[str, int]
) -> None:
    state = State(tuple(balances), balances, pot=pot, deposits=deposits)
    options = replace(GAMBLE.defaults, pot_end="returned" if returns_pot else "top")
    assert with_pot(state, options)[0].points == final
