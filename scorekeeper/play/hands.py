"""手札: the facts of a round taken apart into what happened and who held what, and put together again.

Facts are JSON by seat number.  In what happened the place of the hands stays, and is empty.
"""

from collections.abc import Mapping

from scorekeeper.scoring.reading import Json, read_hand

Facts = Json
"""What happened in a round as JSON, players by seat number; its shape is the family's."""

HANDS = "hands"

RANKS = "0A23456789TJQK"
"""The letter of each rank, of the joker first: text is counted alike by every database, JSON is not."""


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
    """What happened, and the hands by seat number."""
    if not facts.get(HANDS):
        return facts, {}
    return {**facts, HANDS: {}}, {seat: _hand_text(hand) for seat, hand in facts[HANDS].items()}


def _hand_text(hand: object) -> HandText:
    read = read_hand(hand, "")
    cards = " ".join(hand) if isinstance(hand, list) else ""
    ranks = "".join(RANKS[rank] for rank in sorted(card.rank for card in read.cards))
    return cards, read.points, read.count, ranks
