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
VECTORS = [
    # H of B: 3+12 = 15; 9 + 9 + 15 = 33, x 2
    pytest.param({"return_hands": "both"}, returned("3 Q"), "A -66, B +66", id="both hands on a return"),
    # the returner's joker twice: 18 x 2 x 4
    pytest.param({"return_bonus": "stacked"}, returned("A 8 Jk"), "A -144, B +144", id="K-7 stacked"),
    pytest.param({}, opening("10", {"A": "3 7 Jk Jk"}), "A +42, B -14, C -14, D -14", id="K-9"),
    # other extras: 10+0, 10+100
    pytest.param(
        {"opening_extra": 0}, opening("10", {"A": "3 7"}), "A +30, B -10, C -10, D -10", id="no extra",
    ),
    # H of the caller is N for a sum: 9+9 = 18; both: 9+16+9 = 34; the 2 doubles
    pytest.param({"added_hand": "caller"}, nine("2 7"), "A +36, B -36", id="H of the caller"),
    pytest.param({"added_hand": "both"}, nine("2 7"), "A +68, B -68", id="H of both"),
    # 25 without doublings; a joker worth 5 in the payer's hand
    pytest.param({"twos": "off"}, nine("2 7 Jk"), "A +50, B -50", id="2s off"),
    pytest.param({"joker_factor": "off"}, nine("2 7 Jk"), "A +50, B -50", id="jokers off"),
    pytest.param(
        {"joker_value": 5}, dobon("9", {"A": "4 5", "B": "3 Jk"}), "A +17, B -17", id="a joker counts 5",
    ),
    # 25 x (2+2)
    pytest.param({"combine": "sum"}, nine("2 7 Jk"), "A +100, B -100", id="2 + 2 is as much as 2 x 2"),
    # 25 x (4+2)
    pytest.param({"combine": "sum"}, nine("2 2 5 Jk"), "A +150, B -150", id="4 + 2"),
    # two 9s: N once, or twice: 18+16 = 34
    pytest.param({}, nine("4 5", count=2), "A +25, B -25", id="two 9s count once"),
    pytest.param({"number_counts": "each"}, nine("4 5", count=2), "A +34, B -34", id="two 9s count each"),
    # a one-card hand; a joker with it
    pytest.param({}, nine("9"), "A +25, B -25", id="one card"),
    pytest.param({}, nine("9 Jk"), "A +50, B -50", id="one card and a joker"),
    # B has nothing left: 9+0
    pytest.param({}, dobon("9", {"A": "4 5", "B": ""}), "A +9, B -9", id="an empty hand"),
    # C too: 25 x 1 and 25 x 2; each in full
    pytest.param(
        {}, dobon("9", {"A": "4 5", "C": "2 7", "B": "3 K"}, "A C"), "A +25, B -75, C +50", id="two callers",
    ),
    # after B comes C
    pytest.param(
        {"several": "first"}, dobon("9", {"A": "4 5", "C": "2 7", "B": "3 K"}, "A C"), "B -50, C +50",
        id="first in turn only",
    ),
    # from each: (9+9) x 2 from A, (9+9) x 2 from C
    pytest.param(
        {}, dobon("9", {"A": "4 5", "C": "2 7", "B": "9"}, "A C", returns="B"), "A -36, B +72, C -36",
        id="a return collects from each",
    ),
    # only C's claim counted
    pytest.param(
        {"several": "first"}, dobon("9", {"A": "4 5", "C": "2 7", "B": "9"}, "A C", returns="B"),
        "B +36, C -36", id="a return against the first in turn",
    ),
    # kept: C's own 2 doubles what C pays, A has none
    pytest.param(
        {"first_bonus": "kept"}, dobon("9", {"A": "4 5", "C": "2 7", "B": "9"}, "A C", returns="B"),
        "A -36, B +108, C -72", id="each keeps the own 2s",
    ),
    # B returns, A returns that: B pays 9 + H(B) 9 = 18, x 2 x 2, x 2 for A's 2
    pytest.param(
        {"returns": "chain"}, dobon("9", {"A": "2 7", "B": "4 5"}, returns="B A"), "A +144, B -144",
        id="a chain",
    ),
    # V is both payer and first payer: counted once
    pytest.param(
        {"returns": "chain", "return_hands": "both"}, dobon("9", {"A": "4 5", "B": "9"}, returns="B A"),
        "A +72, B -72", id="both hands are one",
    ),
    # the opening of A, 10+4 from each of three, returned by C: 14 x 3 x 2 from A
    pytest.param(
        {}, opening("10", {"A": "3 7", "C": "4 6"}, returns="C"), "A -84, C +84", id="an opening returned",
    ),
    # A and D both open: B and C pay 14 to each; returned by C: what each would have got, 28, x 2
    pytest.param(
        {}, opening("10", {"A": "3 7", "D": "10"}, "A D"), "A +28, B -28, C -28, D +28", id="two open",
    ),
    pytest.param(
        {}, opening("10", {"A": "3 7", "D": "10", "C": "9 A"}, "A D", returns="C"),
        "A -56, C +112, D -56", id="two openings returned",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "change"), VECTORS)
def test_what_a_round_is_worth(options: dict[str, object], facts: dict[str, Any], change: str) -> None:
    entry = last(session("A B C D", facts, game="kawagoe", **options))
    assert (net(entry), problems(entry)) == (change, "")


def test_the_first_in_turn_when_a_round_opens_sits_after_the_dealer() -> None:
    # B was claimed and deals: after B come C, D, A.  A and D call: D; A pays like everybody else, 14
    rounds = [nine("4 5"), opening("10", {"A": "3 7", "D": "10"}, "A D")]
    entry = last(session("A B C D", *rounds, game="kawagoe", several="first"))
    assert net(entry) == "A -14, B -14, C -14, D +42"
    assert [step.code for step in entry.outcome.notes] == ["note.only_first"]


def test_who_alone_has_called_is_not_said_to_be_the_first() -> None:
    entry = last(session("A B C D", nine("4 5"), game="kawagoe", several="first"))
    assert not entry.outcome.notes


NINES = {"A": "2 7", "B": "9", "C": "9"}
OBJECTIONS = [
    # 2x5 is no sum; the 14s are paid as entered
    pytest.param(
        {}, opening("10", {"A": "2 5 Jk Jk"}), "claim.wrong A", id="K-9 no arithmetic at the opening",
    ),
    pytest.param({}, opening("5", {"A": "A 4"}), "", id="a sum"),
    pytest.param({}, nine("3 Q", target=9), "", id="the card's own number"),
    pytest.param({}, nine("3 5", target=8), "claim.target", id="another number"),
    pytest.param({}, nine("9 9", count=2, target=18), "claim.total", id="18 on two 9s"),
    pytest.param(
        {"together": "on"}, nine("6 Q", count=2, target=18), "", id="18 where the total may be claimed",
    ),
    pytest.param({"single_claim": "refused"}, nine("9 Jk"), "claim.single A", id="one card and a joker"),
    pytest.param({}, nine("Jk Jk"), "claim.no_cards A", id="jokers only"),
    pytest.param({}, nine("4 5 Jk Jk Jk"), "deck.jokers", id="three jokers"),
    pytest.param({"jokers": 0}, nine("4 5 Jk"), "deck.joker", id="no jokers at all"),
    # two 9s on the table and three in hands
    pytest.param({}, dobon("9", {"A": "9", "B": "9 9"}, count=2), "deck.too_many", id="five 9s"),
    pytest.param(
        {}, dobon("9", {"A": "2 7", "C": "9", "B": "4"}, returns="C"), "returns.not_victim C", id="C",
    ),
    pytest.param(
        {"return_by": "anyone"}, dobon("9", {"A": "2 7", "C": "9", "B": "4"}, returns="C"), "", id="anybody",
    ),
    pytest.param({}, returned("3 Q") | {"returns": ["B", "A"]}, "returns.once A", id="a return of a return"),
    pytest.param(
        {"returns": "chain"}, dobon("9", {"A": "2 7", "B": "9", "C": "9"}, returns="B C"),
        "returns.not_victim C", id="C is not who was claimed",
    ),
    # B, A and B again answer each other; C answers nobody
    pytest.param(
        {"returns": "chain"}, dobon("9", {"A": "2 7", "B": "9"}, returns="B A B"), "", id="to and fro",
    ),
    pytest.param(
        {"returns": "chain"}, dobon("9", {"A": "2 7", "B": "9", "C": "9"}, returns="B A C"),
        "returns.not_victim C", id="C was not hit by the last return",
    ),
    # at an opening everybody is hit, but only by the first call
    pytest.param(
        {"returns": "chain"}, opening("9", NINES, returns="B A B"), "", id="to and fro at an opening",
    ),
    pytest.param(
        {"returns": "chain"}, opening("9", NINES, returns="B A C"),
        "returns.not_victim C", id="C is not hit again",
    ),
    pytest.param({}, returned("3 J"), "claim.wrong B", id="a wrong return"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "objections"), OBJECTIONS)
def test_objections(options: dict[str, object], facts: dict[str, Any], objections: str) -> None:
    entry = last(session("A B C D", facts, game="kawagoe", **options))
    assert problems(entry) == objections
    assert any(entry.change.values())


MISSING = [
    pytest.param({}, dobon("9", {"A": "4 5"}), "", "hand.missing B", id="the payer's"),
    # whether there is a 2 in it, or a joker
    pytest.param({}, dobon("9", {"B": "3 K"}), "", "hand.missing A", id="the caller's"),
    pytest.param(
        {"twos": "off", "joker_factor": "off"}, dobon("9", {"B": "3 K"}), "B>A 25", "", id="not needed",
    ),
    pytest.param(
        {}, a_round("dobon", callers="A", victim="B", hands={"A": "9", "B": "3"}), "", "card.missing",
        id="the card",
    ),
    pytest.param({}, dobon("9", {"A": "4 5", "B": {"count": 2}}), "", "hand.missing B", id="only the number"),
    pytest.param({}, dobon("9", {"A": "4 5", "B": {"points": 16}}), "B>A 25", "", id="only the sum"),
    pytest.param({}, opening("9", {}), "B>A 13, C>A 13, D>A 13", "", id="an opening needs none"),
    pytest.param(
        {"opening_bonus": "doubled"}, opening("9", {}), "", "hand.missing A", id="an opening that doubles",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "payments", "objections"), MISSING)
def test_hands_that_are_not_entered(
    options: dict[str, object], facts: dict[str, Any], payments: str, objections: str
) -> None:
    entry = last(session("A B C D", facts, game="kawagoe", **options))
    assert (paid(entry), problems(entry)) == (payments, objections)


def test_what_is_not_known_of_a_winning_hand_is_said() -> None:
    entry = last(session("A B", nine({"points": 9}), game="kawagoe"))  # type: ignore[arg-type]
    assert [step.code for step in entry.outcome.notes] == ["note.cards_unknown"]


DEALERS = [
    pytest.param([nine("4 5")], "B", id="who was claimed"),
    pytest.param([returned("9")], "A", id="whose claim was returned"),
    pytest.param([nine("4 5"), opening("9", {"A": "9"})], "B", id="everybody lost: as before"),
    pytest.param([nine("4 5"), a_round("nogame")], "B", id="a no-game"),
    pytest.param(
        [nine("4 5"), dobon("9", {"A": "9", "C": "9", "B": "9"}, "A C", returns="B")], "B", id="two lost",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rounds", "dealer"), DEALERS)
def test_the_loser_deals(rounds: list[dict[str, Any]], dealer: str) -> None:
    assert session("A B C", *rounds, game="kawagoe").replay().state.starter == dealer


def test_or_the_winner() -> None:
    assert session("A B", nine("4 5"), game="kawagoe", starts="winner").replay().state.starter == "A"
