"""Cards and names: every spelling that is read, and texts that are refused."""

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
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import LONGEST_CARDS
from scorekeeper.scoring.names import LONGEST, clean_name, same_name

SPELLINGS = [
    ("\uff11\uff10", "10"), ("\uff28\uff11\uff10", "H10"), ("\uff2a\uff4b", "Jk"), ("\u3000K\u3000", "K"),
    (" K ", "K"), ("a", "A"), ("1", "A"), ("T", "10"), ("h10", "H10"), ("HT", "H10"), ("S1", "SA"),
    ("♦Q", "DQ"), ("♢2", "D2"), ("♣9", "C9"), ("♧K", "CK"), ("♠️A", "SA"), ("JK", "Jk"), ("jkr", "JkR"),
    ("Joker", "Jk"), ("小王", "JkB"), ("大王", "JkR"), ("d1", "DA"),
]  # fmt: skip
"""Of one card; how a hand is typed is in ``tests/contract``, for the pad too."""


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


@pytest.mark.parametrize("text", ["", "K", "SK", "SH", "X", "Jk", "♥♥", "S" * 5000])
def test_no_suit(text: str) -> None:
    assert read_suit(text) is None


def test_every_card_is_read_as_it_is_written() -> None:
    cards = [Card(rank, suit) for rank in range(1, 14) for suit in ("", *SUITS)]
    cards += [Card(JOKER, suit) for suit in ("", "B", "R")]
    assert [read_card(str(card)) for card in cards] == cards
    assert len(RANK_NAMES) == 14


HANDS = [
    ("", ""), ("  ", ""), ("2。J", "2 J"), ("2・J", "2 J"), ("2+J", "2 J"), ("2;J|Q", "2 J Q"),
    ("2\tJ\n3", "2 J 3"), ("1010", "10 10"), ("aqt", "A Q 10"), ("s2h10", "S2 H10"), ("2JkR", "2 JkR"),
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


NAMES = [
    ("あき", "あき"), ("  Ben ", "Ben"), ("Mary   Ann", "Mary Ann"), ("太郎\u3000さん", "太郎 さん"),
    ("🎴", "🎴"),
    ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"), ("محمد", "محمد"),
    ("x" * LONGEST, "x" * LONGEST), ("O'Hara", "O'Hara"),
    ("<b>", "<b>"), ("a\nb", "a b"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name"), NAMES)
def test_a_name(text: str, name: str) -> None:
    assert clean_name(text) == name


NO_NAMES = [
    ("", "name.empty"), ("   ", "name.empty"), ("\u3000", "name.empty"), ("\u200d", "name.empty"),
    ("x" * (LONGEST + 1), "name.long"), ("x" * 500, "name.long"), ("a\x00", "name.control"),
    ("\u202eabc", "name.control"), ("a\ufeff", "name.control"), ("\ud800", "name.control"),
    ("a\ue000", "name.control"), ("pot", "name.reserved"), ("\uff50\uff4f\uff54", "name.reserved"),
    ("Bank", "name.reserved"), ("BANK", "name.reserved"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code"), NO_NAMES)
def test_no_name(text: str, code: str) -> None:
    with pytest.raises(ReadError) as caught:
        clean_name(text, "players[1]")
    assert (caught.value.where, caught.value.code) == ("players[1]", code)


SAME = [
    ("Ben", "BEN", True), ("Ben", "\uff22\uff45\uff4e", True), ("Ben", "Ben", True),
    ("ガ", "カ\u3099", True), ("straße", "STRASSE", True), ("あき", "アキ", False),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "same"), SAME)
def test_the_same_name(one: str, other: str, same: bool) -> None:
    assert (same_name(one) == same_name(other)) == same
