"""Filters that write points."""

from django import template

from scorekeeper.scoring import texts

register = template.Library()
register.filter("points", texts.number)
register.filter("signed", texts.signed)


@register.filter
def tone(value: int) -> str:
    """The class of a change: gain, loss or zero."""
    return "gain" if value > 0 else "loss" if value else "zero"
