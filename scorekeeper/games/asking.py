"""判定: cards that a referee is asked about, typed or tapped one by one."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext

from scorekeeper.present.cards import CardView, cards
from scorekeeper.scoring.cards import Card, CardError, write_cards

LONGEST_TYPED = 300


@dataclass(frozen=True, slots=True)
class AskedCards:
    """What is typed, the cards that it says, and what is wrong with it."""

    text: str
    cards: tuple[Card, ...] = ()
    error: str = ""

    @property
    def shown(self) -> tuple[CardView, ...]:
        return cards(self.cards)


def read_asked(
    data: QueryDict,
    name: str,
    read: Callable[[str], tuple[Card, ...]],
    why_not: Callable[[CardError], str],
    *,
    most: int,
    tapped: bool = False,
) -> AskedCards:
    """The cards of a field; to those ``tapped``, ``add`` puts one more, and ``drop`` takes the last away."""
    text = data.get(name, "")[:LONGEST_TYPED]
    try:
        held = read(text)
        added = read(data.get("add", "")[:LONGEST_TYPED]) if tapped else ()
    except CardError as error:
        return AskedCards(text, error=why_not(error))
    held = held[:-1] if tapped and "drop" in data else (*held, *added[:1])
    if len(held) > most:
        return AskedCards(text, error=gettext("At most %(most)d cards.") % {"most": most})
    return AskedCards(write_cards(held), held)
