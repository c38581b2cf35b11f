"""How many taps a round takes, from the table to the table, with the cards of the hands."""

from typing import Any

import pytest

from tests.browser.phone import Phone

FOUR = ["あき", "Ben", "Chie", "だい"]
Points = tuple[int, int, int, int]
RIICHI = "who-2 who-0 key-9 turnup-H"
"""Chie calls a 9 of あき, and the dora are ♥."""

ROUNDS: list[Any] = [
    # Ben claims a K of Chie with {2 J}: R(60 + 54) is 110, three times 330.
    # あき pays R(1+50+3+10+10)=R(74)=70, だい R(4+4+10+9)=R(27)=30.
    (
        "gamble",
        "kind-dobon who-1 who-2 key-K key-2 key-J next key-A key-2 key-3"
        " next key-A key-2 key-3 key-10 key-K next key-4 key-4 key-Q key-9",
        23,
        (-70, 430, -330, -30),
    ),
    # Ben {2 J} and だい {K} claim a K of Chie {A 2 3}, who pays R(60 + 54) · 3 = 330
    # and R(10 + 54) · 3 = 180; あき holds one 10 and pays 10 to each of them.
    (
        "gamble",
        "who-1 add-caller who-3 who-2 key-K key-2 key-J next key-K next key-A key-2 key-3 next key-10",
        17,
        (-20, 340, -510, 190),
    ),
    # あき calls a J of Ben with {7 4}: 11 points.
    ("dotenko", "who-0 who-1 key-J key-7 key-4", 7, (11, -11, 0, 0)),
    # あき calls a 9 of Ben with {2 7}: 9 + 3 + 13 is 25, doubled by the 2.
    ("kawagoe", "who-0 who-1 key-9 key-2 key-7 next key-3 key-K", 10, (50, -50, 0, 0)),
    # One ♥ among the cards of あき is a yaku, 200; no yaku are 100.
    ("teyaku", "who-0 who-1 key-7 turnup-H key-3 key-4 suit-H-1", 9, (200, -200, 0, 0)),
    pytest.param(
        "teyaku", "who-1 who-0 key-7 turnup-H key-3 key-4", 8, (-100, 100, 0, 0), marks=pytest.mark.long
    ),
    # Dora 2, ura-dora 1 and the joker are 4 yaku, 1,600; of the three sticks in the pot one is Chie's own.
    (
        "teyaku",
        f"{RIICHI} key-3 key-4 key-2 key-Jk suit-H-2 slot-riichi who-2 who-0 who-3 bottom-S suit-S-1",
        17,
        (-1700, 0, 1800, -100),
    ),
    pytest.param(
        "teyaku",
        f"{RIICHI} key-3 key-4 key-2 key-Jk suit-H-2 slot-bottom bottom-S slot-riichi who-2 who-0 who-3"
        " confirm suit-S-1",
        19,
        (-1700, 0, 1800, -100),
        marks=pytest.mark.long,
    ),
    # あき clears; Ben holds 3 cards, Chie 4, だい none: 300 and 400.
    ("teyaku", "kind-out who-0 key-3 key-4 key-none", 7, (700, -300, -400, 0)),
    # Ben bids 3, two bombs and a rocket: 3·2·2·2 = 24 from each of three.
    ("doudizhu", "landlord-1 bid-3 bombs-2 rockets-1 result-landlord", 7, (-24, 72, -24, -24)),
    # だい bids 1 and loses 1 to each of three.
    ("doudizhu", "landlord-3 bid-1 result-farmers", 5, (1, 1, 1, -3)),
    ("doudizhu", "kind-passed", 3, (0, 0, 0, 0)),
]
SUITED: list[Any] = [
    # ♥3 is a dora, so the yaku are 1: 200.
    ("teyaku", "who-1 who-0 key-7 turnup-H key-H3 key-S4", 8, (-200, 200, 0, 0)),
    # The same four yaku of Chie; the ♥ and ♠ among the cards are tapped with them.
    (
        "teyaku",
        f"{RIICHI} key-H3 key-H4 key-S2 suit-Jk slot-riichi who-2 who-0 who-3 bottom-S",
        15,
        (-1700, 0, 1800, -100),
    ),
    # Two dora by the ♥ are 400, and both sticks come from the pot; the ura-dora ♣ makes none.
    pytest.param(
        "teyaku",
        "who-1 who-0 key-9 turnup-H key-H2 key-H7 slot-riichi who-1 who-2 next bottom-C",
        13,
        (-400, 500, -100, 0),
        marks=pytest.mark.long,
    ),
]


def expect_taps(phone: Phone, walk: str, most: int, points: Points) -> None:
    """From the table's page on, a round of these taps takes no more than so many, and brings these points."""
    phone.taps = 0
    phone.enter()
    for handle in walk.split():
        phone.tap(handle)
    phone.record()
    assert phone.taps <= most
    phone.expect_scores(**dict(zip(FOUR, points, strict=True)))


def table(phone: Phone, game: str, **options: object) -> None:
    """A new table of four of any game."""
    document = {"format": 1, "game": game, "options": options, "players": FOUR, "rounds": []}
    phone.go(phone.bring(document))


@pytest.mark.parametrize(("game", "walk", "most", "points"), ROUNDS)
def test_a_round_takes_few_taps(phone: Phone, game: str, walk: str, most: int, points: Points) -> None:
    """R rounds half up to tens; 2 counts 50 and J 10 in ギャンブル・ドボン."""
    table(phone, game)
    expect_taps(phone, walk, most, points)


@pytest.mark.parametrize(("game", "walk", "most", "points"), SUITED)
def test_a_round_with_suits_takes_few_taps(
    phone: Phone, game: str, walk: str, most: int, points: Points
) -> None:
    """The phone was last used with keys that have suits, and keeps to them."""
    table(phone, game)
    phone.page.evaluate("localStorage.setItem('ranks', 'off')")
    expect_taps(phone, walk, most, points)


def test_a_deal_takes_few_taps_where_a_spring_counts(phone: Phone) -> None:
    """Chie bids 2, one bomb, a rocket, and nobody else plays a card: 2·2·2·2 = 16 from each of three."""
    table(phone, "doudizhu", spring="double")
    walk = "landlord-2 bid-2 bombs-1 rockets-1 result-landlord-spring"
    expect_taps(phone, walk, 7, (-16, -16, 48, -16))
