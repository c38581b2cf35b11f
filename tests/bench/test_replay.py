"""How fast a long session is scored, compared with a plain loop over its cards."""

import random
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.scoring.document import Document, read_document
from scorekeeper.scoring.limits import MOST_ROUNDS
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Replay, replay
from tests.bench.conftest import Say, least_seconds

ROUNDS = 10_000
PLAYERS = ["A", "B", "C", "D"]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def dobon(chance: random.Random, deck: list[str], suits: bool) -> dict[str, Any]:
    """Hands of 2, 3, 5 and 4 cards."""
    names, cards = chance.sample(PLAYERS, 4), chance.sample(deck, 16)
    hands = dict(zip(names, (cards[:2], cards[2:5], cards[5:10], cards[10:14]), strict=True))
    more = {"turnup": cards[15], "riichi": [names[2]]} if suits else {}
    claim = {"kind": "dobon", "callers": names[:1], "victim": names[1], "card": cards[14]}
    return claim | {"hands": hands} | more


def deal(chance: random.Random) -> dict[str, Any]:
    """Random bids, bombs and winners."""
    return {
        "kind": "deal",
        "landlord": chance.choice(PLAYERS),
        "bid": chance.randint(1, 3),
        "bombs": chance.randint(0, 3),
        "rockets": chance.randint(0, 1),
        "winner": chance.choice(["landlord", "farmers"]),
    }


def evening(rounds: int, game: str = "gamble") -> Document:
    """Four players, dobon every round, or a deal, or a number each; suited cards where suits count."""
    chance, suits = random.Random(1), game == "teyaku"
    deck = [f"{suit}{rank}" for rank in RANKS for suit in "SHDC"] if suits else RANKS * 4
    make = {
        "doudizhu": deal,
        "sheet": lambda _chance: {
            "kind": "points",
            "points": {n: chance.randint(-500, 500) for n in PLAYERS},
        },
    }.get(game, lambda _chance: dobon(chance, deck, suits))
    return read_in_parts(
        {"format": 1, "game": game, "players": PLAYERS, "rounds": [make(chance) for _ in range(rounds)]}
    )


def read_in_parts(data: dict[str, Any]) -> Document:
    """Read more rounds than one document may have."""
    starts = range(0, len(data["rounds"]), MOST_ROUNDS)
    parts = [
        read_document({**data, "rounds": data["rounds"][begin : begin + MOST_ROUNDS]}) for begin in starts
    ]
    return replace(parts[0], rounds=tuple(facts for part in parts for facts in part.rounds))


def score(document: Document) -> Replay:
    return replay(document.ruleset, document.options, document.opening, document.rounds)


def floor(document: Document) -> int:
    """Add up the same cards, or double the same bids, in a plain loop."""
    if document.ruleset.family == "doudizhu":
        return sum(facts.bid * 2 ** (facts.bombs + facts.rockets) for facts in document.rounds)
    if document.ruleset.family == "sheet":
        return sum(sum(facts.points.values()) for facts in document.rounds)
    values = document.options.card_values
    total = 0
    for facts in document.rounds:
        for hand in facts.hands.values():
            for card in hand.cards:
                total += values[card.rank]
    return total


@pytest.mark.bench
@pytest.mark.parametrize("game", [game for game, ruleset in RULESETS.items() if not ruleset.preset_of])
def test_ten_thousand_rounds(game: str, say: Say) -> None:
    long, short = evening(ROUNDS, game), evening(ROUNDS // 10, game)
    whole, part = least_seconds(lambda: score(long)), least_seconds(lambda: score(short))
    least = least_seconds(lambda: floor(long))
    say(f"replay of {game}: {whole / ROUNDS * 1e6:.1f} µs a round, {whole / least:.0f} times the plain sums")
    assert whole < 1
    assert whole / ROUNDS < 2 * part / (ROUNDS // 10)
