"""闘地主 call by call and play by play: the auction, what is counted from the plays, and a deal in words."""

from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card
from scorekeeper.scoring.doudizhu.facts import Call, Deal, Play
from scorekeeper.scoring.doudizhu.messages import details
from scorekeeper.scoring.reporting import explain
from tests.scoring.doudizhu.deals import DOUDIZHU, auctioned, course, formulas, notes, scored
from tests.scoring.tables import in_english, last, net, paid, problems, session

# ── the auction ─────────────────────────────────────────────────────────────────────────────────

AUCTIONS = [
    ("A0 B1 C0 A0", "B +2", ""),
    ("C1 A2 B3", "B +6", ""),
    ("B3", "B +6", ""),
    ("A1 B2 C0 A3", "A +6", ""),
    # turn: A is followed by B
    ("A1 C2 A0 B0", "C +4", "auction.turn C"),
    ("A1 A2 B0 C0", "A +4", "auction.turn A"),
    ("A2 B2 C0 A0", "A +4", "auction.not_higher B"),
    ("A2 B1 C0 A0", "A +4", "auction.not_higher B"),
    ("A3 B0", "A +6", "auction.over B"),
    ("A1 B0 C0 A2", "A +4", "auction.over A"),
    ("A1 B2 C0", "B +4", "auction.unfinished"),
    ("A0 B0 C1", "C +2", "auction.unfinished"),
]


@pytest.mark.parametrize(("calls", "winner", "objections"), AUCTIONS)
def test_the_auction_finds_the_landlord(calls: str, winner: str, objections: str) -> None:
    entry = scored(auctioned(calls))
    assert winner in net(entry)
    assert problems(entry) == objections


def test_the_auction_of_four() -> None:
    # three passes in a row after a bid
    assert problems(scored(auctioned("A1 B0 C0 D0"), "A B C D")) == ""
    assert problems(scored(auctioned("A1 B0 C0"), "A B C D")) == "auction.unfinished"


def test_a_call_of_an_absent_player_after_the_end_has_both_objections() -> None:
    gone = {"kind": "seats", "leave": ["D"]}
    entry = last(session("A B C D", gone, auctioned("A1 B0 C0 D0"), game="doudizhu"))
    assert problems(entry) == "seat.absent D, auction.over D"


# ── the plays ───────────────────────────────────────────────────────────────────────────────────

# twenty cards of the landlord: 12 + 4 + 4, and nobody else plays
SPRING = "A:3456789TJQKA A:3334 A:555Q"


def test_a_spring_is_counted_from_the_plays() -> None:
    entry = scored(course(SPRING), spring="double")
    assert (net(entry), problems(entry)) == ("A +4, B -2, C -2", "")
    assert notes(entry) == ["note.derived_landlord"]


def test_a_spring_against_the_landlord() -> None:
    # one play of the landlord, then seventeen cards of B: 1 + 10 + 4 + 2
    entry = scored(course("A:3 B:4 B:56789TJQKA B:6667 B:TT"), spring="double")
    assert (net(entry), problems(entry)) == ("A -4, B +2, C +2", "")
    assert notes(entry) == ["note.derived_farmers"]


def test_bombs_and_rockets_are_counted_by_anyone() -> None:
    # A: 10 in a run, B a bomb, C the rocket and then a 9, A 2, 3337, KKK, QQ: 10+1+4+3+2 = 20 cards;
    # 1 x 2 x 2 = 4
    entry = scored(course("A:56789TJQKA B:4444 C:BR C:9 A:2 A:3337 A:KKK A:QQ"))
    assert (net(entry), problems(entry)) == ("A +8, B -4, C -4", "")
    assert formulas(entry) == ["1 × 2 × 2 = 4"] * 2
    assert "1 bomb ×2 (4 4 4 4): 1×2 = 2" in explain(entry, str)


PLAYS = [
    # 4 is not higher than 5, and 44 is no answer to a single card
    ("A:5 B:4", "play.not_higher B, play.unfinished B"),
    ("A:5 B:44", "play.not_higher B, play.unfinished B"),
    ("A:5 B: C:6", "play.unfinished C"),
    # everybody passed: anything may be led
    ("A:5 A:4", "play.unfinished A"),
    ("A:5 B: C: A:4", "play.unfinished A"),
    ("B:5", "play.first B, play.unfinished B"),
    ("A:5 B:67 C:3", "play.illegal B, play.unfinished C"),
    # four 3s with two 4s are no bomb and nothing else
    ("A:333344", "play.illegal A, play.unfinished A"),
    ("A:BB", "play.illegal A, play.unfinished A, deck.too_many"),
    ("A:33 B:44 A:55 B:3 B:3 B:3", "play.not_higher B, play.unfinished B, deck.too_many"),
    (f"{SPRING} B:9", "play.not_higher B, play.over B, play.unfinished B"),
    # 12 + 4 + 5 cards
    ("A:3456789TJQKA A:3334 A:555QQ", "play.many A"),
]


@pytest.mark.parametrize(("plays", "objections"), PLAYS)
def test_plays_that_are_not_allowed(plays: str, objections: str) -> None:
    assert problems(scored(course(plays))) == objections


def test_an_illegal_play_is_named_with_its_reason() -> None:
    entry = scored(course("A:5 B: C:67"))
    assert texts.problem(entry.outcome.problems[0], str) == (
        "C, play 3, 6 7: These cards make no combination."
    )


@pytest.mark.parametrize("plays", ["A:444456", "A:44445566"])
def test_a_four_with_other_cards_is_no_bomb(plays: str) -> None:
    entry = scored(course(plays), spring="double")
    assert paid(entry) == "B>A 2, C>A 2"
    assert notes(entry) == ["note.derived_landlord", "note.quad"]


@pytest.mark.parametrize("four_bombs", ["six", "size"])
def test_with_three_players_every_bomb_counts(four_bombs: str) -> None:
    # 1 x 2
    entry = scored(course("A:5 B:6 C: A:3333 B: C: A:4"), four_bombs=four_bombs)
    assert paid(entry) == "B>A 2, C>A 2"
    assert notes(entry) == ["note.derived_landlord"]


@pytest.mark.parametrize(("plays", "noted"), [("A:3333", True), ("A:3", False)])
def test_plays_do_not_show_which_bombs_are_super_bombs(plays: str, noted: bool) -> None:
    assert ("note.super_bombs" in notes(scored(course(plays), super_bombs="on"))) == noted


# four players: 33333 5 cards, 666666 6 cards, 88888888 8 cards, four jokers
LARGE = "A:9 B:33333 C:666666 D:88888888 A:BBRR"
SIZES = [
    # every bomb and the rocket: 2^4 = 16
    ({}, 16, []),
    # six and eight cards, rocket: 2^3 = 8
    ({"four_bombs": "six"}, 8, ["note.small_bomb"]),
    # 2 x 3 x 2 = 12
    ({"four_bombs": "size"}, 12, ["note.small_bomb"]),
    # four jokers at once are nothing where two make a rocket: 2^3 = 8
    ({"four_rocket": "two"}, 8, []),
]


@pytest.mark.parametrize(("options", "points", "said"), SIZES)
def test_bombs_of_two_decks_by_their_size(options: dict[str, Any], points: int, said: list[str]) -> None:
    entry = scored(course(LARGE), "A B C D", **options)
    assert paid(entry) == f"B>A {points}, C>A {points}, D>A {points}"
    assert notes(entry) == ["note.derived_landlord", *said]
    assert problems(entry) == ("play.illegal A" if "four_rocket" in options else "")


HEADLINES = [
    ({"bid": 3, "winner": "landlord"}, {}, ["Landlord A won", "bid 3"]),
    ({"bid": 1, "winner": "farmers"}, {}, ["The farmers beat landlord A", "bid 1"]),
    # where the seat is robbed there is no bid to speak of
    ({"bid": 1, "winner": "landlord"}, {"bidding": "rob"}, ["Landlord A won"]),
    ({"lot": True, "winner": "landlord"}, {}, ["Landlord A won", "drawn by lot"]),
    ({"bid": 2, "winner": "landlord", "bombs": 1, "rockets": 1}, {},
     ["Landlord A won", "bid 2", "1 bomb", "1 rocket"]),
    # big bombs are bombs too
    ({"bid": 2, "winner": "landlord", "bombs": 1, "big_bombs": 2, "rockets": 2}, {},
     ["Landlord A won", "bid 2", "3 bombs", "2 rockets"]),
    ({"bid": 3, "winner": "landlord", "spring": True}, {}, ["Landlord A won", "bid 3", "spring"]),
    ({"bid": 3, "winner": "farmers", "spring": True}, {},
     ["The farmers beat landlord A", "bid 3", "anti-spring"]),
    ({"kind": "passed", "landlord": ""}, {}, ["All passed"]),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "changes", "lines"), HEADLINES)
def test_headline(keys: dict[str, Any], changes: dict[str, Any], lines: list[str]) -> None:
    options = house_rules.load(DOUDIZHU.defaults, changes)
    facts = Deal(**{"kind": "deal", "landlord": "A", **keys})
    assert list(map(in_english, DOUDIZHU.headline(facts, options, None))) == lines


ALONE = "B:3456789TJQKA B:2222 B:BR B:44"
SINGLE = "B:3 C:456789TJQKA C:22"
FIVE_THREES = "A:333 B:444 A:BR A:33"
"""They are of two decks, though only two of the four have played."""
COUNTED = [
    # one bomb and one rocket, nobody else played: a spring, said where the table counts it
    ("A B C", {}, "B", 2, ALONE, ["Landlord B won", "bid 2", "1 bomb", "1 rocket"]),
    ("A B C", {"spring": "double"}, "B", 2, ALONE,
     ["Landlord B won", "bid 2", "1 bomb", "1 rocket", "spring"]),
    # where bombs are added there are just as many of them
    ("A B C", {"bomb_effect": "add"}, "B", 2, ALONE, ["Landlord B won", "bid 2", "1 bomb", "1 rocket"]),
    ("A B C", {"spring": "double"}, "B", 1, SINGLE, ["The farmers beat landlord B", "bid 1", "anti-spring"]),
    # four jokers make a rocket, or two do
    ("A B C D", {"four_rocket": "four"}, "A", 1, FIVE_THREES, ["Landlord A won", "bid 1"]),
    ("A B C D", {"four_rocket": "two"}, "A", 1, FIVE_THREES, ["Landlord A won", "bid 1", "1 rocket"]),
    # eight cards treble whether or not the table has super bombs, which plays do not show
    ("A B C D", {"four_bombs": "size", "super_bombs": "on"}, "A", 1, "A:33333333 A:4",
     ["Landlord A won", "bid 1", "1 bomb"]),
]  # fmt: skip


@pytest.mark.parametrize(("players", "changes", "landlord", "bid", "plays", "lines"), COUNTED)
def test_the_headline_counts_what_was_played(
    players: str, changes: dict[str, Any], landlord: str, bid: int, plays: str, lines: list[str]
) -> None:
    entry = scored(course(plays, landlord=landlord, bid=bid), players, **changes)
    headline = DOUDIZHU.headline(entry.facts, entry.options, entry.outcome)
    assert list(map(in_english, headline)) == lines


DETAILS = [
    ({"big_bombs": 2, "robs": 3, "shown": 4}, ["bombs entered apart: 2", "robbed ×3", "open hand ×4"]),
    ({"doubled": ("B", "C", "B")}, ["B doubled ×2", "C doubled ×1"]),
    ({"auction": (Call("A", 0), Call("B", 2))}, ["auction: A pass", "B 2"]),
    ({"plays": (Play("B", (Card(3), Card(3))), Play("C", ()))}, ["plays: B 3 & 3", "C pass"]),
]


@pytest.mark.parametrize(("keys", "lines"), DETAILS)
def test_details(keys: dict[str, Any], lines: list[str]) -> None:
    assert list(map(in_english, details(Deal("deal", **keys)))) == lines
