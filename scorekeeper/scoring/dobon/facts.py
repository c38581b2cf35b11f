"""The facts of one round of the dobon family."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..cards import Card
from ..reading import Hand

MOST_CALLS = 20
"""Most returns, declarations of riichi, or extra yaku, in one round."""
MOST_TOGETHER = 4
MOST_DRAWN = 20
"""Most cards drawn after the end of a round."""
MOST_DOUBLINGS = 16
"""Doublings of one payment from one source; more do not double any further."""
LARGEST_TARGET = 52


@dataclass(frozen=True, slots=True)
class Yaku:
    """役: an extra yaku that only this table plays."""

    name: str
    yaku: int


@dataclass(frozen=True, slots=True)
class Round:
    """回: the facts of one round."""

    kind: str
    winner: str = ""  # who went out or drew
    callers: tuple[str, ...] = ()  # in the order of their calls
    victim: str = ""  # whose card was claimed, or who holds it at a draw
    card: Card | None = None  # the claimed card
    hands: Mapping[str, Hand] = field(default_factory=dict)
    returns: tuple[str, ...] = ()  # each returns the claim before it
    starter: str = ""  # who started a round whose stock was used up
    player: str = ""  # who burst
    count: int = 1  # cards of the claimed number that were played together
    target: int | None = None  # the claimed number, where it is not that of the card
    turnup: Card | None = None  # the first card turned up; maybe its suit alone
    bottom: Card | None = None  # the last card of the stock; maybe its suit alone
    riichi: tuple[str, ...] = ()  # who declared, once for each declaration
    lapsed: tuple[str, ...] = ()  # whose last declaration had lapsed when the round ended
    extra_yaku: Mapping[str, tuple[Yaku, ...]] = field(default_factory=dict)
    drawn: tuple[Card, ...] = ()  # after the end, in their order
    doublings: int = 0  # of the whole round
