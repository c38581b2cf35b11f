"""手札: splitting the facts of a round (JSON by seat number) into hands and the rest, and merging them.

The rest keeps an empty ``hands`` in its place among the keys.
"""

from collections.abc import Mapping

from scorekeeper.scoring.reading import Json, read_hand

Facts = Json
"""The facts of a round as JSON, players by seat number; the family of the game defines the fields."""

HANDS = "hands"

RANKS = "0A23456789TJQK"
"""One letter a rank, the joker first, so that queries of both databases can count cards in a text."""


HandText = tuple[str, int | None, int | None, str]
"""A hand as its columns ``cards``, ``points``, ``count`` and ``ranks`` hold it.

Cards are spelled as in the facts, separated by spaces; ranks are the same in the letters of ``RANKS``, lowest
first.  Points or count is the sum or the number where only that was entered.
"""


def hand_json(cards: str, points: int | None, count: int | None) -> object:
    if points is not None:
        return {"points": points}
    return cards.split() if count is None else {"count": count}


def merge_hands(happened: Facts, hands: Mapping[str, object]) -> Facts:
    return {**happened, HANDS: dict(hands)} if hands else happened


def split_hands(facts: Facts) -> tuple[Facts, dict[str, HandText]]:
    """The facts without hands, and the hands by seat number."""
    if not facts.get(HANDS):
        return facts, {}
    return {**facts, HANDS: {}}, {seat: _hand_text(hand) for seat, hand in facts[HANDS].items()}


def _hand_text(hand: object) -> HandText:
    read = read_hand(hand, "")
    cards = " ".join(hand) if isinstance(hand, list) else ""
    ranks = "".join(RANKS[rank] for rank in sorted(card.rank for card in read.cards))
    return cards, read.points, read.count, ranks
