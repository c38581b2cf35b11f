"""手役ドボン: yaku are added up and looked up in 100 200 400 800 1600 3200; a card left costs 100."""

from typing import Any

import pytest

from scorekeeper.scoring.document import read_document, write_document
from tests.scoring.dobon.teyaku import LAPSING, TOP_3, clear, deckout, dobon, draw, play
from tests.scoring.tables import a_round, document, last, net, problems, refused, session

YAKU = {
    # two hearts
    "two dora": ({}, dobon(hand="H4 H5", turnup="H9"), "A +400, B -400"),
    # no dora then, but +1 for a dobon
    "a joker was turned up": ({}, dobon(hand="H4 H5", turnup="JkR"), "A +200, B -200"),
    "not for a draw": ({}, draw(turnup="Jk"), "A +300, B -100, C -100, D -100"),
    # declared: 100 into the pot and out of it again; one spade
    "ura-dora": ({}, dobon(hand="S4 5", bottom="SK", riichi="A"), "A +200, B -200"),
    "ura-dora for who declared only": ({}, dobon(hand="S4 5", bottom="SK", riichi="C"),
        "A +200, B -100, C -100"),
    "lapsed": (LAPSING, dobon(hand="S4 5", bottom="SK", riichi="A A", lapsed="A"), "A +100, B -100"),
    "another's has lapsed": (LAPSING, dobon(hand="S4 5", bottom="SK", riichi="A C", lapsed="C"),
        "A +300, B -200, C -100"),
    "it holds for the whole round": ({}, dobon(hand="S4 5", bottom="SK", riichi="A", lapsed="A"),
        "A +200, B -200"),
    "a draw after it has lapsed": (LAPSING, draw("SA S5 4", bottom="SK", riichi="A", lapsed="A"),
        "A +300, B -100, C -100, D -100"),
    "a joker at the bottom": ({}, dobon(hand="S4 5", bottom="Jk", riichi="A"), "A +100, B -100"),
    # 1 + 2
    "the table's own": ({},
        dobon(hand="9", extra_yaku={"A": [{"name": "単騎", "yaku": 1}, {"name": "x", "yaku": 2}]}),
        "A +800, B -800"),
    "of a loser": ({}, dobon(extra_yaku={"C": [{"name": "x", "yaku": 5}]}), "A +100, B -100"),
    "5 and all above": ({}, dobon(extra_yaku={"A": [{"name": "x", "yaku": 99}]}), "A +3200, B -3200"),
    "the last for all above": (TOP_3, dobon(hand="H4 H5 Jk", turnup="H9"), "A +700, B -700"),
    # the caller pays the counterer's value
    "a counter": ({}, dobon(hands={"B": "H9"}, turnup="HK", returns="B"), "A -200, B +200"),
    "two winners": ({},
        a_round("dobon", callers="A C", victim="B", card="9", turnup="H2", hands={"A": "4 5", "C": "H9"}),
        "A +100, B -300, C +200"),
    "shared in 50s": ({"draw_payers": "shared", "share_unit": 50}, draw(), "A +150, B -50, C -50, D -50"),
    "400 in 100s: 133.3 up to 200": ({"draw_payers": "shared", "share_unit": 100},
        draw(hand="HA H5 4", turnup="H9"), "A +600, B -200, C -200, D -200"),
    "a) not a dobon": ({"joker_loss": "clear"}, dobon(hands={"B": "3 Jk"}), "A +100, B -100"),
    # 400 for two jokers, 2 x 2 for them, x 2 for B's: 8; the larger of the two sides: 4
    "b) both, for every joker": ({"joker_loss": "all", "joker_each": "joker", "jokers": 4},
        dobon(hand="Jk Jk 9", hands={"B": "Jk"}), "A +3200, B -3200"),
    "b) the more jokers count": (
        {"joker_loss": "all", "joker_each": "joker", "joker_both": "two", "jokers": 4},
        dobon(hand="Jk Jk 9", hands={"B": "Jk"}), "A +1600, B -1600"),
    "b) a draw": ({"joker_loss": "all"},
        a_round("draw", winner="A", card="10", hands={"A": "A 5 4", "B": "Jk", "C": "3"}),
        "A +400, B -200, C -100, D -100"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "change"), YAKU.values(), ids=YAKU)
def test_what_a_round_is_worth(options: dict[str, object], facts: dict[str, Any], change: str) -> None:
    entry = play(facts, **options)
    assert (net(entry), problems(entry)) == (change, "")


# T2-4 to T2-6 are in test_vectors.py.
DECKOUTS = {
    # 33 each, 1 stays; 0 each in hundreds, 100 stay
    "the rest into the pot": ((2, 2, 2, 3), {"deckout_rest": "pot"}, "A +33, B +33, C +33, D -100, pot +1"),
    "all of it": ((2, 2, 2, 3), {"deckout_rest": "pot", "share_unit": 100}, "D -100, pot +100"),
    "all equal": ((3, 3, 3, 3), {}, ""),
    # one winner shares with nobody: 3 x 50, not rounded to hundreds
    "nothing to share": ((2, 3, 3, 3), {"share_unit": 100, "clear_points": 50},
        "A +150, B -50, C -50, D -50"),
    "it divides": ((2, 2, 3, 3), {"share_unit": 100}, "A +100, B +100, C -100, D -100"),
    # I = 5 + 5 + 5 = 15 by 1 winner
    "5 a card": ((1, 2, 2, 2), {"clear_points": 5}, "A +15, B -5, C -5, D -5"),
}  # fmt: skip


@pytest.mark.parametrize(("counts", "options", "change"), DECKOUTS.values(), ids=DECKOUTS)
def test_the_stock_is_used_up(counts: tuple[int, ...], options: dict[str, object], change: str) -> None:
    entry = play(deckout(*counts), **options)
    assert (net(entry), problems(entry)) == (change, "")


def test_shares_that_leave_nothing_over_are_named() -> None:
    assert [note.code for note in play(deckout(2, 2, 3, 3)).outcome.remarks] == ["note.derived_share"]


HEAVIEST = [
    # 1 card more each: 300 by 2 in hundreds is 200 each, 100 are missing.  C 4+5, D K+2, E 3+4: D
    ({"C": "4 5", "D": "K 2", "E": "3 4"}, "A +200, B +200, C -100, D -200, E -100"),
    # 15 all three: the earliest seat
    ({"C": "7 8", "D": "K 2", "E": "6 9"}, "A +200, B +200, C -200, D -100, E -100"),
    # E has the most cards whatever they count: 100 + 100 + 200, by 2 is 200, nothing missing
    ({"C": "K K", "D": "K Q", "E": "A A A"}, "A +200, B +200, C -100, D -100, E -200"),
    # jokers are no cards: C has two, E one joker more
    ({"C": "4 5", "D": "K 2", "E": "3 4 Jk"}, "A +200, B +200, C -100, D -200, E -100"),
]


@pytest.mark.parametrize(("hands", "change"), HEAVIEST)
def test_who_bears_what_does_not_divide(hands: dict[str, str], change: str) -> None:
    facts = a_round("deckout", hands={"A": "3", "B": "2", **hands})
    entry = last(session("A B C D E", facts, game="teyaku", share_unit=100))
    assert (net(entry), problems(entry)) == (change, "")


def test_a_used_up_stock_with_a_hand_missing() -> None:
    entry = play(a_round("deckout", hands={"A": "3", "B": {"points": 7}, "C": {"count": 2}}))
    assert (net(entry), problems(entry)) == ("", "hand.missing B, hand.missing D")
    assert entry.outcome.streak is None


OBJECTIONS = {
    "who pays is not known": ({"draw_payers": "holder"}, draw(), "", "holder.missing"),
    "a draw of 11": ({}, draw(hand="A 5 5"), "A +300, B -100, C -100, D -100", "claim.wrong A"),
    "no hand": ({}, a_round("dobon", callers="A", victim="B", card="9", hands={}), "", "hand.missing A"),
    "one hand missing": ({}, clear() | {"hands": {"B": ["3"], "C": ["3"]}}, "A +200, B -100, C -100",
        "hand.missing D"),
    "a sum is no number of cards": ({}, clear() | {"hands": {"B": {"points": 3}, "C": ["3"], "D": []}},
        "A +100, C -100", "hand.missing B"),
    # what a number counts says nothing where no number is paid
    "an 8 on a 9": ({"number_counts": "each"}, dobon(hand="A 7", target=8), "A +100, B -100", "claim.target"),
    "the going-out card": ({"out_card": "refused"}, dobon(hands={"B": {"count": 0}}), "A +100, B -100",
        "out_card.refused B"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "change", "objections"), OBJECTIONS.values(), ids=OBJECTIONS)
def test_objections(options: dict[str, object], facts: dict[str, Any], change: str, objections: str) -> None:
    entry = play(facts, **options)
    assert (net(entry), problems(entry)) == (change, objections)


@pytest.mark.parametrize(
    ("options", "unknown"),
    [
        ({}, True),
        ({"dora": "off"}, True),
        ({"joker_yaku": "off"}, True),
        ({"dora": "off", "joker_yaku": "off"}, False),
    ],
)
def test_yaku_of_a_hand_of_which_only_the_number_is_known(options: dict[str, object], unknown: bool) -> None:
    facts = a_round("dobon", callers="A", victim="B", card="9", turnup="H9", hands={"A": {"count": 2}})
    entry = play(facts, **options)
    assert net(entry) == "A +100, B -100"
    assert ("note.cards_unknown" in [step.code for step in entry.outcome.notes]) == unknown


SUIT_COUNTS = {
    "one dora": (dobon(hand="4 5 Hx1", turnup="H"), "A +200, B -200"),
    "two dora": (dobon(hand="4 5 Hx2", turnup="H9"), "A +400, B -400"),
    "one known, two in all": (dobon(hand="H4 5 Hx2", turnup="H"), "A +400, B -400"),
    "another suit": (dobon(hand="4 5 Sx2", turnup="H"), "A +100, B -100"),
    "a joker was turned up": (dobon(hand="4 5 Hx2", turnup="Jk"), "A +200, B -200"),
    "dora and ura-dora": (dobon(hand="4 5 Hx1 Sx1", turnup="H", bottom="S", riichi="A"), "A +400, B -400"),
    "one suit is both": (dobon(hand="4 5 Hx2", turnup="H", bottom="H", riichi="A"), "A +1600, B -1600"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "expected"), SUIT_COUNTS.values(), ids=SUIT_COUNTS)
def test_dora_told_for_the_hand(entry: dict[str, Any], expected: str) -> None:
    scored = play(entry)
    assert net(scored) == expected
    assert problems(scored) == ""


WRONG = {
    "more than cards": (dobon(hand="4 5 Hx3", turnup="H"), {}, "suits.bounds A"),
    "one of a rank in a deck": (dobon(hand="A 4 4 Hx3", turnup="H"), {}, "suits.bounds A"),
    "two decks": (dobon(hand="A 4 4 Hx3", turnup="H"), {"decks": 2}, ""),
    "fewer than are shown": (dobon(hand="H4 H5 Hx1", turnup="H"), {}, "suits.bounds A"),
    "a joker has no suit": (dobon(hand="9 Jk Hx2", turnup="H"), {}, "suits.bounds A"),
    "three suits of two cards": (dobon(hand="4 5 Hx2 Sx1", turnup="H"), {}, "suits.cards A"),
    "a known one is not free": (dobon(hand="H4 5 Hx1 Sx2", turnup="H"), {}, "suits.bounds A"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "options", "expected"), WRONG.values(), ids=WRONG)
def test_what_no_hand_can_hold(entry: dict[str, Any], options: dict[str, object], expected: str) -> None:
    assert problems(play(entry, **options)) == expected


def test_hands_together_have_one_of_a_rank_in_a_deck() -> None:
    """A and C both say that 4 and 5 are hearts."""
    both = dobon(hand="4 5 Hx2", hands={"C": "4 5 Hx2"}, turnup="H")
    both["callers"] = ["A", "C"]
    assert problems(play(both)) == "deck.too_many"
    assert problems(play(both, decks=2)) == ""


@pytest.mark.parametrize(
    ("hand", "shown", "unsaid"),
    [
        ("4 5", {"turnup": "H"}, ["♥"]),
        ("4 5 Hx0", {"turnup": "H"}, []),
        ("H4 S5 Jk", {"turnup": "H"}, []),
        ("4 5 Sx2", {"turnup": "H"}, []),
        ("4 5 Sx1", {"turnup": "H"}, ["♥"]),
        ("4 5", {"turnup": "Jk"}, []),
        ("4 5", {"turnup": "H", "bottom": "S"}, ["♥"]),
        ("4 5", {"turnup": "H", "bottom": "S", "riichi": "A"}, ["♥", "♠"]),
        ("4 5", {"turnup": "H", "bottom": "H", "riichi": "A"}, ["♥"]),
        ("4 5", {"turnup": "H", "bottom": "S", "riichi": "A", "lapsed": "A"}, ["♥"]),
    ],
)
def test_what_nobody_said_is_told(hand: str, shown: dict[str, str], unsaid: list[str]) -> None:
    notes = play(dobon(hand=hand, **shown), **LAPSING).outcome.notes
    assert [str(note.values["suit"]) for note in notes if note.code == "note.suit_unsaid"] == [
        {"♥": "H", "♠": "S"}[suit] for suit in unsaid
    ]


def test_it_is_kept_behind_the_cards() -> None:
    data = session("A B C D", dobon(hand="♥×1 4 h5", turnup="H"), game="teyaku")
    written = write_document(data)
    assert written["rounds"][0]["hands"]["A"] == ["4", "H5", "Hx1"]
    assert write_document(read_document(written)) == written


def test_a_suit_is_told_once() -> None:
    one = {"kind": "dobon", "callers": ["A"], "victim": "B", "hands": {"A": ["4", "Hx1", "5", "Hx1"]}}
    assert refused(document("A B", one, game="teyaku")) == ("rounds[0].hands.A", "hand.suit_twice")
