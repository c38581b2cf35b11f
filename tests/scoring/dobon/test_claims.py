"""Claims: which numbers hands wait on by the rules of each game, and how a claim is checked and shown."""

from itertools import combinations_with_replacement, product
from time import process_time
from typing import Any

import pytest

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card, read_cards
from scorekeeper.scoring.dobon.claims import check_claim, waits
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.dobon.family import claimable
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.presets import PRESETS
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.registry import RULESETS

RULES = DobonOptions()
STRICT = DobonOptions(single_claim="refused")

CHECKS = [
    ("2 J", 13, RULES, "A: 2+J=13 ✓", ""),
    ("2 J", 12, RULES, "A: 2+J=13 ✗", "claim.wrong"),
    # the first that the cards make is 15
    ("3 Q", 9, DobonOptions(two_cards="four"), "A: Q−3=9 ✓", ""),
    ("10 K", 13, RULES, "A: 10+K=23 ✗", "claim.wrong"),
    ("5", 5, RULES, "A: 5=5 ✓", ""),
    ("5", 5, STRICT, "A: 5=5 ✗", "claim.single"),
    ("5", 6, STRICT, "A: 5=5 ✗", "claim.single claim.wrong"),
]


@pytest.mark.parametrize(("cards", "rank", "options", "line", "codes"), CHECKS)
def test_a_claim_is_shown_with_its_sum(
    cards: str, rank: int, options: DobonOptions, line: str, codes: str
) -> None:
    step, problems = check_claim("A", Hand(read_cards(cards)), Round("dobon", card=Card(rank)), options)
    assert step is not None
    assert texts.note(step, str) == line
    assert " ".join(problem.code for problem in problems) == codes


UNCHECKED = [(Hand(points=13), Card(13)), (Hand(count=1), Card(13)), (Hand(read_cards("K")), None)]


@pytest.mark.parametrize(("hand", "card"), UNCHECKED)
def test_a_claim_that_cannot_be_checked(hand: Hand, card: Card | None) -> None:
    step, problems = check_claim("A", hand, Round("dobon", card=card), RULES)
    assert step is not None
    assert step.code == "claim.unchecked"
    assert not problems


FREE = DobonOptions(aces="plus_minus", joker_claim="free", together="on", joker_card="zero")


@pytest.mark.parametrize("ranks", list(product((0, 1, 5), repeat=4)))
def test_signs_are_the_first_of_all_that_make_a_sum(ranks: tuple[int, ...]) -> None:
    """Plus before nothing before minus, from the first card to the last."""
    choices = {0: (1, 0, -1), 1: (1, -1), 5: (1,)}
    first: dict[int, tuple[int, ...]] = {}
    for signs in product(*(choices[rank] for rank in ranks)):
        first.setdefault(sum(sign * (rank or 1) for sign, rank in zip(signs, ranks, strict=True)), signs)
    free_targets = waits(tuple(Card(rank) for rank in ranks), FREE).targets
    assert {total: step.values["signs"] for total, step in free_targets.items()} == {
        total: signs for total, signs in first.items() if total >= 0
    }


def test_a_hand_of_aces_and_jokers_is_checked_at_once() -> None:
    """Signs are chosen one after the other: 216 cards have more choices of them than can be tried."""
    hand = (Card(1), Card(0)) * 108
    assert sorted(waits(hand, FREE).targets) == list(range(53))
    started = process_time()
    for _ in range(100):
        assert check_claim("A", Hand(hand), Round("dobon", card=Card(9)), FREE)[1] == ()
    assert process_time() - started < 2


def targets(cards: str, game: str = "kawagoe", opening: bool = False, **changes: object) -> list[int]:
    options = house_rules.load(RULESETS[game].defaults, changes)
    return sorted(waits(read_cards(cards), options, opening).targets)


NAMES = {1: "A", 11: "J", 12: "Q", 13: "K"}
ALL_PAIRS = list(combinations_with_replacement(range(1, 14), 2))


@pytest.mark.parametrize(("low", "high"), ALL_PAIRS)
def test_every_pair_waits_on_something(low: int, high: int) -> None:
    cards = f"{NAMES.get(low, low)} {NAMES.get(high, high)}"
    wanted = {low + high, high - low, low * high} | ({high // low} if high % low == 0 else set())
    numbers = sorted(wanted & set(range(1, 14)))
    assert numbers
    assert targets(cards) == targets(f"{cards} Jk") == numbers
    assert [number for number in targets(cards, "teyaku") if number <= 13] == numbers


DRAWN = dict(PRESETS["number-times-drawn"].options)
SWITCHES: list[tuple[str, str, dict[str, Any], list[int]]] = [
    ("2 7", "kawagoe", {"division": "rounded"}, [4, 5, 9]),
    # 10/3 = 3.3 down
    ("3 10", "kawagoe", {"division": "rounded"}, [3, 7, 13]),
    # 2-7 is below 1, 7-2 is 5
    ("2 7", "kawagoe", {"difference": "ordered"}, [9]),
    ("7 2", "kawagoe", {"difference": "ordered"}, [5, 9]),
    ("2 6", "kawagoe", {"two_cards": "sum"}, [8]),
    ("2 6", "gamble", {}, [8]),
    ("2 6", "gamble", {"two_cards": "four"}, [3, 4, 8, 12]),
    # three cards: 10+2+A = 13; 10-2-A = 7; 20 is no card; 10/(2x1) = 5
    ("10 2 A", "kawagoe", {}, [13]),
    ("10 2 A", "kawagoe", {"more_cards": "one_operation"}, [5, 7, 13]),
    ("A 2 3", "kawagoe", {"more_cards": "one_operation"}, [6]),
    ("2 2 3", "kawagoe", {"more_cards": "one_operation"}, [7, 12]),
    # one card; one card and jokers
    ("9", "kawagoe", {}, [9]),
    ("9 Jk Jk", "kawagoe", {}, [9]),
    # K-9: at the opening only the sum
    ("3 7 Jk Jk", "kawagoe", {"opening": True}, [10]),
    # several cards together reach beyond the king: 5x13 = 65 is still too much
    ("5 K", "teyaku", {}, [8, 18]),
    ("5 K", "teyaku", {"together": "off"}, [8]),
    ("6 Q", "teyaku", {}, [2, 6, 18]),
    # an ace is +1 or -1, a joker +1, 0 or -1: test_vectors.py
    # cards are played one by one and jokers count for nothing: 13-1 is on a card, 13+1 on none
    ("A K", "dotenko", {"joker_claim": "uncounted"}, [12]),
    ("A 8", "dotenko", {"aces": "one"}, [9]),
    ("Jk 8", "dotenko", {"joker_claim": "uncounted"}, [8]),
    ("A A", "dotenko", {}, [2]),
    ("A A", "dotenko", {"joker_card": "zero"}, [0, 2]),
    ("Jk", "dotenko", {"joker_claim": "plus_minus"}, [1]),
    ("Jk 4", "kawagoe", {"joker_claim": "plus_minus", "two_cards": "sum_difference"}, [3, 5]),
    # published: two cards make their sum or difference, more their sum; a joker is +1 or -1
    ("A 3", "dotenko", DRAWN, [2, 4]),
    ("A 3 5", "dotenko", DRAWN, [9]),
    ("A 3 Jk", "dotenko", DRAWN, [3, 5]),
    ("A 3 Jk Jk", "dotenko", DRAWN, [2, 4, 6]),
    # 8+13 = 21 is a number where a joker on the table is one
    ("8 K", "gamble", {"jokers": 2}, []),
    ("8 K", "gamble", {"jokers": 2, "joker_card": "number"}, [21]),
    # borrowed by one another: 8-0 and 8x1 and 8/1 are 8; 10-2-0 = 8, 10-2-1 = 7, 10-2+1 = 9
    ("Jk 8", "kawagoe", {"joker_claim": "free"}, [7, 8, 9]),
    ("A 8", "kawagoe", {"aces": "plus_minus"}, [7, 8, 9]),
    ("10 2 Jk", "dotenko", {"more_cards": "one_operation"}, [5, 7, 8, 9, 11, 12, 13, 20]),
    ("Jk Jk", "dotenko", {"two_cards": "four"}, [1, 2]),
]


@pytest.mark.parametrize(("cards", "game", "changes", "numbers"), SWITCHES)
def test_what_a_hand_waits_on(cards: str, game: str, changes: dict[str, Any], numbers: list[int]) -> None:
    assert targets(cards, game, **changes) == numbers


@pytest.mark.parametrize("changes", [{}, {"more_cards": "one_operation", "two_cards": "four"}])
def test_a_hand_full_of_jokers_is_answered_at_once(changes: dict[str, Any]) -> None:
    # every sum from 1 to 52, and no more
    assert targets("Jk " * 108 + "A " * 108, "dotenko", **changes) == list(range(1, 53))


CLAIMABLE = [
    ("gamble", "6", 1, {}, (6,)),
    ("gamble", "6", 3, {}, (6,)),
    ("kawagoe", "6", 3, {}, (6,)),
    ("kawagoe", "6", 3, {"together": "on"}, (6, 18)),
    ("teyaku", "6", 3, {}, (6, 18)),
    ("teyaku", "K", 4, {}, (13, 52)),
    ("dotenko", "Jk", 1, {}, ()),
    ("dotenko", "Jk", 1, {"joker_card": "zero"}, (0,)),
    ("dotenko", "Jk", 1, {"joker_card": "one"}, (1,)),
    ("dotenko", "Jk", 1, {"joker_card": "number"}, (21,)),
    ("dotenko", "Jk", 1, {"joker_card": "number", "joker_number": 30}, (30,)),
]


@pytest.mark.parametrize(("game", "card", "count", "changes", "numbers"), CLAIMABLE)
def test_what_can_be_claimed(
    game: str, card: str, count: int, changes: dict[str, object], numbers: tuple[int, ...]
) -> None:
    options = house_rules.load(RULESETS[game].defaults, changes)
    assert claimable(read_cards(card)[0], count, options) == numbers
