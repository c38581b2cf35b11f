"""手役ドボン: yaku are added up and looked up in 100 200 400 800 1600 3200; a card left costs 100."""

from typing import Any

import pytest

from scorekeeper.scoring.reporting import explain
from tests.scoring.dobon.teyaku import LAPSING, T2_3, TOP_3, clear, deckout, dobon, draw, play
from tests.scoring.tables import a_round, last, net, paid, problems, session

YAKU = [
    pytest.param({}, dobon(), "A +100, B -100", id="no yaku"),
    # two hearts
    pytest.param({}, dobon(hand="H4 H5", turnup="H9"), "A +400, B -400", id="two dora"),
    pytest.param({}, dobon(hand="H4 S5", turnup="HK"), "A +200, B -200", id="one dora"),
    pytest.param({}, dobon(hand="H4 S5", turnup="H"), "A +200, B -200", id="the suit alone"),
    pytest.param({"dora": "off"}, dobon(hand="H4 H5", turnup="H9"), "A +100, B -100", id="dora off"),
    pytest.param({}, dobon(hand="Jk 9", turnup="H9"), "A +200, B -200", id="a joker"),
    pytest.param({}, dobon(hand="Jk JkB 9"), "A +400, B -400", id="two jokers"),
    pytest.param({"joker_yaku": "off"}, dobon(hand="Jk 9"), "A +100, B -100", id="jokers count nothing"),
    # no dora then, but +1 for a dobon
    pytest.param({}, dobon(hand="H4 H5", turnup="JkR"), "A +200, B -200", id="a joker was turned up"),
    pytest.param({}, draw(turnup="Jk"), "A +300, B -100, C -100, D -100", id="not for a draw"),
    # declared: 100 into the pot and out of it again; one spade
    pytest.param({}, dobon(hand="S4 5", bottom="SK", riichi="A"), "A +200, B -200", id="ura-dora"),
    pytest.param({}, dobon(hand="S4 5", bottom="SK", riichi="C"), "A +200, B -100, C -100",
                 id="ura-dora for who declared only"),
    pytest.param({}, dobon(hand="S4 5", bottom="SK"), "A +100, B -100", id="no declaration, no ura-dora"),
    # the stick comes back to A either way: one spade makes 200, none 100
    pytest.param(LAPSING, dobon(hand="S4 5", bottom="SK", riichi="A"), "A +200, B -200", id="it still holds"),
    pytest.param(
        LAPSING, dobon(hand="S4 5", bottom="SK", riichi="A A", lapsed="A"), "A +100, B -100", id="lapsed",
    ),
    pytest.param(
        LAPSING, dobon(hand="S4 5", bottom="SK", riichi="A C", lapsed="C"), "A +300, B -200, C -100",
        id="another's has lapsed",
    ),
    pytest.param(
        {}, dobon(hand="S4 5", bottom="SK", riichi="A", lapsed="A"), "A +200, B -200",
        id="it holds for the whole round",
    ),
    pytest.param(
        LAPSING, draw("SA S5 4", bottom="SK", riichi="A", lapsed="A"), "A +300, B -100, C -100, D -100",
        id="a draw after it has lapsed",
    ),
    pytest.param(
        {}, dobon(hand="S4 5", bottom="Jk", riichi="A"), "A +100, B -100", id="a joker at the bottom",
    ),
    pytest.param({}, dobon(hand="S4 H5", turnup="♥", bottom="S", riichi="A"), "A +400, B -400",
                 id="the suits alone"),
    pytest.param({}, dobon(hand="S4 S5", turnup="S9", bottom="SK", riichi="A"), "A +1600, B -1600",
                 id="dora and ura-dora of one suit: 4"),
    # 1 + 2
    pytest.param(
        {}, dobon(hand="9", extra_yaku={"A": [{"name": "単騎", "yaku": 1}, {"name": "x", "yaku": 2}]}),
        "A +800, B -800", id="the table's own",
    ),
    pytest.param({}, dobon(extra_yaku={"C": [{"name": "x", "yaku": 5}]}), "A +100, B -100", id="of a loser"),
    pytest.param(
        {}, dobon(extra_yaku={"A": [{"name": "x", "yaku": 99}]}), "A +3200, B -3200", id="5 and all above",
    ),
    pytest.param(TOP_3, dobon(hand="Jk 9"), "A +300, B -300", id="other numbers"),
    pytest.param(TOP_3, dobon(hand="H4 H5 Jk", turnup="H9"), "A +700, B -700", id="the last for all above"),
    # the caller pays the counterer's value
    pytest.param(
        {}, dobon(hands={"B": "H9"}, turnup="HK", returns="B"), "A -200, B +200", id="a counter",
    ),
    pytest.param(
        {"return_factor": 2}, dobon(hands={"B": "H9"}, turnup="HK", returns="B"), "A -400, B +400",
        id="a counter that doubles",
    ),
    pytest.param(
        {}, a_round("dobon", callers="A C", victim="B", card="9", turnup="H2", hands={"A": "4 5", "C": "H9"}),
        "A +100, B -300, C +200", id="two winners",
    ),
    pytest.param({}, draw(), "A +300, B -100, C -100, D -100", id="a draw"),
    pytest.param({"draw_payers": "holder"}, draw(victim="C"), "A +100, C -100", id="a draw, the holder pays"),
    # 100 / 3 = 33.3, up to 34; up to 50; up to 100
    pytest.param({"draw_payers": "shared"}, draw(), "A +102, B -34, C -34, D -34", id="a draw, shared"),
    pytest.param(
        {"draw_payers": "shared", "share_unit": 50}, draw(), "A +150, B -50, C -50, D -50",
        id="shared in 50s",
    ),
    pytest.param(
        {"draw_payers": "shared", "share_unit": 100}, draw(hand="HA H5 4", turnup="H9"),
        "A +600, B -200, C -200, D -200", id="400 in 100s: 133.3 up to 200",
    ),
    pytest.param({}, clear(), "A +300, B -100, C -100, D -100", id="a clear"),
    pytest.param(
        {}, a_round("out", winner="A", hands={"B": {"count": 4}, "C": "3 Jk", "D": []}),
        "A +500, B -400, C -100", id="a joker is no card",
    ),
    pytest.param(
        {"deckout_jokers": "counted"},
        a_round("out", winner="A", hands={"B": {"count": 4}, "C": "3 Jk", "D": []}),
        "A +600, B -400, C -200", id="a joker is a card",
    ),
    pytest.param({"clear_points": 30}, clear(), "A +90, B -30, C -30, D -30", id="30 a card"),
    # a) who pays and holds a joker: twice; two jokers: twice, or four times
    pytest.param(
        {"joker_loss": "clear", "jokers": 3},
        a_round("out", winner="A", hands={"B": "3 Jk", "C": "3 Jk Jk", "D": "3"}),
        "A +500, B -200, C -200, D -100", id="a) holders pay a clear twice",
    ),
    pytest.param(
        {"joker_loss": "clear", "joker_each": "joker"},
        a_round("out", winner="A", hands={"B": "3", "C": "3 Jk Jk", "D": "3"}),
        "A +600, B -100, C -400, D -100", id="a) for every joker",
    ),
    pytest.param({"joker_loss": "clear"}, dobon(hands={"B": "3 Jk"}), "A +100, B -100", id="a) not a dobon"),
    # b) on: the clear is doubled once, not twice
    pytest.param(
        {"joker_loss": "all"}, a_round("out", winner="A", hands={"B": "3 Jk", "C": "3", "D": "3"}),
        "A +400, B -200, C -100, D -100", id="b) takes the place of a)",
    ),
    pytest.param(
        {"joker_loss": "all"}, dobon(hands={"B": "3 Jk"}), "A +200, B -200", id="b) the payer holds",
    ),
    # a joker is a yaku too: 200, twice
    pytest.param({"joker_loss": "all"}, dobon(hand="Jk 9"), "A +400, B -400", id="b) the winner holds"),
    pytest.param(
        {"joker_loss": "all"}, dobon(hand="Jk 9", hands={"B": "Jk"}), "A +800, B -800",
        id="b) both: four times",
    ),
    pytest.param(
        {"joker_loss": "all", "joker_both": "two"}, dobon(hand="Jk 9", hands={"B": "Jk"}), "A +400, B -400",
        id="b) both: twice",
    ),
    # 400 for two jokers, 2 x 2 for them, x 2 for B's: 8; the larger of the two sides: 4
    pytest.param(
        {"joker_loss": "all", "joker_each": "joker", "jokers": 4}, dobon(hand="Jk Jk 9", hands={"B": "Jk"}),
        "A +3200, B -3200", id="b) both, for every joker",
    ),
    pytest.param(
        {"joker_loss": "all", "joker_each": "joker", "joker_both": "two", "jokers": 4},
        dobon(hand="Jk Jk 9", hands={"B": "Jk"}), "A +1600, B -1600", id="b) the more jokers count",
    ),
    pytest.param(
        {"joker_loss": "all"},
        a_round("draw", winner="A", card="10", hands={"A": "A 5 4", "B": "Jk", "C": "3"}),
        "A +400, B -200, C -100, D -100", id="b) a draw",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "change"), YAKU)
def test_what_a_round_is_worth(options: dict[str, object], facts: dict[str, Any], change: str) -> None:
    entry = play(facts, **options)
    assert (net(entry), problems(entry)) == (change, "")


def test_t2_3_all_yaku_at_once() -> None:
    # dora 2 (hearts 3 and 4), ura-dora 1 (the spade), joker 1, second win in a row 1: 5 yaku
    entry = play(dobon("B", "C"), T2_3)
    assert [step.code for step in entry.outcome.transfers[1].steps] == [
        "yaku.dora", "yaku.ura", "yaku.joker", "yaku.streak", "yaku.sum", "yaku.points",
    ]  # fmt: skip
    assert paid(entry) == "B>pot 100, C>B 3200, pot>B 100"


TOGETHER = [(cards, 18, "") for cards in ("9 9", "3 6", "2 9", "5 K", "8 10", "7 J", "6 Q")]


@pytest.mark.parametrize(
    ("cards", "target", "objections"),
    [
        *TOGETHER,
        ("6 Q", 6, ""),
        ("A 5", 6, ""),
        ("A 5", 18, "claim.wrong A"),
        ("9 9", 12, "claim.wrong A, claim.target"),
    ],
)
def test_t2_9_three_sixes(cards: str, target: int, objections: str) -> None:
    facts = a_round("dobon", callers="A", victim="B", card="6", count=3, target=target, hands={"A": cards})
    entry = play(facts)
    assert (net(entry), problems(entry)) == ("A +100, B -100", objections)


@pytest.mark.parametrize(
    ("rest", "target", "objections"), [("2 9", 18, ""), ("A 5", 18, "claim.wrong B"), ("A 5", 6, "")]
)
def test_a_counter_needs_the_number_that_was_claimed(rest: str, target: int, objections: str) -> None:
    hands = {"A": "6 Q", "B": rest}
    facts = a_round(
        "dobon", callers="A", victim="B", card="6", count=3, target=target, hands=hands, returns="B"
    )
    assert problems(play(facts)) == objections


# T2-4 to T2-6 are in test_vectors.py.
DECKOUTS = [
    # 33 each, 1 stays; 0 each in hundreds, 100 stay
    pytest.param(
        (2, 2, 2, 3), {"deckout_rest": "pot"}, "A +33, B +33, C +33, D -100, pot +1",
        id="the rest into the pot",
    ),
    pytest.param(
        (2, 2, 2, 3), {"deckout_rest": "pot", "share_unit": 100}, "D -100, pot +100", id="all of it",
    ),
    pytest.param((3, 3, 3, 3), {}, "", id="all equal"),
    pytest.param((0, 0, 0, 0), {}, "", id="nobody has a card"),
    # one winner shares with nobody: 3 x 50, not rounded to hundreds
    pytest.param(
        (2, 3, 3, 3), {"share_unit": 100, "clear_points": 50}, "A +150, B -50, C -50, D -50",
        id="nothing to share",
    ),
    pytest.param((2, 2, 3, 3), {"share_unit": 100}, "A +100, B +100, C -100, D -100", id="it divides"),
    # I = 30 + 30 + 30 = 90 by 1 winner
    pytest.param((1, 2, 2, 2), {"clear_points": 30}, "A +90, B -30, C -30, D -30", id="30 a card"),
]  # fmt: skip


@pytest.mark.parametrize(("counts", "options", "change"), DECKOUTS)
def test_the_stock_is_used_up(counts: tuple[int, ...], options: dict[str, object], change: str) -> None:
    entry = play(deckout(*counts), **options)
    assert (net(entry), problems(entry)) == (change, "")


def test_nothing_is_shared_where_all_have_as_many() -> None:
    entry = play(deckout(3, 3, 3, 3))
    assert explain(entry, str) == ["Everybody has the same number of cards (3), so nobody pays."]
    assert entry.outcome.streak == {"A": 1, "B": 1, "C": 1, "D": 1}


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


def test_jokers_among_the_cards_that_are_counted() -> None:
    facts = a_round("deckout", hands={"A": "3 Jk", "B": "2", "C": "4", "D": "5 6"})
    # 1 1 1 2 against 2 1 1 2: 100 by three, or 200 by two
    assert net(play(facts)) == "A +34, B +34, C +34, D -102"
    assert net(play(facts, deckout_jokers="counted")) == "A -100, B +100, C +100, D -100"


def test_a_used_up_stock_with_a_hand_missing() -> None:
    entry = play(a_round("deckout", hands={"A": "3", "B": {"points": 7}, "C": {"count": 2}}))
    assert (net(entry), problems(entry)) == ("", "hand.missing B, hand.missing D")
    assert entry.outcome.streak is None


OBJECTIONS = [
    pytest.param({"draw_payers": "holder"}, draw(), "", "holder.missing", id="who pays is not known"),
    pytest.param(
        {}, draw(hand="A 5 5"), "A +300, B -100, C -100, D -100", "claim.wrong A", id="a draw of 11",
    ),
    pytest.param({}, dobon(hand=""), "A +100, B -100", "claim.no_cards A", id="no cards"),
    pytest.param(
        {}, a_round("dobon", callers="A", victim="B", card="9", hands={}), "", "hand.missing A", id="no hand",
    ),
    pytest.param(
        {}, clear() | {"hands": {"B": ["3"], "C": ["3"]}}, "A +200, B -100, C -100", "hand.missing D",
        id="one hand missing",
    ),
    pytest.param({}, clear() | {"hands": {"B": {"points": 3}, "C": ["3"], "D": []}}, "A +100, C -100",
                 "hand.missing B", id="a sum is no number of cards"),
    # what a number counts says nothing where no number is paid
    pytest.param(
        {"number_counts": "each"}, dobon(hand="A 7", target=8), "A +100, B -100", "claim.target",
        id="an 8 on a 9",
    ),
    pytest.param({"out_card": "refused"}, dobon(hands={"B": {"count": 0}}), "A +100, B -100",
                 "out_card.refused B", id="the going-out card"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "change", "objections"), OBJECTIONS)
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
