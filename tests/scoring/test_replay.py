"""Replay and settling up: accounts that are not players."""

from dataclasses import replace

import pytest

from scorekeeper.scoring.closing import with_pot
from scorekeeper.scoring.core import State
from scorekeeper.scoring.events import Adjust, Move, Seats
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import opening, replay
from scorekeeper.scoring.settlement import Stake

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
