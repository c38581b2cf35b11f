"""What happened in one round of the dobon family."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..cards import Card
from ..reading import Hand

MOST_CALLS = 20
"""Most returns of one another, declarations of riichi, or yaku of a table's own, in one round."""
MOST_TOGETHER = 4
MOST_DRAWN = 20
"""Most cards drawn after the end of a round."""
MOST_DOUBLINGS = 16
"""Doublings of one payment from one source; more do not double any further."""
LARGEST_TARGET = 52


@dataclass(frozen=True, slots=True)
class Yaku:
    """役 of the table's own, by its name."""

    name: str
    yaku: int


@dataclass(frozen=True, slots=True)
class Round:
    """回: the facts of one round.  ``callers`` are in the order of their calls, ``returns`` a chain.

    ``count`` cards of the claimed number were played together; ``target`` is the number that was claimed
    where it is not the card's own.  ``turnup`` and ``bottom`` are the first card turned up and the last of
    the stock, of which the suit alone may be known; ``riichi`` names who declared, once for each declaration,
    ``lapsed`` whose last declaration no longer held when the round ended.  ``drawn`` are cards drawn after
    the end, in their order; ``doublings`` is how often the whole round was doubled.
    """

    kind: str
    winner: str = ""
    callers: tuple[str, ...] = ()
    victim: str = ""
    card: Card | None = None
    hands: Mapping[str, Hand] = field(default_factory=dict)
    returns: tuple[str, ...] = ()
    starter: str = ""
    player: str = ""
    count: int = 1
    target: int | None = None
    turnup: Card | None = None
    bottom: Card | None = None
    riichi: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()
    extra_yaku: Mapping[str, tuple[Yaku, ...]] = field(default_factory=dict)
    drawn: tuple[Card, ...] = ()
    doublings: int = 0
