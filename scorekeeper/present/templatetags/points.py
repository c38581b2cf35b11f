"""Filters that write points."""

from django import template

from scorekeeper.scoring import texts

from ..marks import clusters, span

register = template.Library()
register.filter("points", texts.number)
register.filter("signed", texts.signed)
register.filter("span", span)


@register.filter
def tone(value: int) -> str:
    """The class of a change: gain, loss or zero."""
    return "gain" if value > 0 else "loss" if value else "zero"


@register.filter
def wide(mark: str) -> bool:
    """Whether a mark is of two characters."""
    return len(mark) > 1 and len(clusters(mark)) > 1
