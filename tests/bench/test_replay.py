"""How fast a long evening is scored, against the least work that scoring it could be."""

import gc
import random
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from scorekeeper.scoring.dobon.amounts import card_values
from scorekeeper.scoring.document import Document, read_document

ROUNDS = 10_000
PLAYERS = ["A", "B", "C", "D"]
DECK = [rank for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] for _ in range(4)]


def evening(rounds: int) -> Document:
    """Four players, dobon every round, hands of 2, 3, 5 and 4 cards."""
    chance = random.Random(1)
    data: dict[str, Any] = {"format": 1, "game": "gamble", "players": PLAYERS, "rounds": []}
    for _ in range(rounds):
        caller, victim, *others = chance.sample(PLAYERS, 4)
        deck = chance.sample(DECK, 15)
        cut = dict(
            zip((caller, victim, *others), (deck[:2], deck[2:5], deck[5:10], deck[10:14]), strict=True)
        )
        entry = {"kind": "dobon", "callers": [caller], "victim": victim, "card": deck[14], "hands": cut}
        data["rounds"].append(entry)
    return read_document(data)


def floor(document: Document) -> int:
    """Add up the same cards in a plain loop."""
    values = card_values(document.options)
    total = 0
    for facts in document.rounds:
        for hand in facts.hands.values():
            for card in hand.cards:
                total += values[card.rank]
    return total


def seconds(work: Callable[[], object]) -> float:
    """Processor time of the best of three runs."""
    best = float("inf")
    for _ in range(3):
        gc.collect()
        started = process_time()
        work()
        best = min(best, process_time() - started)
    return best


@pytest.mark.bench
def test_ten_thousand_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    long = evening(ROUNDS)
    short = evening(ROUNDS // 10)
    whole, part = seconds(long.replay), seconds(short.replay)
    least = seconds(lambda: floor(long))
    with capsys.disabled():
        print(f"\nreplay: {whole / ROUNDS * 1e6:.1f} µs a round, {whole / least:.0f} times the plain sums")
    assert whole < 1
    assert whole / ROUNDS < 2 * part / (ROUNDS // 10)
