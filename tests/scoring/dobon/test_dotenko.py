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
    # x 2 x 2 x 2
    "three returns": ({}, dobon("J", ELEVEN, "A B C D"), "C -88, D +88"),
    # 6 x 4 x 2 x 2
    "an opening returned twice": ({}, opening("6", {"A": "2 4", "B": "7 Jk", "C": "6"}, returns="B C"),
        "B -96, C +96"),
    "and the last": (STANDS, dobon("J", ELEVEN, returns="B C"), "A +11, B -44, C +44, E -11"),
    # 6 from each of the others, 48 to B
    "the first opening stands": (STANDS, opening("6", {"A": "2 4", "B": "7 Jk"}, returns="B"),
        "A -24, B +42, C -6, D -6, E -6"),
    # C, D and E pay 6 to A and to B
    "two open": (ALL, opening("6", {"A": "2 4", "B": "7 Jk"}, "A B"), "A +18, B +18, C -12, D -12, E -12"),
    # 3 and 6 were played on a 9, the 6 on top
    "the top card's number": ({}, dobon("6", {"A": "2 4"}), "A +6, E -6"),
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
