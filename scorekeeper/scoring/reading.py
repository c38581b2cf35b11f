"""Small strict readers for JSON; each names the place of what it cannot read."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from .cards import (
    LONGEST_SUIT_COUNT,
    SPELLINGS,
    SUIT_SYMBOLS,
    Card,
    CardError,
    SuitCount,
    read_card,
    read_suit,
    read_suit_count,
)
from .errors import ReadError
from .limits import MOST_CARDS

LARGEST = 10**9
"""Largest number of points that is read."""

LARGEST_HAND = 10**6
"""Largest sum of a hand that is read."""

_DECIMAL = re.compile(r"[0-9]{1,10}(\.[0-9]{1,9})?")

JOINERS = "\u200c\u200d"
"""Zero-width joiners: allowed in names and texts, although not printable."""

Json = dict[str, Any]
"""A JSON object that the engine has written; JSON from outside is typed ``object``."""

T = TypeVar("T")
C = TypeVar("C", bound=str)
Players = Mapping[str, str]
"""Names of players by how the input writes them."""


@dataclass(frozen=True, slots=True)
class Hand:
    """手札: the cards a player is left with, or where they were not written down, their sum or number."""

    cards: tuple[Card, ...] = ()
    points: int | None = None
    count: int | None = None
    suits: tuple[SuitCount, ...] = ()  # total numbers of cards of a suit, where some cards have no suit


def read_object(
    data: object, where: str, required: Collection[str], optional: Collection[str] = ()
) -> dict[str, object]:
    """An object with all of ``required``, maybe some of ``optional`` and nothing else."""
    if not isinstance(data, dict):
        raise ReadError(where, "type.object")
    allowed = (*required, *optional)
    for key in data:
        if key not in allowed:
            raise ReadError(where, "key.unknown", key=key, known=", ".join(allowed))
    for key in required:
        if key not in data:
            raise ReadError(where, "key.missing", key=key)
    return data


def read_list(
    data: object, where: str, item: Callable[[object, str], T], most: int | None = None
) -> tuple[T, ...]:
    if not isinstance(data, list):
        raise ReadError(where, "type.list")
    if most is not None and len(data) > most:
        raise ReadError(where, "list.many", count=len(data), most=most)
    return tuple(item(value, f"{where}[{index}]") for index, value in enumerate(data))


def read_text(data: object, where: str, longest: int = 200) -> str:
    """A text of at most ``longest`` characters in one line, outer and doubled blanks removed."""
    if not isinstance(data, str):
        raise ReadError(where, "type.text")
    if len(data) > longest:
        raise ReadError(where, "text.long", length=len(data), longest=longest)
    text = " ".join(data.split())
    if not all(char.isprintable() or char in JOINERS for char in text):
        raise ReadError(where, "text.control")
    return text


def read_whole(data: object, where: str, low: int = -LARGEST, high: int = LARGEST) -> int:
    """A whole number from ``low`` to ``high``; true and false are none."""
    if type(data) is not int:
        raise ReadError(where, "type.whole")
    if not low <= data <= high:
        raise ReadError(where, "whole.bounds", value=data, low=low, high=high)
    return data


def read_flag(data: object, where: str) -> bool:
    """True or false; 0 and 1 are neither."""
    if not isinstance(data, bool):
        raise ReadError(where, "type.flag")
    return data


def read_choice(data: object, where: str, choices: Collection[C]) -> C:
    for choice in choices:
        if data == choice:
            return choice
    raise ReadError(where, "option.choice", value=data, known=", ".join(choices))


def read_decimal(data: object, where: str) -> Decimal:
    """A whole number, or a decimal written as text; a JSON number with a point is not exact and refused."""
    if type(data) is int:
        return Decimal(data)
    if isinstance(data, str) and _DECIMAL.fullmatch(data):
        return Decimal(data)
    raise ReadError(where, "type.decimal")


def read_player(data: object, players: Players, where: str) -> str:
    if not isinstance(data, str):
        raise ReadError(where, "type.text")
    if data not in players:
        raise ReadError(where, "player.unknown", name=data)
    return players[data]


def read_one_card(data: object, where: str) -> Card:
    """A card as documents write it."""
    if not isinstance(data, str):
        raise ReadError(where, "type.text")
    if card := SPELLINGS.get(data):
        return card
    try:
        return read_card(data)
    except CardError as error:
        raise ReadError(where, "card.unknown", text=error.text) from None


def read_shown_card(data: object, where: str) -> Card:
    """A card that is not played, such as the one turned up; its suit alone will do."""
    suit = read_suit(data) if isinstance(data, str) else None
    return suit or read_one_card(data, where)


def read_hand(data: object, where: str) -> Hand:
    """A list of cards, ``{"points": 74}`` for the sum only, or ``{"count": 4}`` for the number only.

    Among the cards may stand how many of them are of a suit.
    """
    if isinstance(data, dict):
        read_object(data, where, (), ("points", "count"))
        if len(data) != 1:
            raise ReadError(where, "hand.one")
        if "points" in data:
            return Hand(points=read_whole(data["points"], f"{where}.points", 0, LARGEST_HAND))
        return Hand(count=read_whole(data["count"], f"{where}.count", 0, MOST_CARDS))
    if isinstance(data, list) and len(data) > MOST_CARDS:
        raise ReadError(where, "hand.many", count=len(data), most=MOST_CARDS)
    items = read_list(data, where, _read_held)
    suits = tuple([item for item in items if isinstance(item, SuitCount)])
    counted = [item.suit for item in suits]
    for suit in counted:
        if counted.count(suit) > 1:
            raise ReadError(where, "hand.suit_twice", suit=SUIT_SYMBOLS[suit])
    return Hand(tuple([item for item in items if isinstance(item, Card)]), suits=suits)


def _read_held(data: object, where: str) -> Card | SuitCount:
    counted = isinstance(data, str) and data not in SPELLINGS and len(data) <= LONGEST_SUIT_COUNT
    return (read_suit_count(str(data)) if counted else None) or read_one_card(data, where)


def write_hand(hand: Hand) -> object:
    if hand.points is not None:
        return {"points": hand.points}
    if hand.count is not None:
        return {"count": hand.count}
    return [str(item) for item in (*hand.cards, *hand.suits)]
