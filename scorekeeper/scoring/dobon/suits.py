"""マーク: how many cards of a hand are of a suit, told card by card or for the hand as a whole."""

from collections.abc import Iterator

from ..cards import SUIT_ONLY, SUITS, Card, suit_bounds
from ..core import Problem
from ..reading import Hand
from .facts import Round
from .options import DobonOptions


def suited(hand: Hand, shown: Card) -> tuple[Card, ...]:
    """The cards of a hand in the suit of the card shown; none for a joker.

    What was told of the hand as a whole counts; cards whose rank is not known are suits alone.
    """
    suit = shown.suit if shown.rank else ""
    if not suit:
        return ()
    known = tuple([card for card in hand.cards if card.suit == suit])
    told = _told(hand, suit)
    count = len(known) if told is None else told
    return (*known[:count], *[Card(SUIT_ONLY, suit)] * (count - len(known)))


def _told(hand: Hand, suit: str) -> int | None:
    return next((item.count for item in hand.suits if item.suit == suit), None)


def is_unsaid(hand: Hand, shown: Card, decks: int) -> bool:
    """Whether cards of the hand could be of the suit of the card shown, and nobody said how many are."""
    suit = shown.suit if shown.rank else ""
    if not suit or _told(hand, suit) is not None:
        return False
    least, most = suit_bounds(hand.cards, suit, decks)
    told = sum([item.count - suit_bounds(hand.cards, item.suit, decks)[0] for item in hand.suits])
    return least < most and told < sum([card.rank > 0 and not card.suit for card in hand.cards])


def suit_objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    """Suits of which a hand, or all hands together, cannot have as many as was told."""
    told = {who: hand for who, hand in facts.hands.items() if hand.suits}
    for who, hand in told.items():
        yield from _of_hand(who, hand, options)
    for suit in SUITS if told else "":
        hands = [hand for hand in told.values() if _told(hand, suit) is not None]
        cards = [card for hand in hands for card in hand.cards]
        count = sum([_told(hand, suit) or 0 for hand in hands])
        if len(hands) > 1 and count > suit_bounds(cards, suit, options.decks)[1]:
            values = {"card": Card(SUIT_ONLY, suit), "count": count, "decks": options.decks}
            yield Problem("deck.too_many", "", values)


def _of_hand(who: str, hand: Hand, options: DobonOptions) -> Iterator[Problem]:
    wrong = False
    for item in hand.suits:
        least, most = suit_bounds(hand.cards, item.suit, options.decks)
        if not least <= item.count <= most:
            wrong = True
            values = {"suit": Card(SUIT_ONLY, item.suit), "count": item.count, "least": least, "most": most}
            yield Problem("suits.bounds", who, values)
    cards = sum([card.rank > 0 for card in hand.cards])
    count = sum([len(suited(hand, Card(SUIT_ONLY, suit))) for suit in SUITS])
    if not wrong and count > cards:
        yield Problem("suits.cards", who, {"cards": cards, "count": count})
