"""年の画像: how much a group has played in a year, and its first cards."""

from dataclasses import dataclass

from .blocks import Figure, figures
from .felt import INK, INK_2, SUITS, Area, Felt, rows
from .frame import Head, panel

GAP = 20
AMOUNTS = 150
LOWEST, HIGHEST = 112, 168
"""How high a card is at least and at most."""
ORDER, RANKS = "SHCD", ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""Suits and ranks of the cards, one after the other."""


@dataclass(frozen=True, slots=True)
class Year:
    """A year: what it comes to, and cards with a title and a sentence, the first ones first."""

    head: Head
    amounts: tuple[Figure, ...]
    cards: tuple[tuple[str, str], ...]

    def draw(self, felt: Felt, area: Area) -> None:
        """As many cards as there is room for."""
        figures(felt, area.top(AMOUNTS), self.amounts)
        rest = area.below(AMOUNTS + GAP)
        shown = self.cards[: (rest.height + GAP) // (LOWEST + GAP)]
        if not shown:
            return
        high = min((rest.height + GAP) / len(shown), HIGHEST + GAP)
        places = rows(rest.top(high * len(shown)), [1.0] * len(shown))
        for number, (place, card) in enumerate(zip(places, shown, strict=True)):
            _card(felt, place.top(place.height - GAP), number, card)


def _card(felt: Felt, place: Area, number: int, card: tuple[str, str]) -> None:
    """Rank and suit in the corner, and beside them title and sentence."""
    panel(felt, place)
    sign, ink = SUITS[ORDER[number % 4]]
    middle = place.x + 56
    felt.text(RANKS[number % len(RANKS)], (middle, place.y + place.height * 0.32), 44, ink, align="centre")
    felt.text(sign, (middle, place.y + place.height * 0.7), 40, ink, align="centre")
    words = Area(place.x + 112, place.y, place.width - 140, place.height)
    title, sentence = card
    felt.text(title, (words.x, words.y + 34), 25, INK_2, most=words.width, light=True)
    felt.words(sentence, words.below(54).top(words.height - 62), 30, INK)
