"""闘地主 call by call and play by play: the auction, what is counted from the plays, and a deal in words."""

from typing import Any

import pytest

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card
from scorekeeper.scoring.doudizhu.facts import Call, Deal, Play
from scorekeeper.scoring.doudizhu.messages import details
from scorekeeper.scoring.reporting import explain
from tests.scoring.doudizhu.deals import DOUDIZHU, auctioned, course, deal, formulas, notes, scored
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
# one play of the landlord, then seventeen cards of B: 1 + 10 + 4 + 2
AGAINST = "A:3 B:4 B:56789TJQKA B:6667 B:TT"
# four players: 33333 5 cards, 666666 6 cards, 88888888 8 cards, four jokers
LARGE = "A:9 B:33333 C:666666 D:88888888 A:BBRR"
DOUBLE = {"spring": "double"}
COUNTED = {
    "a spring": ("A B C", DOUBLE, SPRING, "B>A 2, C>A 2", "", []),
    "a spring against the landlord": ("A B C", DOUBLE, AGAINST, "A>B 2, A>C 2", "", []),
    "a four with two cards is no bomb": ("A B C", DOUBLE, "A:444456", "B>A 2, C>A 2", "play.unfinished A",
        ["note.quad"]),
    "nor one with two pairs": ("A B C", DOUBLE, "A:44445566", "B>A 2, C>A 2", "play.unfinished A",
        ["note.quad"]),
    # 1 x 2, whatever counts with two decks
    "every bomb of three players": ("A B C", {"four_bombs": "six"}, "A:5 B:6 C: A:3333 B: C: A:4",
        "B>A 2, C>A 2", "play.unfinished A", []),
    "whatever its size": ("A B C", {"four_bombs": "size"}, "A:5 B:6 C: A:3333 B: C: A:4",
        "B>A 2, C>A 2", "play.unfinished A", []),
    # plays do not show which bombs are super bombs
    "a bomb that may be a super bomb": ("A B C", {"super_bombs": "on"}, "A:5 B:6 C: A:3333 B: C: A:4",
        "B>A 2, C>A 2", "play.unfinished A", ["note.super_bombs"]),
    "no bomb at all": ("A B C", {"super_bombs": "on"}, "A:5 B:6 C: A:7", "B>A 1, C>A 1", "play.unfinished A",
        []),
    # every bomb and the rocket: 2^4 = 16
    "bombs of two decks": ("A B C D", {}, LARGE, "B>A 16, C>A 16, D>A 16", "", []),
    # six and eight cards, rocket: 2^3 = 8
    "from six cards on": ("A B C D", {"four_bombs": "six"}, LARGE, "B>A 8, C>A 8, D>A 8", "",
        ["note.small_bomb"]),
    # 2 x 3 x 2 = 12
    "by their size": ("A B C D", {"four_bombs": "size"}, LARGE, "B>A 12, C>A 12, D>A 12", "",
        ["note.small_bomb"]),
    # four jokers at once are nothing where two make a rocket: 2^3 = 8
    "no rocket of four jokers": ("A B C D", {"four_rocket": "two"}, LARGE, "B>A 8, C>A 8, D>A 8",
        "play.illegal A", []),
}  # fmt: skip


@pytest.mark.parametrize(
    ("players", "options", "plays", "payments", "objections", "noted"), COUNTED.values(), ids=COUNTED
)
def test_what_is_counted_from_the_plays(
    players: str, options: dict[str, Any], plays: str, payments: str, objections: str, noted: list[str]
) -> None:
    entry = scored(course(plays), players, **options)
    assert (paid(entry), problems(entry)) == (payments, objections)
    derived = "note.derived_farmers" if plays == AGAINST else "note.derived_landlord"
    assert notes(entry) == [derived, *noted]


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


ALONE = "B:3456789TJQKA B:2222 B:BR B:44"
SINGLE = "B:3 C:456789TJQKA C:22"
FIVE_THREES = "A:333 B:444 A:BR A:33"
"""They are of two decks, though only two of the four have played."""
HEADLINES = [
    ("A B C", {}, deal(bid=3), ["Landlord A won", "bid 3"]),
    ("A B C", {}, deal(winner="farmers"), ["The farmers beat landlord A", "bid 1"]),
    # where the seat is robbed there is no bid to speak of
    ("A B C", {"bidding": "rob"}, deal(bid=None), ["Landlord A won"]),
    ("A B C", {"nobody_bids": "lot"}, deal(bid=None, lot=True), ["Landlord A won", "drawn by lot"]),
    ("A B C", {}, deal(bid=2, bombs=1, rockets=1), ["Landlord A won", "bid 2", "1 bomb", "1 rocket"]),
    # big bombs are bombs too
    ("A B C", {}, deal(bid=2, bombs=1, big_bombs=2, rockets=2),
     ["Landlord A won", "bid 2", "3 bombs", "2 rockets"]),
    ("A B C", {}, deal(bid=3, spring=True), ["Landlord A won", "bid 3", "spring"]),
    ("A B C", {}, deal(bid=3, winner="farmers", spring=True),
     ["The farmers beat landlord A", "bid 3", "anti-spring"]),
    ("A B C", {}, {"kind": "passed"}, ["All passed"]),
    # one bomb and one rocket, nobody else played: a spring, said where the table counts it
    ("A B C", {}, course(ALONE, landlord="B", bid=2), ["Landlord B won", "bid 2", "1 bomb", "1 rocket"]),
    ("A B C", {"spring": "double"}, course(ALONE, landlord="B", bid=2),
     ["Landlord B won", "bid 2", "1 bomb", "1 rocket", "spring"]),
    # where bombs are added there are just as many of them
    ("A B C", {"bomb_effect": "add"}, course(ALONE, landlord="B", bid=2),
     ["Landlord B won", "bid 2", "1 bomb", "1 rocket"]),
    ("A B C", {"spring": "double"}, course(SINGLE, landlord="B"),
     ["The farmers beat landlord B", "bid 1", "anti-spring"]),
    # four jokers make a rocket, or two do
    ("A B C D", {"four_rocket": "four"}, course(FIVE_THREES), ["Landlord A won", "bid 1"]),
    ("A B C D", {"four_rocket": "two"}, course(FIVE_THREES), ["Landlord A won", "bid 1", "1 rocket"]),
    # eight cards treble whether or not the table has super bombs, which plays do not show
    ("A B C D", {"four_bombs": "size", "super_bombs": "on"}, course("A:33333333 A:4"),
     ["Landlord A won", "bid 1", "1 bomb"]),
]  # fmt: skip


@pytest.mark.parametrize(("players", "changes", "data", "lines"), HEADLINES)
def test_headline(players: str, changes: dict[str, Any], data: dict[str, Any], lines: list[str]) -> None:
    """What plays came to only their outcome says."""
    entry = scored(data, players, **changes)
    for outcome in (entry.outcome, *([] if "plays" in data else [None])):
        assert list(map(in_english, DOUDIZHU.headline(entry.facts, entry.options, outcome))) == lines


DETAILS = [
    ({"big_bombs": 2, "robs": 3, "shown": 4}, ["bombs entered apart: 2", "robbed ×3", "open hand ×4"]),
    ({"doubled": ("B", "C", "B")}, ["B doubled ×2", "C doubled ×1"]),
    ({"auction": (Call("A", 0), Call("B", 2))}, ["auction: A pass", "B 2"]),
    ({"plays": (Play("B", (Card(3), Card(3))), Play("C", ()))}, ["plays: B 3 & 3", "C pass"]),
]


@pytest.mark.parametrize(("keys", "lines"), DETAILS)
def test_details(keys: dict[str, Any], lines: list[str]) -> None:
    assert list(map(in_english, details(Deal("deal", **keys)))) == lines
