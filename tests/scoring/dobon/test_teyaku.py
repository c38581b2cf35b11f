"""手役ドボン: yaku are added up and looked up in 100 200 400 800 1600 3200; a card left costs 100.

What goes on to the next round: the pot, riichi that lapses, winning streaks, and who starts.
"""

from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.document import read_document, write_document
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import opening, replay
from scorekeeper.scoring.settlement import Stake
from tests.scoring.tables import a_round, document, last, net, problems, refused, session


def dobon(caller: str = "A", victim: str = "B", hand: str = "4 5", **more: Any) -> dict[str, Any]:
    """A claim on a 9, worth 100 without yaku."""
    hands = {caller: hand, **more.pop("hands", {})}
    return a_round("dobon", callers=caller, victim=victim, card="9", hands=hands, **more)


def clear(winner: str = "A", **more: Any) -> dict[str, Any]:
    """The others keep a card each."""
    return a_round("out", winner=winner, hands={who: "3" for who in "ABCD" if who != winner}, **more)


def draw(hand: str = "A 5 4", **more: Any) -> dict[str, Any]:
    """A draws a 4 to A 5 on a 10."""
    return a_round("draw", winner="A", card="10", hands={"A": hand}, **more)


def deckout(*counts: int, **more: Any) -> dict[str, Any]:
    hands = {who: {"count": count} for who, count in zip("ABCD", counts, strict=True)}
    return a_round("deckout", hands=hands, **more)


def play(*rounds: dict[str, Any], **options: object) -> Any:
    return last(session("A B C D", *rounds, game="teyaku", **options))


LAPSING = {"riichi_lasts": "turn"}
TOP_3 = {"yaku_points": "100 300 700"}


YAKU = {
    # no dora then, but +1 for a dobon
    "a joker was turned up": ({}, dobon(hand="H4 H5", turnup="JkR"), "A +200, B -200"),
    "not for a draw": ({}, draw(turnup="Jk"), "A +300, B -100, C -100, D -100"),
    # declared: 100 into the pot, which A takes; the spade of A counts nothing
    "ura-dora for who declared only": ({}, dobon(hand="S4 5", bottom="SK", riichi="C"),
        "A +200, B -100, C -100"),
    "lapsed": (LAPSING, dobon(hand="S4 5", bottom="SK", riichi="A A", lapsed="A"), "A +100, B -100"),
    "another's has lapsed": (LAPSING, dobon(hand="S4 5", bottom="SK", riichi="A C", lapsed="C"),
        "A +300, B -200, C -100"),
    "a draw after it has lapsed": (LAPSING, draw("SA S5 4", bottom="SK", riichi="A", lapsed="A"),
        "A +300, B -100, C -100, D -100"),
    "a joker at the bottom": ({}, dobon(hand="S4 5", bottom="Jk", riichi="A"), "A +100, B -100"),
    "of a loser": ({}, dobon(extra_yaku={"C": [{"name": "x", "yaku": 5}]}), "A +100, B -100"),
    "5 and all above": ({}, dobon(extra_yaku={"A": [{"name": "x", "yaku": 99}]}), "A +3200, B -3200"),
    "the last for all above": (TOP_3, dobon(hand="H4 H5 Jk", turnup="H9"), "A +700, B -700"),
    "shared in 50s": ({"draw_payers": "shared", "share_unit": 50}, draw(), "A +150, B -50, C -50, D -50"),
    "400 in 100s: 133.3 up to 200": ({"draw_payers": "shared", "share_unit": 100},
        draw(hand="HA H5 4", turnup="H9"), "A +600, B -200, C -200, D -200"),
    # 400 for two jokers, 2 x 2 for them, x 2 for B's: 8; the larger of the two sides: 4
    "b) both, for every joker": ({"joker_loss": "all", "joker_each": "joker", "jokers": 4},
        dobon(hand="Jk Jk 9", hands={"B": "Jk"}), "A +3200, B -3200"),
    "b) the more jokers count": (
        {"joker_loss": "all", "joker_each": "joker", "joker_both": "two", "jokers": 4},
        dobon(hand="Jk Jk 9", hands={"B": "Jk"}), "A +1600, B -1600"),
}  # fmt: skip


# T2-4 to T2-6 are in test_vectors.py.
DECKOUTS = {
    # 33 each, 1 stays; 0 each in hundreds, 100 stay
    "the rest into the pot": ((2, 2, 2, 3), {"deckout_rest": "pot"}, "A +33, B +33, C +33, D -100, pot +1"),
    # 500 by 3 is 167 each, 501: 1 more from D
    "one point is missing": ((2, 2, 2, 7), {}, "A +167, B +167, C +167, D -501"),
    "all of it": ((2, 2, 2, 3), {"deckout_rest": "pot", "share_unit": 100}, "D -100, pot +100"),
    "all equal": ((3, 3, 3, 3), {}, ""),
    # one winner shares with nobody: 3 x 50, not rounded to hundreds
    "nothing to share": ((2, 3, 3, 3), {"share_unit": 100, "clear_points": 50},
        "A +150, B -50, C -50, D -50"),
    "it divides": ((2, 2, 3, 3), {"share_unit": 100}, "A +100, B +100, C -100, D -100"),
    # I = 5 + 5 + 5 = 15 by 1 winner
    "5 a card": ((1, 2, 2, 2), {"clear_points": 5}, "A +15, B -5, C -5, D -5"),
}  # fmt: skip


OBJECTIONS = {
    "who pays is not known": ({"draw_payers": "holder"}, draw(), "", "holder.missing"),
    "a draw of 11": ({}, draw(hand="A 5 5"), "A +300, B -100, C -100, D -100", "claim.wrong A"),
    "no hand": ({}, a_round("dobon", callers="A", victim="B", card="9", hands={}), "", "hand.missing A"),
    # the number that was entered counts: one dora
    "fewer hearts than are shown": ({}, dobon(hand="H4 H5 Hx1", turnup="H"), "A +200, B -200",
        "suits.bounds A"),
    "one hand missing": ({}, clear() | {"hands": {"B": ["3"], "C": ["3"]}}, "A +200, B -100, C -100",
        "hand.missing D"),
    "a sum is no number of cards": ({}, clear() | {"hands": {"B": {"points": 3}, "C": ["3"], "D": []}},
        "A +100, C -100", "hand.missing B"),
    # what a number counts says nothing where no number is paid
    "an 8 on a 9": ({"number_counts": "each"}, dobon(hand="A 7", target=8), "A +100, B -100", "claim.target"),
    "the going-out card": ({"out_card": "refused"}, dobon(hands={"B": {"count": 0}}), "A +100, B -100",
        "out_card.refused B"),
}  # fmt: skip


SUIT_COUNTS = {  # given for the hand
    "one dora": (dobon(hand="4 5 Hx1", turnup="H"), "A +200, B -200"),
    "one known, two in all": (dobon(hand="H4 5 Hx2", turnup="H"), "A +400, B -400"),
    "another suit": (dobon(hand="4 5 Sx2", turnup="H"), "A +100, B -100"),
    "a joker was turned up": (dobon(hand="4 5 Hx2", turnup="Jk"), "A +200, B -200"),
    "one suit is both": (dobon(hand="4 5 Hx2", turnup="H", bottom="H", riichi="A"), "A +1600, B -1600"),
}  # fmt: skip

ON_PAPER = {name: (*row, "") for name, row in YAKU.items()}
ON_PAPER |= {
    name: (options, deckout(*counts), change, "") for name, (counts, options, change) in DECKOUTS.items()
}
ON_PAPER |= {name: ({}, facts, change, "") for name, (facts, change) in SUIT_COUNTS.items()}
ON_PAPER |= OBJECTIONS


@pytest.mark.parametrize(("options", "facts", "change", "objections"), ON_PAPER.values(), ids=ON_PAPER)
def test_what_a_round_is_worth(
    options: dict[str, object], facts: dict[str, Any], change: str, objections: str
) -> None:
    entry = play(facts, **options)
    assert (net(entry), problems(entry)) == (change, objections)


def test_the_remark_on_equal_shares() -> None:
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
def test_who_pays_the_remainder(hands: dict[str, str], change: str) -> None:
    facts = a_round("deckout", hands={"A": "3", "B": "2", **hands})
    entry = last(session("A B C D E", facts, game="teyaku", share_unit=100))
    assert (net(entry), problems(entry)) == (change, "")


def test_a_used_up_stock_with_a_hand_missing() -> None:
    entry = play(a_round("deckout", hands={"A": "3", "B": {"points": 7}, "C": {"count": 2}}))
    assert (net(entry), problems(entry)) == ("", "hand.missing B, hand.missing D")
    assert entry.outcome.streak is None


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


OF_HEARTS = "A's hand cannot hold ♥ ×{}; possible: {}."
WRONG = {
    "more than cards": (dobon(hand="4 5 Hx3", turnup="H"), {}, OF_HEARTS.format(3, "0–2")),
    "one of a rank in a deck": (dobon(hand="A 4 4 Hx3", turnup="H"), {}, OF_HEARTS.format(3, "0–2")),
    "two decks": (dobon(hand="A 4 4 Hx3", turnup="H"), {"decks": 2}, ""),
    "one is known": (dobon(hand="H4 5 Hx3", turnup="H"), {}, OF_HEARTS.format(3, "1–2")),
    "fewer than are shown": (dobon(hand="H4 H5 Hx1", turnup="H"), {}, OF_HEARTS.format(1, "2–2")),
    "a joker has no suit": (dobon(hand="9 Jk Hx2", turnup="H"), {}, OF_HEARTS.format(2, "0–1")),
    "three suits of two cards": (dobon(hand="4 5 Hx2 Sx1", turnup="H"), {},
        "A's hand has 2 cards, but 3 by their suits."),
    "a known one is not free": (dobon(hand="H4 5 Hx1 Sx2", turnup="H"), {},
        "A's hand cannot hold ♠ ×2; possible: 0–1."),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "options", "expected"), WRONG.values(), ids=WRONG)
def test_impossible_suit_counts(entry: dict[str, Any], options: dict[str, object], expected: str) -> None:
    objections = play(entry, **options).outcome.problems
    assert " / ".join(texts.problem(one, str) for one in objections) == expected


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
        # one deck has one 4 of hearts
        ("H4 4", {"turnup": "H"}, []),
        ("4 5", {"turnup": "Jk"}, []),
        ("4 5", {"turnup": "H", "bottom": "S"}, ["♥"]),
        ("4 5", {"turnup": "H", "bottom": "S", "riichi": "A"}, ["♥", "♠"]),
        ("4 5", {"turnup": "H", "bottom": "H", "riichi": "A"}, ["♥"]),
        ("4 5", {"turnup": "H", "bottom": "S", "riichi": "A", "lapsed": "A"}, ["♥"]),
    ],
)
def test_suits_that_were_not_entered_are_noted(hand: str, shown: dict[str, str], unsaid: list[str]) -> None:
    notes = play(dobon(hand=hand, **shown), **LAPSING).outcome.notes
    assert [str(note.values["suit"]) for note in notes if note.code == "note.suit_unsaid"] == [
        {"♥": "H", "♠": "S"}[suit] for suit in unsaid
    ]


def test_suit_counts_are_written_after_the_cards() -> None:
    data = session("A B C D", dobon(hand="♥×1 4 h5", turnup="H"), game="teyaku")
    written = write_document(data)
    assert written["rounds"][0]["hands"]["A"] == ["4", "H5", "Hx1"]
    assert write_document(read_document(written)) == written


def test_a_suit_counted_twice_is_refused() -> None:
    one = {"kind": "dobon", "callers": ["A"], "victim": "B", "hands": {"A": ["4", "Hx1", "5", "Hx1"]}}
    assert refused(document("A B", one, game="teyaku")) == ("rounds[0].hands.A", "hand.suit_twice")


def test_a_drawer_does_not_hold_the_card_on_the_table() -> None:
    assert refused(document("A B", draw(victim="A"), game="teyaku")) == ("rounds[0].victim", "victim.winner")


STICKS = a_round("nogame", riichi="A A B")
POT = {
    "a clear takes it": ([STICKS, clear("C")], {}, "A -100, B -100, C +600, D -100, pot -300"),
    "a draw takes it": ([STICKS, draw()], {}, "A +600, B -100, C -100, D -100, pot -300"),
    "a counter takes it": ([STICKS, dobon(hands={"B": "9"}, returns="B")], {}, "A -100, B +400, pot -300"),
    # the 1 that did not divide goes to the next winner too
    "without riichi": ([deckout(2, 2, 2, 3), dobon()], {"deckout_rest": "pot", "riichi": "off"},
        "A +201, B -200, pot -1"),
}  # fmt: skip
PAID_WINS = {
    # a dobon 100, then a clear of three cards at 100: 100, or twice, or 100 and 100 more from each
    "only claims": ([dobon(), clear()], {"streak": "factor"}, "A +300, B -100, C -100, D -100"),
    "all, a factor": ([dobon(), clear()], {"streak": "factor", "streak_paid": "wins"},
        "A +600, B -200, C -200, D -200"),
    "all, points": ([dobon(), clear()], {"streak": "points", "streak_paid": "wins"},
        "A +600, B -200, C -200, D -200"),
    "not clears": ([dobon(), clear()], {"streak": "points", "streak_paid": "draws"},
        "A +300, B -100, C -100, D -100"),
}  # fmt: skip
CARRIED = POT | PAID_WINS


@pytest.mark.parametrize(("rounds", "options", "change"), CARRIED.values(), ids=CARRIED)
def test_what_a_later_round_is_worth(
    rounds: list[dict[str, Any]], options: dict[str, object], change: str
) -> None:
    entry = play(*rounds, **options)
    assert (net(entry), problems(entry)) == (change, "")


ANY, VOID = {"riichi_needs": "any"}, {"riichi_needs": "void"}
DECLARED = {
    # 250: two declarations leave 50, which is too little for a third
    "enough": ({"start": 250}, "A A", {}, "", 200, ""),
    "the third is too much": ({"start": 250}, "A A A", {}, "riichi.points A", 300, ""),
    "50 are more than nothing": ({"start": 250}, "A A A", ANY, "", 300, ""),
    # the third leaves -50
    "none are left": ({"start": 250}, "A A A A", ANY, "riichi.points A", 400, ""),
    "0 is none": ({"start": 200}, "A A A B B", ANY, "riichi.points A", 500, ""),
    "nobody started with points": ({"rounds": 3}, "A A A A", {}, "", 400, ""),
    "not played": ({"start": 250}, "A B A", {"riichi": "off"}, "riichi.off A, riichi.off B", 300, ""),
    # the third is objected to and leaves -50, and the next is void
    "void below 0": ({"start": 250}, "A A A A", VOID, "riichi.points A", 300, "A 1"),
    "void at 0": ({"start": 200}, "A A A B A", VOID, "", 300, "A 2"),
    "never void without points": ({"rounds": 3}, "A A A A", VOID, "", 400, ""),
}  # fmt: skip


@pytest.mark.parametrize(
    ("stake", "riichi", "options", "objections", "pot", "void"), DECLARED.values(), ids=DECLARED
)
def test_declaring_takes_points(
    stake: dict[str, object], riichi: str, options: dict[str, object], objections: str, pot: int, void: str
) -> None:
    entry = play(a_round("nogame", riichi=riichi), stake=stake, **options)
    assert (problems(entry), entry.pot) == (objections, pot)
    items = [note.values for note in entry.outcome.notes if note.code == "note.riichi_void"]
    assert " ".join(f"{values['who']} {values['count']}" for values in items) == void


def test_who_never_sat_down_has_no_points_to_declare_with() -> None:
    teyaku, stake = RULESETS["teyaku"], Stake(5000)
    options = house_rules.load(teyaku.defaults, {"riichi_needs": "any"})
    facts = Round("nogame", riichi=("C",))
    [entry] = replay(teyaku, options, opening(["A", "B"], stake), [facts], stake).scored
    assert [texts.problem(one, str) for one in entry.outcome.problems] == [
        "C is not at the table in this round.",
        "C has 0 points; riichi needs 1.",
    ]


def bonuses(wins: str, **options: object) -> list[int]:
    """The bonus in every round: D, C, W are a dobon, clear and draw of A, b and c a dobon and clear of B."""
    ways = {
        "D": dobon(), "C": clear(), "W": draw(), "b": dobon("B", "A"), "c": clear("B"),
        "-": a_round("nogame"),
        "k": deckout(2, 3, 3, 3), "e": deckout(2, 2, 3, 3), "f": deckout(3, 2, 3, 3),
        "x": a_round("burst", player="C"),
        "2": a_round("streak", wins={"A": 3}), "0": a_round("streak", wins={"A": 0}),
        "a": a_round("adjust", transfers=[{"from": "B", "to": "A", "points": 5}]),
    }  # fmt: skip
    played = session("A B C D", *(ways[win] for win in wins), game="teyaku", **options).replay()
    steps = [[s for t in entry.outcome.transfers for s in t.steps] for entry in played.scored]
    return [next((s.gives for s in items if s.code == "yaku.streak"), 0) for items in steps]


STREAKS = {
    # T2-7 and T2-8 are in test_vectors.py
    "k - 1": ("DDDDD", {}, [0, 1, 2, 3, 4]),
    # the counter stands at 2 repeats (three wins): +3, or after a clear +4
    "a counter of 2, dobon": ("2D", {}, [0, 3]),
    "a counter of 2, clear, dobon": ("2CD", {}, [0, 0, 4]),
    "the table takes it back": ("DD0D", {}, [0, 1, 0, 0]),
    "a draw adds without being paid": ("DWD", {}, [0, 0, 2]),
    # a clear is paid by cards and not by yaku
    "every win, but yaku count in a claim or draw": ("DCW", {"streak_paid": "wins"}, [0, 0, 2]),
    # the fourth win, by a dobon: three repeats
    "every win, a dobon too": ("DCWD", {"streak_paid": "wins"}, [0, 0, 2, 3]),
    "another's dobon ends it": ("DDbD", {}, [0, 1, 0, 0]),
    "a no-game changes nothing": ("D-D", {}, [0, 0, 1]),
    "the fewest cards add to it": ("DkD", {}, [0, 0, 2]),
    "another's fewest cards end it": ("DfD", {}, [0, 0, 0]),
    # A and B share the fewest: both go on
    "tied for the fewest": ("DeD", {}, [0, 0, 2]),
    "the other of the two": ("Deb", {}, [0, 0, 1]),
    "nobody wins a burst": ("DxD", {"burst": "on"}, [0, 0, 1]),
}  # fmt: skip


@pytest.mark.parametrize(("wins", "options", "paid_bonuses"), STREAKS.values(), ids=STREAKS)
def test_streak_bonuses(wins: str, options: dict[str, object], paid_bonuses: list[int]) -> None:
    assert bonuses(wins, **options) == paid_bonuses


LAPSED = {
    "it has lapsed": (LAPSING, "A", "A", ["note.riichi_lapsed"]),
    "it cannot lapse": ({}, "A", "A", ["note.riichi_holds"]),
    "it holds": (LAPSING, "A", "", []),
    "another's": (LAPSING, "C", "C", []),
    "there was none": (LAPSING, "", "A", []),
}  # fmt: skip


@pytest.mark.parametrize(("options", "riichi", "lapsed", "notes"), LAPSED.values(), ids=LAPSED)
def test_notes_on_riichi_that_has_lapsed(
    options: dict[str, object], riichi: str, lapsed: str, notes: list[str]
) -> None:
    for won in (dobon, draw):
        entry = play(won(bottom="SK", riichi=riichi, lapsed=lapsed), **options)
        assert [step.code for step in entry.outcome.notes if "riichi" in step.code] == notes


@pytest.mark.parametrize(
    ("game", "facts"),
    [
        # a clear is paid by cards left; a claim by the number or hands knows no dora of any kind
        pytest.param("teyaku", clear(riichi="A", lapsed="A"), id="a clear"),
        pytest.param("kawagoe", dobon(riichi="A", lapsed="A"), id="no yaku"),
    ],
)
def test_no_note_on_riichi_where_there_are_no_ura_dora(game: str, facts: dict[str, Any]) -> None:
    outcome = last(session("A B C D", facts, game=game, riichi="on", **LAPSING)).outcome
    assert [step.code for step in outcome.notes if "riichi" in step.code] == []


LOSERS = {
    # everybody else pays, so nobody lost more than another and D, who began, goes on
    "all pay": ({}, {"victim": "B"}, "D"),
    "all share": ({"draw_payers": "shared"}, {"victim": "B"}, "D"),
    "who played the standing card pays": ({"draw_payers": "holder"}, {"victim": "B"}, "B"),
    "who that was is not known": ({"draw_payers": "holder"}, {}, "D"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "more", "starter"), LOSERS.values(), ids=LOSERS)
def test_who_starts_after_a_draw_where_the_loser_does(
    options: dict[str, object], more: dict[str, str], starter: str
) -> None:
    played = session("A B C D", dobon("C", "D"), draw(**more), game="teyaku", starts="loser", **options)
    assert played.replay().state.starter == starter
