"""The facts of one round of the dobon family."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..cards import Card
from ..facts import (
    CARD,
    HAND,
    PLAYER,
    PLAYERS,
    SHOWN_CARD,
    by_player,
    fact,
    list_of,
    players,
    record,
    required,
    text,
    whole,
)
from ..reading import Hand
from ..words import gettext_noop as _

MOST_CALLS = 20
"""Most returns, declarations of riichi, or extra yaku, in one round."""
MOST_TOGETHER = 4
MOST_DOUBLINGS = 16
"""Doublings of one payment from one source; more do not double any further."""
LARGEST_TARGET = 52


@dataclass(frozen=True, slots=True)
class Yaku:
    """役: an extra yaku that only this table plays."""

    name: str = required(text(40))
    yaku: int = required(whole(0, 99))


_CALLS = list_of(PLAYER, MOST_CALLS)


@dataclass(frozen=True, slots=True)
class Round:
    """回: the facts of one round."""

    kind: str
    winner: str = fact(PLAYER, "")  # who went out or drew
    starter: str = fact(PLAYER, "")  # who started a round whose stock was used up
    player: str = fact(PLAYER, "")  # who burst
    victim: str = fact(PLAYER, "")  # whose card was claimed, or who holds it at a draw
    callers: tuple[str, ...] = fact(players("callers.none"), ())  # in the order of their calls
    returns: tuple[str, ...] = fact(_CALLS, ())  # each returns the claim before it
    riichi: tuple[str, ...] = fact(_CALLS, (), ordered=False)  # who declared, once for each declaration
    lapsed: tuple[str, ...] = fact(
        PLAYERS, (), ordered=False
    )  # whose last declaration had lapsed when the round ended
    card: Card | None = fact(CARD, None, label=_("Claimed card"))
    turnup: Card | None = fact(SHOWN_CARD, None, label=_("Card turned up first (dora)"))
    bottom: Card | None = fact(SHOWN_CARD, None, label=_("Bottom card of the stock (ura-dora)"))
    count: int = fact(whole(1, MOST_TOGETHER), 1, label=_("Cards of it played together"))
    target: int | None = fact(
        whole(0, LARGEST_TARGET), None, label=_("Claimed number, if not the card's own")
    )
    drawn: tuple[Card, ...] = fact(list_of(CARD, 20), (), label=_("Cards drawn at the end"))
    doublings: int = fact(whole(0, MOST_DOUBLINGS), 0, label=_("How many times the round was doubled"))
    extra_yaku: Mapping[str, tuple[Yaku, ...]] = fact(by_player(list_of(record(Yaku), MOST_CALLS)), {})
    hands: Mapping[str, Hand] = fact(by_player(HAND), {})
