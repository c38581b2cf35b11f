"""Hostile texts in place of cards are read or refused."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.scoring.cards import (
    SPELLINGS,
    CardError,
    read_card,
    read_cards,
    read_held,
    read_suit,
    read_suit_count,
    write_cards,
)
from scorekeeper.scoring.doudizhu.combinations import identify, read_play
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.ratelimit import reset_limits
from tests.helpers import Phone
from tests.hostile.fuzz import LARGEST, cheap, many, spoilt
from tests.hostile.nasty import TEXTS

WORDS = st.sampled_from(
    [*SPELLINGS, "♠×2", "H＊0", "Sx99", "jk", "JK", "１０", "Ｔ", "0", "11", "♥", "／", "、", ","]
)
MARKS = st.builds(
    lambda text, times: text * times,
    st.sampled_from(["\u0315\u0300", "ﷺ", "9", " ", "2 "]),
    st.integers(0, 50_000),
)
hands = (
    st.lists(WORDS, max_size=20).map(" ".join)
    | st.lists(WORDS, max_size=20).map("".join)
    | spoilt(st.lists(WORDS, max_size=20).map(" ".join))
    | st.sampled_from(TEXTS)
    | st.text(max_size=40)
    | MARKS
)
"""Hands in every spelling, spoilt hands, and texts that grow when they are normalized."""

READERS: list[Callable[[str], object]] = [
    read_card,
    read_cards,
    read_held,
    read_suit,
    read_suit_count,
    read_play,
    identify,
]


@many()
@given(hands, st.sampled_from(READERS))
def test_every_reader_accepts_or_refuses(typed: str, read: Callable[[str], object]) -> None:
    with suppress(CardError):
        cheap(lambda: read(typed))


@many()
@given(hands)
def test_written_hands_are_read_as_the_same(typed: str) -> None:
    try:
        held = read_cards(typed)
    except CardError:
        return
    assert read_cards(write_cards(held)) == held
    assert all(read_card(str(card)) == card for card in held)


@pytest.mark.django_db
def test_the_referee_page() -> None:
    phone = Phone(raise_request_exception=False)

    @many(10, full=3_000)
    @given(st.sampled_from(list(RULESETS)), hands, hands, st.sampled_from(TEXTS))
    def attempt(game: str, hand: str, card: str, count: str) -> None:
        reset_limits()
        asked = {"game": game, "hand": hand, "card": card, "add": card, "before": card, "count": count}
        shown = cheap(lambda: phone.get(reverse("referee_anywhere"), asked))
        assert shown.status_code in (200, 400, 422)
        assert len(shown.content) < LARGEST

    attempt()
