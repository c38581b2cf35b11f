"""Cards: every spelling that is read, and what is not."""

import pytest

from scorekeeper.scoring.cards import (
    JOKER,
    RANK_NAMES,
    SUITS,
    Card,
    CardError,
    read_card,
    read_cards,
    read_suit,
    too_many,
    write_cards,
)
from scorekeeper.scoring.limits import LONGEST_CARDS

SPELLINGS = [
    ("\uff21", "A"), ("\uff11\uff10", "10"), ("\uff12", "2"),
    ("\uff28\uff11\uff10", "H10"), ("\uff4b", "K"),
    ("\uff2a\uff4b", "Jk"), ("\u3000K\u3000", "K"), ("A", "A"),
    ("a", "A"), ("1", "A"), ("2", "2"), ("10", "10"), ("T", "10"), ("t", "10"), ("K", "K"),
    ("H10", "H10"), ("h10", "H10"), ("HT", "H10"), ("SA", "SA"), ("S1", "SA"), ("♠A", "SA"), ("♥10", "H10"),
    ("♡J", "HJ"), ("♦Q", "DQ"), ("♢2", "D2"), ("♣9", "C9"), ("♧K", "CK"), ("♠️A", "SA"), ("A", "A"),
    ("10", "10"), ("2", "2"), ("H10", "H10"), (" K ", "K"), ("Jk", "Jk"), ("jk", "Jk"), ("JK", "Jk"),
    ("JkB", "JkB"), ("JkR", "JkR"), ("jkr", "JkR"), ("Joker", "Jk"), ("ジョーカー", "Jk"), ("小丑", "Jk"),
    ("小王", "JkB"), ("大王", "JkR"), ("H1", "HA"), ("d1", "DA"), ("C1", "CA"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "written"), SPELLINGS)
def test_a_card_in_every_spelling(text: str, written: str) -> None:
    assert str(read_card(text)) == written


@pytest.mark.parametrize(
    "text", ["", " ", "0", "11", "13", "1l", "X", "AA", "HH", "H", "10H", "♠", "Jkk", "キ"]
)
def test_no_card(text: str) -> None:
    with pytest.raises(CardError) as caught:
        read_card(text)
    assert caught.value.text == text


SUITS_ALONE = [
    ("S", "S"),
    ("h", "H"),
    ("♦", "D"),
    ("♢", "D"),
    ("♣", "C"),
    ("♥️", "H"),
    ("\uff28", "H"),
    (" s", "S"),
]


@pytest.mark.parametrize(("text", "written"), SUITS_ALONE)
def test_a_suit_alone(text: str, written: str) -> None:
    assert str(read_suit(text)) == written


@pytest.mark.parametrize("text", ["", "K", "SK", "SH", "X", "Jk", "♥♥", "S" * 5000])
def test_no_suit(text: str) -> None:
    assert read_suit(text) is None


def test_every_card_is_read_as_it_is_written() -> None:
    cards = [Card(rank, suit) for rank in range(1, 14) for suit in ("", *SUITS)]
    cards += [Card(JOKER, suit) for suit in ("", "B", "R")]
    assert [read_card(str(card)) for card in cards] == cards
    assert len(RANK_NAMES) == 14


HANDS = [
    ("", ""), ("  ", ""), ("2 J", "2 J"), ("2,J", "2 J"), ("2、J", "2 J"), ("2。J", "2 J"), ("2・J", "2 J"),
    ("2+J", "2 J"), ("2;J|Q", "2 J Q"), ("2\tJ\n3", "2 J 3"), ("2 J", "2 J"), ("2J", "2 J"),
    ("\uff12\u3000\uff2a", "2 J"), ("\uff12\uff2a\uff0c\uff13", "2 J 3"), ("\u2660\uff12", "S2"),
    ("AQ10", "A Q 10"),
    ("10 10", "10 10"), ("1010", "10 10"), ("aqt", "A Q 10"), ("♠2 ♥10", "S2 H10"), ("♠2♥10", "S2 H10"),
    ("s2h10", "S2 H10"), ("HT", "H10"), ("H10J", "H10 J"), ("JK", "J K"), ("QJK", "Q J K"), ("jk", "Jk"),
    ("Jk 2", "Jk 2"),
    ("joker h1", "Jk HA"),
    ("2Jk", "2 Jk"), ("2JkR", "2 JkR"), ("KK", "K K"), ("ジョーカー 2", "Jk 2"), ("1 1", "A A"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "written"), HANDS)
def test_a_typed_hand(text: str, written: str) -> None:
    assert write_cards(read_cards(text)) == written


def test_the_longest_word() -> None:
    assert len(read_cards("2" * LONGEST_CARDS)) == LONGEST_CARDS
    with pytest.raises(CardError):
        read_cards("2" * (LONGEST_CARDS + 1))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("2 1l", "1l"), ("2 J x", "x"), ("110", "110"), ("A-2", "A-2"), ("12", "12"), ("♠", "S")],
)
def test_a_typed_hand_with_something_else(text: str, wrong: str) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(text)
    assert caught.value.text == wrong


DECKS = [
    ("", 1, 0, {}),
    ("K K K K", 1, 0, {}),
    ("K K K K K", 1, 0, {"K": 5}),
    ("K K K K K", 2, 0, {}),
    # suited and unsuited kings together are five
    ("HK SK DK CK K", 1, 0, {"K": 5}),
    ("H10 H10", 1, 0, {"H10": 2}),
    ("H10 H10", 2, 0, {}),
    ("H10 H10 H10", 2, 0, {"H10": 3}),
    ("Jk", 1, 0, {"Jk": 1}),
    ("Jk JkB", 1, 2, {}),
    ("Jk JkB JkR", 1, 2, {"Jk": 3}),
]


@pytest.mark.parametrize(("text", "decks", "jokers", "over"), DECKS)
def test_more_cards_than_the_decks_hold(text: str, decks: int, jokers: int, over: dict[str, int]) -> None:
    surplus = too_many(read_cards(text), decks, jokers)
    assert {str(card): count for card, count in surplus.items()} == over
