"""The facts of one deal of 闘地主."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from ..cards import JOKER, Card
from ..errors import ReadError
from ..facts import CARD, FLAG, PLAYER, FactKind, choice, declared, fact, list_of, record, required, whole
from ..reading import Json, Players, read_one_card, read_whole
from .options import DoudizhuOptions

LANDLORD, FARMERS = "landlord", "farmers"
SIDES = (LANDLORD, FARMERS)
HIGHEST_BID = 3
MOST_BOMBS = 26
"""Two decks, four cards each."""
MOST_CALLS = 40
MOST_CARDS = 40
SHOWN = (0, 2, 3, 4, 5)
"""The factors of an open hand; 0 where none was open."""

FROM_AUCTION = ("landlord", "bid", "lot")
FROM_PLAYS = ("bombs", "big_bombs", "rockets", "winner", "spring")
"""Facts that an auction and plays replace."""


def _read_played(data: object, players: Players, where: str) -> Card:
    card = read_one_card(data, where)
    if card.rank == JOKER and not card.suit:
        raise ReadError(where, "play.joker")
    return card


def _read_shown(data: object, players: Players, where: str) -> int:
    shown = read_whole(data, where, 0, SHOWN[-1])
    if shown not in SHOWN:
        raise ReadError(where, "whole.bounds", value=shown, low=SHOWN[1], high=SHOWN[-1])
    return shown


@dataclass(frozen=True, slots=True)
class Call:
    by: str = required(PLAYER)
    bid: int = required(whole(0, HIGHEST_BID))


@dataclass(frozen=True, slots=True)
class Play:
    by: str = required(PLAYER)
    cards: tuple[Card, ...] = required(list_of(replace(CARD, read=_read_played), MOST_CARDS))


@dataclass(frozen=True, slots=True)
class Deal:
    """一局: the facts of a deal.

    An ``auction`` replaces ``landlord`` and ``bid``, which are then empty and 0; ``plays`` replace ``bombs``,
    ``big_bombs``, ``rockets``, ``winner`` and ``spring``.
    """

    kind: str  # "deal", or "passed" where all passed
    landlord: str = fact(PLAYER, "")
    bid: int = fact(whole(1, HIGHEST_BID), 0)
    lot: bool = fact(FLAG, False)  # nobody bid, and the landlord was drawn by lot
    bombs: int = fact(whole(0, MOST_BOMBS), 0)
    rockets: int = fact(whole(0, 2), 0)
    winner: str = fact(choice(SIDES), "")
    spring: bool = fact(FLAG, False)
    big_bombs: int = fact(whole(0, MOST_BOMBS // 2), 0)  # of eight cards, or super bombs
    robs: int = fact(whole(0, 20), 0)
    shown: int = fact(FactKind("whole", _read_shown, {"enum": [*SHOWN]}), 0)  # the factor of an open hand
    doubled: tuple[str, ...] = fact(
        list_of(PLAYER, MOST_CALLS), (), ordered=False
    )  # once for each declaration
    auction: tuple[Call, ...] = fact(list_of(record(Call), MOST_CALLS, "auction.empty"), ())
    plays: tuple[Play, ...] = fact(list_of(record(Play), 400, "plays.none"), ())


def keys(kind: str) -> tuple[Collection[str], Collection[str]]:
    return (), ("auction",) if kind == "passed" else declared(Deal)


def check_deal(facts: Deal, data: Json, where: str, options: DoudizhuOptions) -> Deal:
    """A deal as it was read from ``data``; raises ReadError where it cannot have happened.

    Where the seat of the landlord is robbed, no bid is needed, and it is 1; where it is drawn by lot, none
    is given.
    """
    without_bid = options.bidding == "rob" or facts.lot
    if facts.kind == "deal":
        _check_keys(data, where, without_bid)
        if facts.plays and not any(play.cards for play in facts.plays):
            raise ReadError(f"{where}.plays", "plays.none")
    bids = [call.bid for call in facts.auction if call.bid]
    if facts.kind == "passed" and bids:
        raise ReadError(f"{where}.auction", "auction.bid")
    if facts.kind == "deal" and facts.auction and not bids:
        raise ReadError(f"{where}.auction", "auction.none")
    bid_left_out = facts.kind == "deal" and not facts.auction and not facts.bid and not facts.lot
    return replace(facts, bid=1) if bid_left_out else facts


def _check_keys(data: Json, where: str, without_bid: bool) -> None:
    """No key may be missing, and none given whose value follows from the auction or the plays."""
    needed = [] if "auction" in data else ["landlord", *([] if without_bid else ["bid"])]
    needed += [] if "plays" in data else ["winner"]
    for key in needed:
        if key not in data:
            raise ReadError(where, "key.missing", key=key)
    for source, replaced in (("auction", FROM_AUCTION), ("plays", FROM_PLAYS), ("lot", ("bid",))):
        for key in replaced:
            if data.get(source) and key in data:
                raise ReadError(f"{where}.{key}", "deal.replaced", key=key, by=source)


def always_written(facts: Deal) -> Collection[str]:
    """The figures that plays would show are written even where they are 0."""
    return () if facts.plays or facts.kind == "passed" else ("bombs", "rockets", "spring")
