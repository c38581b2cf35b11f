"""How many taps a round takes, from the table to the table, with the cards of the hands.

Those of ギャンブル・ドボン are counted at the evening by thumb, a round of each game where its questions are.
"""

from typing import Any

import pytest

from tests.browser.phone import Phone

FOUR = ["あき", "Ben", "Chie", "だい"]
RIICHI = "who-2 who-0 key-9 turnup-H"
"""Chie calls a 9 of あき, and the dora are ♥."""
TAPPED = f"{RIICHI} key-3 key-4 key-2 key-Jk suit-H-2"
IN_TURN = "who-2 who-0 who-3"

RANKS: list[Any] = [
    # Dora 2, ura-dora 1 and the joker are 4 yaku, 1,600; of the three sticks in the pot one is Chie's own.
    (f"{TAPPED} slot-riichi {IN_TURN} bottom-S suit-S-1", 17, (-1700, 0, 1800, -100)),
    # あき clears; Ben holds 3 cards, Chie 4, だい none: 300 and 400.
    ("kind-out who-0 key-3 key-4 key-none", 7, (700, -300, -400, 0)),
]
MORE_RANKS: list[Any] = [
    (f"{TAPPED} slot-bottom bottom-S slot-riichi {IN_TURN} confirm suit-S-1", 19, (-1700, 0, 1800, -100)),
    # No yaku are 100.
    ("who-1 who-0 key-7 turnup-H key-3 key-4", 8, (-100, 100, 0, 0)),
]
SUITS: list[Any] = [
    # ♥3 is a dora, so the yaku are 1: 200.
    ("who-1 who-0 key-7 turnup-H key-H3 key-S4", 8, (-200, 200, 0, 0)),
    # The same four yaku of Chie; the ♥ and ♠ among the cards are tapped with them.
    (
        f"{RIICHI} key-H3 key-H4 key-S2 suit-Jk slot-riichi {IN_TURN} bottom-S",
        15,
        (-1700, 0, 1800, -100),
    ),
]
MORE_SUITS: list[Any] = [
    # Two dora by the ♥ are 400, and both sticks come from the pot; the ura-dora ♣ makes none.
    (
        "who-1 who-0 key-9 turnup-H key-H2 key-H7 slot-riichi who-1 who-2 next bottom-C",
        13,
        (-400, 500, -100, 0),
    ),
]
DEALS: list[Any] = [
    # だい bids 1 and loses 1 to each of three.
    ("landlord-3 bid-1 result-farmers", 5, (1, 1, 1, -3)),
    ("kind-passed", 3, (0, 0, 0, 0)),
    # Chie bids 2, one bomb, a rocket, and nobody else plays a card: 2·2·2·2 = 16 from each of three.
    ("landlord-2 bid-2 bombs-1 rockets-1 result-landlord-spring", 7, (-16, -16, 48, -16)),
]


def expect_taps(phone: Phone, rounds: list[Any], game: str, **options: object) -> None:
    """From the table's page on, rounds of these taps take no more than so many, and bring these points."""
    document = {"format": 1, "game": game, "options": options, "players": FOUR, "rounds": []}
    phone.go(phone.bring(document))
    standing = dict.fromkeys(FOUR, 0)
    for walk, most, points in rounds:
        phone.taps = 0
        phone.enter()
        phone.walk(walk)
        phone.record()
        assert phone.taps <= most, walk
        standing = {name: standing[name] + more for name, more in zip(FOUR, points, strict=True)}
        phone.expect_scores(**standing)


@pytest.mark.parametrize("rounds", [RANKS, pytest.param(MORE_RANKS, marks=pytest.mark.long)])
def test_rounds_of_hands_take_few_taps(phone: Phone, rounds: list[Any]) -> None:
    expect_taps(phone, rounds, "teyaku")


@pytest.mark.parametrize("rounds", [SUITS, pytest.param(MORE_SUITS, marks=pytest.mark.long)])
def test_rounds_with_suits_take_few_taps(phone: Phone, rounds: list[Any]) -> None:
    """The phone was last used with keys that have suits, and keeps to them."""
    phone.go("/")
    phone.page.evaluate("localStorage.setItem('ranks', 'off')")
    expect_taps(phone, rounds, "teyaku")


def test_deals_take_few_taps_where_a_spring_counts(phone: Phone) -> None:
    expect_taps(phone, DEALS, "doudizhu", spring="double")
