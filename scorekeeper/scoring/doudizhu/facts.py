"""The facts of one deal of 闘地主, and their JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..cards import JOKER, Card
from ..errors import ReadError
from ..reading import (
    Players,
    read_choice,
    read_flag,
    read_object,
    read_one_card,
    read_player,
    read_short_list,
    read_whole,
)

LANDLORD, FARMERS = "landlord", "farmers"
SIDES = (LANDLORD, FARMERS)
HIGHEST_BID = 3
MOST_BOMBS = 26
"""Two decks, four cards each."""
MOST_ROCKETS = 2
MOST_ROBS = 20
MOST_CALLS = 40
MOST_PLAYS = 400
MOST_CARDS = 40

_FROM_AUCTION = ("landlord", "bid")
_FROM_PLAYS = ("bombs", "big_bombs", "rockets", "winner", "spring")
_EXTRAS = ("robs", "shown", "doubled")
_KEYS = (*_FROM_AUCTION, *_FROM_PLAYS, *_EXTRAS, "auction", "plays")


@dataclass(frozen=True, slots=True)
class Call:
    """叫分: what a player bid, 0 for a pass."""

    by: str
    bid: int


@dataclass(frozen=True, slots=True)
class Play:
    """出牌: the cards that a player put down at once; none for a pass."""

    by: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """一局: the facts of a deal.

    An ``auction`` replaces ``landlord`` and ``bid``, which are then empty and 0; ``plays`` replace ``bombs``,
    ``big_bombs``, ``rockets``, ``winner`` and ``spring``.
    """

    kind: str  # "deal", or "passed" where all passed
    landlord: str = ""
    bid: int = 0
    bombs: int = 0
    rockets: int = 0
    winner: str = ""  # the side
    spring: bool = False
    big_bombs: int = 0  # of eight cards
    robs: int = 0
    shown: int = 0  # the factor of an open hand
    doubled: tuple[str, ...] = ()  # who doubled, once for each declaration
    auction: tuple[Call, ...] = ()
    plays: tuple[Play, ...] = ()


def read_deal(data: dict[str, object], players: Players, where: str, robbing: bool = False) -> Deal:
    """The facts of a JSON round; raises ReadError where they cannot have happened.

    With ``robbing`` the landlord is determined without bids, and none is required.
    """
    if data["kind"] == "passed":
        read_object(data, where, ("kind",), ("auction",))
    else:
        _check_keys(data, where, robbing)
    read = {key: _READERS[key](data[key], players, f"{where}.{key}") for key in data if key != "kind"}
    facts = Deal(str(data["kind"]), **read)
    if facts.kind == "deal" and not facts.auction and "bid" not in data:
        read["bid"] = 1
        facts = Deal("deal", **read)
    _check_calls(facts, where)
    return facts


def _check_keys(data: dict[str, object], where: str, robbing: bool) -> None:
    """No key may be given whose value follows from the auction or the plays."""
    needed = [] if "auction" in data else ["landlord", *([] if robbing else ["bid"])]
    needed += [] if "plays" in data else ["winner"]
    read_object(data, where, ("kind", *needed), _KEYS)
    for source, replaced in (("auction", _FROM_AUCTION), ("plays", _FROM_PLAYS)):
        for key in replaced:
            if source in data and key in data:
                raise ReadError(f"{where}.{key}", "deal.replaced", key=key, by=source)


def _check_calls(facts: Deal, where: str) -> None:
    bids = [call.bid for call in facts.auction if call.bid]
    if facts.kind == "passed" and bids:
        raise ReadError(f"{where}.auction", "auction.bid")
    if facts.kind == "deal" and facts.auction and not bids:
        raise ReadError(f"{where}.auction", "auction.none")


def _read_doubled(data: object, players: Players, where: str) -> tuple[str, ...]:
    return read_short_list(data, where, lambda name, at: read_player(name, players, at), MOST_CALLS)


def _read_auction(data: object, players: Players, where: str) -> tuple[Call, ...]:
    calls = read_short_list(data, where, lambda item, at: _read_call(item, players, at), MOST_CALLS)
    if not calls:
        raise ReadError(where, "auction.empty")
    return calls


def _read_call(data: object, players: Players, where: str) -> Call:
    keys = read_object(data, where, ("by", "bid"))
    by = read_player(keys["by"], players, f"{where}.by")
    return Call(by, read_whole(keys["bid"], f"{where}.bid", 0, HIGHEST_BID))


def _read_plays(data: object, players: Players, where: str) -> tuple[Play, ...]:
    plays = read_short_list(data, where, lambda item, at: _read_play(item, players, at), MOST_PLAYS)
    if not any(play.cards for play in plays):
        raise ReadError(where, "plays.none")
    return plays


def _read_play(data: object, players: Players, where: str) -> Play:
    keys = read_object(data, where, ("by", "cards"))
    by = read_player(keys["by"], players, f"{where}.by")
    return Play(by, read_short_list(keys["cards"], f"{where}.cards", _read_card, MOST_CARDS))


def _read_card(data: object, where: str) -> Card:
    card = read_one_card(data, where)
    if card.rank == JOKER and not card.suit:
        raise ReadError(where, "play.joker")
    return card


def _read_shown(data: object, players: Players, where: str) -> int:
    shown = read_whole(data, where, 0, 5)
    if shown == 1:
        raise ReadError(where, "whole.bounds", value=1, low=2, high=5)
    return shown


_READERS: Mapping[str, Callable[[object, Players, str], Any]] = {  # each key has a type of its own
    "landlord": read_player,
    "bid": lambda data, players, where: read_whole(data, where, 1, HIGHEST_BID),
    "bombs": lambda data, players, where: read_whole(data, where, 0, MOST_BOMBS),
    "big_bombs": lambda data, players, where: read_whole(data, where, 0, MOST_BOMBS // 2),
    "rockets": lambda data, players, where: read_whole(data, where, 0, MOST_ROCKETS),
    "robs": lambda data, players, where: read_whole(data, where, 0, MOST_ROBS),
    "winner": lambda data, players, where: read_choice(data, where, SIDES),
    "spring": lambda data, players, where: read_flag(data, where),
    "shown": _read_shown,
    "doubled": _read_doubled,
    "auction": _read_auction,
    "plays": _read_plays,
}


def write_deal(facts: Deal, names: Mapping[str, str]) -> dict[str, object]:
    """The JSON of a deal, with players written as ``names`` says."""
    data: dict[str, object] = {"kind": facts.kind}
    if facts.kind == "deal":
        data |= {} if facts.auction else {"landlord": names[facts.landlord], "bid": facts.bid}
        data |= {} if facts.plays else _write_result(facts)
        data |= {key: getattr(facts, key) for key in ("robs", "shown") if getattr(facts, key)}
    if facts.doubled:
        data["doubled"] = [names[name] for name in facts.doubled]
    if facts.auction:
        data["auction"] = [{"by": names[call.by], "bid": call.bid} for call in facts.auction]
    if facts.plays:
        data["plays"] = [
            {"by": names[play.by], "cards": [str(card) for card in play.cards]} for play in facts.plays
        ]
    return data


def _write_result(facts: Deal) -> dict[str, object]:
    data: dict[str, object] = {"bombs": facts.bombs, "rockets": facts.rockets, "winner": facts.winner}
    data["spring"] = facts.spring
    return data | ({"big_bombs": facts.big_bombs} if facts.big_bombs else {})
