"""札: cards as they are drawn, with their names."""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import RANK_NAMES, SUIT_ONLY, Card

SUIT_NAMES = {
    "S": _("spades"),
    "H": _("hearts"),
    "D": _("diamonds"),
    "C": _("clubs"),
}


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn, and its name for those who listen."""

    rank: str
    suit: str
    name: str


def cards(hand: tuple[Card, ...]) -> tuple[CardView, ...]:
    return tuple(map(card, hand))


def card(item: Card) -> CardView:
    rank = RANK_NAMES[item.rank] if item.rank != SUIT_ONLY else ""
    if not item.rank:
        return CardView(rank, item.suit, texts.card(item, gettext) if item.suit else gettext("joker"))
    return CardView(rank, item.suit, f"{SUIT_NAMES.get(item.suit, '')} {rank}".strip())


def number_name(number: int) -> str:
    """A number that is claimed, as cards have it; larger ones, which sums can be, as they are."""
    return RANK_NAMES[number] if number < len(RANK_NAMES) else str(number)


def number_card(number: int) -> CardView:
    """A claimed number as a card without a suit."""
    return CardView(number_name(number), "", number_name(number))
