"""Claims: natural values, sums only."""

from itertools import product
from time import process_time

import pytest

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card, read_cards
from scorekeeper.scoring.dobon.claims import check_claim, waits
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.reading import Hand

RULES = DobonOptions()
STRICT = DobonOptions(single_claim="refused")

WAITS = [
    ("2 J", [13]),  # 2 + 11
    ("A 2 3", [6]),
    ("5 10", []),  # 15 is on no card
    ("K", [13]),
    ("A", [1]),
    ("6 7", [13]),
    ("4 5", [9]),
    ("Q 2", []),  # 14
    ("A A A A", [4]),
    ("2 2", [4]),  # a 2 is 2 here, never 50
]


CHECKS = [
    ("2 J", 13, RULES, "A: 2+J=13 ✓", ""),
    ("2 J", 12, RULES, "A: 2+J=13 ✗", "claim.wrong"),
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
