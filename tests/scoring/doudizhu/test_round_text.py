"""The description of a deal: who won, what it counted, and what else happened."""

from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.cards import Card
from scorekeeper.scoring.doudizhu.facts import Call, Deal, Play
from scorekeeper.scoring.doudizhu.messages import details
from tests.scoring.doudizhu.deals import DOUDIZHU, course, scored
from tests.scoring.phrases import said

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
    assert list(map(said, DOUDIZHU.round_text.headline(facts, options, None))) == lines


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
    headline = DOUDIZHU.round_text.headline(entry.facts, entry.options, entry.outcome)
    assert list(map(said, headline)) == lines


DETAILS = [
    ({"big_bombs": 2, "robs": 3, "shown": 4}, ["bombs entered apart: 2", "robbed ×3", "open hand ×4"]),
    ({"doubled": ("B", "C", "B")}, ["B doubled ×2", "C doubled ×1"]),
    ({"auction": (Call("A", 0), Call("B", 2))}, ["auction: A pass", "B 2"]),
    ({"plays": (Play("B", (Card(3), Card(3))), Play("C", ()))}, ["plays: B 3 & 3", "C pass"]),
]


@pytest.mark.parametrize(("keys", "lines"), DETAILS)
def test_details(keys: dict[str, Any], lines: list[str]) -> None:
    assert list(map(said, details(Deal("deal", **keys)))) == lines
