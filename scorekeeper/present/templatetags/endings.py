"""A filter for fields that only some endings have."""

from collections.abc import Sequence
from typing import Protocol

from django import template

register = template.Library()


class Kind(Protocol):
    """One way a round can end, as a page offers it."""

    @property
    def key(self) -> str: ...


@register.filter
def places(keys: str, kinds: Sequence[Kind]) -> str:
    """The places among the buttons, from 1, of the kinds of rounds in ``keys``, for a stylesheet."""
    wanted = keys.split()
    return " ".join(str(place) for place, kind in enumerate(kinds, 1) if kind.key in wanted)
