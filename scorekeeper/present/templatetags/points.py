"""Filters that write points and cards."""

from django import template

from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import SUIT_SYMBOLS

register = template.Library()
register.filter("points", texts.number)
register.filter("signed", texts.signed)


@register.filter
def tone(value: int) -> str:
    """The class of a change: gain, loss or zero."""
    return "gain" if value > 0 else "loss" if value else "zero"


@register.filter
def pip(suit: str) -> str:
    """The symbol of a suit: "S" is ♠."""
    return SUIT_SYMBOLS[suit]
