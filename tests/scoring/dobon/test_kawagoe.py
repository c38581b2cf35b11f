"""川越ドボン: N is the claimed number, H the sum of a hand (a joker 0, a 2 two, faces 11 12 13)."""

from typing import Any

import pytest

from tests.scoring.tables import a_round, dobon, last, net, opening, paid, problems, session


def nine(caller: str, **more: Any) -> dict[str, Any]:
    """A claims B's 9; B keeps 3 and K: 9 + 16 = 25."""
    return dobon("9", {"A": caller, "B": "3 K"}, **more)


def returned(returner: str, **more: Any) -> dict[str, Any]:
    """A claims B's 9 with 2 7, B returns: the sum of A's hand is 9, 9 + 9 = 18."""
    return dobon("9", {"A": "2 7", "B": returner}, returns="B", **more)


# K-1 to K-8 are in test_vectors.py.
VECTORS = {
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


@pytest.mark.parametrize(("options", "facts", "change"), VECTORS.values(), ids=VECTORS)
def test_what_a_round_is_worth(options: dict[str, object], facts: dict[str, Any], change: str) -> None:
    entry = last(session("A B C D", facts, game="kawagoe", **options))
    assert (net(entry), problems(entry)) == (change, "")


NINES = {"A": "2 7", "B": "9", "C": "9"}
OBJECTIONS = {
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


@pytest.mark.parametrize(("options", "facts", "objections"), OBJECTIONS.values(), ids=OBJECTIONS)
def test_objections(options: dict[str, object], facts: dict[str, Any], objections: str) -> None:
    entry = last(session("A B C D", facts, game="kawagoe", **options))
    assert problems(entry) == objections
    assert any(entry.change.values())


MISSING = {
    "the payer's": ({}, dobon("9", {"A": "4 5"}), "", "hand.missing B"),
    # whether there is a 2 in it, or a joker
    "the caller's": ({}, dobon("9", {"B": "3 K"}), "", "hand.missing A"),
    "not needed": ({"twos": "off", "joker_factor": "off"}, dobon("9", {"B": "3 K"}), "B>A 25", ""),
    "the card": ({}, a_round("dobon", callers="A", victim="B", hands={"A": "9", "B": "3"}), "",
        "card.missing"),
    "only the number": ({}, dobon("9", {"A": "4 5", "B": {"count": 2}}), "", "hand.missing B"),
    "only the sum": ({}, dobon("9", {"A": "4 5", "B": {"points": 16}}), "B>A 25", ""),
    "an opening needs none": ({}, opening("9", {}), "B>A 13, C>A 13, D>A 13", ""),
    "an opening that doubles": ({"opening_bonus": "doubled"}, opening("9", {}), "", "hand.missing A"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "payments", "objections"), MISSING.values(), ids=MISSING)
def test_hands_that_are_not_entered(
    options: dict[str, object], facts: dict[str, Any], payments: str, objections: str
) -> None:
    entry = last(session("A B C D", facts, game="kawagoe", **options))
    assert (paid(entry), problems(entry)) == (payments, objections)
