"""マーク: how many cards of a hand are of a suit, entered card by card or as a count for the hand."""

from collections.abc import Iterator

from ..cards import SUIT_ONLY, SUITS, Card, suit_bounds
from ..core import Problem
from ..reading import Hand
from .facts import Round
from .options import DobonOptions


def suited(hand: Hand, shown: Card) -> tuple[Card, ...]:
    """The cards of a hand in the suit of the card shown; none for a joker.

    A count entered for the hand overrides its cards; cards of unknown rank have the suit alone.
    """
    suit = shown.suit if shown.rank else ""
    if not suit:
        return ()
    cards = tuple([card for card in hand.cards if card.suit == suit])
    entered = _entered_count(hand, suit)
    count = len(cards) if entered is None else entered
    return (*cards[:count], *[Card(SUIT_ONLY, suit)] * (count - len(cards)))


def _entered_count(hand: Hand, suit: str) -> int | None:
    return next((item.count for item in hand.suits if item.suit == suit), None)


def is_unknown(hand: Hand, shown: Card, decks: int) -> bool:
    """Whether it is not known how many cards of the hand are in the suit of the card shown."""
    suit = shown.suit if shown.rank else ""
    if not suit or _entered_count(hand, suit) is not None:
        return False
    least, most = suit_bounds(hand.cards, suit, decks)
    counted = sum([item.count - suit_bounds(hand.cards, item.suit, decks)[0] for item in hand.suits])
    return least < most and counted < sum([card.rank > 0 and not card.suit for card in hand.cards])


def suit_objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    """Suits of which a hand, or all hands together, cannot have as many cards as entered."""
    counted = {who: hand for who, hand in facts.hands.items() if hand.suits}
    for who, hand in counted.items():
        yield from _hand_objections(who, hand, options)
    for suit in SUITS if counted else "":
        hands = [hand for hand in counted.values() if _entered_count(hand, suit) is not None]
        cards = [card for hand in hands for card in hand.cards]
        count = sum([_entered_count(hand, suit) or 0 for hand in hands])
        if len(hands) > 1 and count > suit_bounds(cards, suit, options.decks)[1]:
            values = {"card": Card(SUIT_ONLY, suit), "count": count, "decks": options.decks}
            yield Problem("deck.too_many", "", values)


def _hand_objections(who: str, hand: Hand, options: DobonOptions) -> Iterator[Problem]:
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
