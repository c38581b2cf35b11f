"""どてんこ: the number N on the table is what is paid."""

from functools import partial
from typing import Any

import pytest

from tests.scoring import tables
from tests.scoring.tables import a_round, last, net, opening, problems, session

ELEVEN = {"A": "7 4", "B": "4 7", "C": "J", "D": "10 A", "E": "A Q"}
"""Everybody can make 11: 10+1, 12-1."""


dobon = partial(tables.dobon, victim="E")
STANDS = {"first_claim": "stands"}
ALL = {"several": "all"}
# D-4 to D-8 and D-11 are in test_vectors.py.
VECTORS = {
    "D-11 calls, then a return": ({}, dobon("J", ELEVEN, "A B", returns="C"), "B -44, C +44"),
    # x 2 x 2 x 2
    "three returns": ({}, dobon("J", ELEVEN, "A B C D"), "C -88, D +88"),
    # 6 x 4 x 2 x 2
    "an opening returned twice": ({}, opening("6", {"A": "2 4", "B": "7 Jk", "C": "6"}, returns="B C"),
        "B -96, C +96"),
    "unchanged": ({"return_factor": 1}, dobon("J", ELEVEN, "A B C"), "B -11, C +11"),
    # the first claim too: E pays 11 to A
    "the first stands": (STANDS, dobon("J", ELEVEN, returns="B"), "A -11, B +22, E -11"),
    "and the last": (STANDS, dobon("J", ELEVEN, returns="B C"), "A +11, B -44, C +44, E -11"),
    # 6 from each of the others, 48 to B
    "the first opening stands": (STANDS, opening("6", {"A": "2 4", "B": "7 Jk"}, returns="B"),
        "A -24, B +42, C -6, D -6, E -6"),
    # all are paid by who played the card
    "all are paid": (ALL, dobon("J", ELEVEN, "A B C"), "A +11, B +11, C +11, E -33"),
    # after E comes A
    "the next in turn": ({"several": "first"}, dobon("J", ELEVEN, "C A"), "A +11, E -11"),
    # C, D and E pay 6 to A and to B
    "two open": (ALL, opening("6", {"A": "2 4", "B": "7 Jk"}, "A B"), "A +18, B +18, C -12, D -12, E -12"),
    # a joker lies on the table
    "worth nothing: 1 - 1": ({"joker_card": "zero"}, dobon("Jk", {"A": "A A"}), ""),
    "worth 1": ({"joker_card": "one"}, dobon("Jk", {"A": "A"}), "A +1, E -1"),
    # 3 and 6 were played on a 9, the 6 on top
    "the top card's number": ({}, dobon("6", {"A": "2 4"}), "A +6, E -6"),
    "the 9": ({"number_counts": "each"}, dobon("6", {"A": "2 7"}, target=9), "A +9, E -9"),
    "a dear burst": ({"burst_points": 25}, a_round("burst", player="E"),
        "A +25, B +25, C +25, D +25, E -100"),
    # 6 + 4
    "an extra": ({"opening_extra": 4}, opening("6", {"A": "6"}), "A +40, B -10, C -10, D -10, E -10"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "change"), VECTORS.values(), ids=VECTORS)
def test_what_a_round_is_worth(options: dict[str, object], facts: dict[str, Any], change: str) -> None:
    entry = last(session("A B C D E", facts, game="dotenko", **options))
    assert (net(entry), problems(entry)) == (change, "")


OBJECTIONS = {
    "D-2: 2+3+4 is 9, not 10": ({}, dobon("10", {"A": "2 3 4"}), "claim.wrong A"),
    "two cards needed": ({"single_claim": "refused"}, dobon("5", {"A": "5"}), "claim.single A"),
    "a joker on the table": ({}, dobon("Jk", {"A": "A"}), "claim.joker"),
    "an ace is never 0": ({}, dobon("8", {"A": "A 8"}), "claim.wrong A"),
    "the sum of a combination": ({}, dobon("6", {"A": "2 7"}, target=9), "claim.target"),
    "two 6s at once": ({}, dobon("6", {"A": "6"}, count=2), "claim.together"),
    "no chain": ({"several": "all", "returns": "on"}, dobon("J", ELEVEN, returns="B C"), "returns.once C"),
    "four cards": ({}, a_round("burst", player="A", hands={"A": "2 3 4 5"}), "burst.cards A"),
    "five cards": ({}, a_round("burst", player="A", hands={"A": "2 3 4 5 5"}), ""),
    "a count": ({}, a_round("burst", player="A", hands={"A": {"count": 4}}), "burst.cards A"),
    "seven": ({"burst_cards": 7}, a_round("burst", player="A", hands={"A": {"count": 7}}), ""),
    "two at least": ({"burst_cards": 2}, a_round("burst", player="A", hands={"A": "2 3"}), ""),
}  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "objections"), OBJECTIONS.values(), ids=OBJECTIONS)
def test_objections(options: dict[str, object], facts: dict[str, Any], objections: str) -> None:
    assert problems(last(session("A B C D E", facts, game="dotenko", **options))) == objections
