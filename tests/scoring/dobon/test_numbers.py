"""川越ドボン and どてんこ: the claimed number N is paid, alone or with the sum H of a hand.

In 川越ドボン a joker counts 0 in a hand, a 2 two, and faces 11 12 13.
"""

from functools import partial
from typing import Any

import pytest

from tests.scoring.tables import a_round, dobon, last, net, opening, problems, session


def nine(caller: str, **more: Any) -> dict[str, Any]:
    """A claims B's 9; B keeps 3 and K: 9 + 16 = 25."""
    return dobon("9", {"A": caller, "B": "3 K"}, **more)


def returned(returner: str, **more: Any) -> dict[str, Any]:
    """A claims B's 9 with 2 7, B returns: the sum of A's hand is 9, 9 + 9 = 18."""
    return dobon("9", {"A": "2 7", "B": returner}, returns="B", **more)


# K-1 to K-8 are in test_vectors.py.
KAWAGOE = {
    # the returner's joker twice: 18 x 2 x 4
    "K-7 stacked": ({"return_bonus": "stacked"}, returned("A 8 Jk"), "A -144, B +144"),
    # other extras: 10+0, 10+100
    "no extra": ({"opening_extra": 0}, opening("10", {"A": "3 7"}), "A +30, B -10, C -10, D -10"),
    "a joker counts 5": ({"joker_value": 5}, dobon("9", {"A": "4 5", "B": "3 Jk"}), "A +17, B -17"),
    # B has nothing left: 9+0
    "an empty hand": ({}, dobon("9", {"A": "4 5", "B": ""}), "A +9, B -9"),
    # from each: (9+9) x 2 from A, (9+9) x 2 from C
    "a return collects from each": ({}, dobon("9", {"A": "4 5", "C": "2 7", "B": "9"}, "A C", returns="B"),
        "A -36, B +72, C -36"),
    # only C's claim counted
    "a return against the first in turn": ({"several": "first"},
        dobon("9", {"A": "4 5", "C": "2 7", "B": "9"}, "A C", returns="B"), "B +36, C -36"),
    # V is both payer and first payer: counted once
    "both hands are one": ({"returns": "chain", "return_hands": "both"},
        dobon("9", {"A": "4 5", "B": "9"}, returns="B A"), "A +72, B -72"),
    # the opening of A, 10+4 from each of three, returned by C: 14 x 3 x 2 from A
    "an opening returned": ({}, opening("10", {"A": "3 7", "C": "4 6"}, returns="C"), "A -84, C +84"),
    "two openings returned": ({}, opening("10", {"A": "3 7", "D": "10", "C": "9 A"}, "A D", returns="C"),
        "A -56, C +112, D -56"),
}  # fmt: skip


ELEVEN = {"A": "7 4", "B": "4 7", "C": "J", "D": "10 A", "E": "A Q"}
"""Everybody can make 11: 10+1, 12-1."""


hit = partial(dobon, victim="E")
STANDS = {"first_claim": "stands"}
ALL = {"several": "all"}
# D-4 to D-8 and D-11 are in test_vectors.py.
DOTENKO = {
    # x 2 x 2 x 2
    "three returns": ({}, hit("J", ELEVEN, "A B C D"), "C -88, D +88"),
    # 6 x 4 x 2 x 2
    "an opening returned twice": ({}, opening("6", {"A": "2 4", "B": "7 Jk", "C": "6"}, returns="B C"),
        "B -96, C +96"),
    "and the last": (STANDS, hit("J", ELEVEN, returns="B C"), "A +11, B -44, C +44, E -11"),
    # 6 from each of the others, 48 to B
    "the first opening stands": (STANDS, opening("6", {"A": "2 4", "B": "7 Jk"}, returns="B"),
        "A -24, B +42, C -6, D -6, E -6"),
    # C, D and E pay 6 to A and to B
    "two open": (ALL, opening("6", {"A": "2 4", "B": "7 Jk"}, "A B"), "A +18, B +18, C -12, D -12, E -12"),
    # 3 and 6 were played on a 9, the 6 on top
    "the top card's number": ({}, hit("6", {"A": "2 4"}), "A +6, E -6"),
}  # fmt: skip


MISSING = {
    "the payer's": ({}, dobon("9", {"A": "4 5"}), "", "hand.missing B"),
    # whether there is a 2 in it, or a joker
    "the caller's": ({}, dobon("9", {"B": "3 K"}), "", "hand.missing A"),
    "not needed": ({"twos": "off", "joker_factor": "off"}, dobon("9", {"B": "3 K"}), "A +25, B -25", ""),
    "the card": ({}, a_round("dobon", callers="A", victim="B", hands={"A": "9", "B": "3"}), "",
        "card.missing"),
    "only the number": ({}, dobon("9", {"A": "4 5", "B": {"count": 2}}), "", "hand.missing B"),
    "an opening needs none": ({}, opening("9", {}), "A +39, B -13, C -13, D -13", ""),
    "an opening that doubles": ({"opening_bonus": "doubled"}, opening("9", {}), "", "hand.missing A"),
}  # fmt: skip


WORTH = [("kawagoe", "A B C D", *row, "") for row in KAWAGOE.values()]
WORTH += [("kawagoe", "A B C D", *row) for row in MISSING.values()]
WORTH += [("dotenko", "A B C D E", *row, "") for row in DOTENKO.values()]


@pytest.mark.parametrize(
    ("game", "players", "options", "facts", "change", "objections"), WORTH,
    ids=[*KAWAGOE, *MISSING, *DOTENKO],
)  # fmt: skip
def test_what_a_round_is_worth(
    game: str, players: str, options: dict[str, object], facts: dict[str, Any], change: str, objections: str
) -> None:
    entry = last(session(players, facts, game=game, **options))
    assert (net(entry), problems(entry)) == (change, objections)


NINES = {"A": "2 7", "B": "9", "C": "9"}
OBJECTED_IN_KAWAGOE = {
    # 2x5 is no sum; the 14s are paid as entered
    "K-9 no arithmetic at the opening": ({}, opening("10", {"A": "2 5 Jk Jk"}), "claim.wrong A"),
    "a sum": ({}, opening("5", {"A": "A 4"}), ""),
    "the card's own number": ({}, nine("3 Q", target=9), ""),
    "another number": ({}, nine("3 5", target=8), "claim.target"),
    "18 on two 9s": ({}, nine("9 9", count=2, target=18), "claim.total"),
    "18 where the total may be claimed": ({"together": "on"}, nine("6 Q", count=2, target=18), ""),
    "one card and a joker": ({"single_claim": "refused"}, nine("9 Jk"), "claim.single A"),
    "jokers only": ({}, nine("Jk Jk"), "claim.no_cards A"),
    "three jokers": ({}, nine("4 5 Jk Jk Jk"), "deck.jokers"),
    "no jokers at all": ({"jokers": 0}, nine("4 5 Jk"), "deck.joker"),
    # two 9s on the table and three in hands
    "five 9s": ({}, dobon("9", {"A": "9", "B": "9 9"}, count=2), "deck.too_many"),
    "C": ({}, dobon("9", {"A": "2 7", "C": "9", "B": "4"}, returns="C"), "returns.not_victim C"),
    "anybody": ({"return_by": "anyone"}, dobon("9", {"A": "2 7", "C": "9", "B": "4"}, returns="C"), ""),
    "a return of a return": ({}, returned("3 Q") | {"returns": ["B", "A"]}, "returns.once A"),
    "C is not who was claimed": ({"returns": "chain"},
        dobon("9", {"A": "2 7", "B": "9", "C": "9"}, returns="B C"), "returns.not_victim C"),
    # B, A and B again answer each other; C answers nobody
    "to and fro": ({"returns": "chain"}, dobon("9", {"A": "2 7", "B": "9"}, returns="B A B"), ""),
    "C was not hit by the last return": ({"returns": "chain"},
        dobon("9", {"A": "2 7", "B": "9", "C": "9"}, returns="B A C"), "returns.not_victim C"),
    # at an opening everybody is hit, but only by the first call
    "to and fro at an opening": ({"returns": "chain"}, opening("9", NINES, returns="B A B"), ""),
    "C is not hit again": ({"returns": "chain"}, opening("9", NINES, returns="B A C"),
        "returns.not_victim C"),
    "a wrong return": ({}, returned("3 J"), "claim.wrong B"),
}  # fmt: skip
OBJECTED_IN_DOTENKO = {
    "D-2: 2+3+4 is 9, not 10": ({}, hit("10", {"A": "2 3 4"}), "claim.wrong A"),
    "two cards needed": ({"single_claim": "refused"}, hit("5", {"A": "5"}), "claim.single A"),
    "a joker on the table": ({}, hit("Jk", {"A": "A"}), "claim.joker"),
    "an ace is never 0": ({}, hit("8", {"A": "A 8"}), "claim.wrong A"),
    "the sum of a combination": ({}, hit("6", {"A": "2 7"}, target=9), "claim.target"),
    "two 6s at once": ({}, hit("6", {"A": "6"}, count=2), "claim.together"),
    "no chain": ({"several": "all", "returns": "on"}, hit("J", ELEVEN, returns="B C"), "returns.once C"),
    "four cards": ({}, a_round("burst", player="A", hands={"A": "2 3 4 5"}), "burst.cards A"),
    "five cards": ({}, a_round("burst", player="A", hands={"A": "2 3 4 5 5"}), ""),
    "a count": ({}, a_round("burst", player="A", hands={"A": {"count": 4}}), "burst.cards A"),
    "seven": ({"burst_cards": 7}, a_round("burst", player="A", hands={"A": {"count": 7}}), ""),
    "two at least": ({"burst_cards": 2}, a_round("burst", player="A", hands={"A": "2 3"}), ""),
}  # fmt: skip
OBJECTED = [("kawagoe", "A B C D", *row) for row in OBJECTED_IN_KAWAGOE.values()]
OBJECTED += [("dotenko", "A B C D E", *row) for row in OBJECTED_IN_DOTENKO.values()]


@pytest.mark.parametrize(
    ("game", "players", "options", "facts", "objections"), OBJECTED,
    ids=[*OBJECTED_IN_KAWAGOE, *OBJECTED_IN_DOTENKO],
)  # fmt: skip
def test_objections(
    game: str, players: str, options: dict[str, object], facts: dict[str, Any], objections: str
) -> None:
    """The round is scored all the same."""
    entry = last(session(players, facts, game=game, **options))
    assert problems(entry) == objections
    assert any(entry.change.values()) or facts["card"] == "Jk"
