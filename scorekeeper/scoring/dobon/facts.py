"""What happened in one round of the dobon family, and its JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..cards import Card
from ..errors import ReadError
from ..reading import (
    Hand,
    Players,
    read_by_player,
    read_hands,
    read_object,
    read_one_card,
    read_player,
    read_players,
    read_short_list,
    read_shown_card,
    read_text,
    read_whole,
    write_hand,
)

SHOWN = ("turnup", "bottom", "riichi", "lapsed", "extra_yaku")
PAID = ("hands", "doublings", *SHOWN)
KINDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "out": (("winner",), PAID),
    "dobon": (("callers", "victim"), ("card", "returns", "count", "target", "drawn", *PAID)),
    "opening": (("callers",), ("card", "returns", "drawn", *PAID)),
    "draw": (("winner",), ("card", "victim", "drawn", *PAID)),
    "deckout": ((), ("starter", *PAID)),
    "burst": (("player",), ("drawn", *PAID)),
    "nogame": ((), SHOWN),
}
"""Keys of each way a round can end: those it must have, and those it may have."""
NAMED = {"dobon": ("victim", "victim"), "draw": ("holder", "victim"), "burst": ("burst", "player")}
"""The part of the one whom a way to end names besides who wins, and the key that names that player."""

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


def read_round(data: dict[str, object], players: Players, where: str) -> Round:
    """The facts of a JSON round; raises ReadError where they cannot have happened."""
    kind = data["kind"]
    if kind not in KINDS:
        raise ReadError(f"{where}.kind", "kind.unknown", kind=kind, known=", ".join(KINDS))
    required, optional = KINDS[str(kind)]
    read_object(data, where, ("kind", *required), optional)
    read = {key: _READERS[key](data[key], players, f"{where}.{key}") for key in data if key != "kind"}
    facts = Round(str(kind), **read)
    _check_roles(facts, where)
    return facts


def _card(data: object, players: Players, where: str) -> Card:
    return read_one_card(data, where)


def _shown(data: object, players: Players, where: str) -> Card:
    return read_shown_card(data, where)


def _declarers(data: object, players: Players, where: str) -> tuple[str, ...]:
    return read_short_list(data, where, lambda name, at: read_player(name, players, at), MOST_CALLS)


def _extra(data: object, players: Players, where: str) -> dict[str, tuple[Yaku, ...]]:
    def read_own(yaku: object, at: str) -> tuple[Yaku, ...]:
        return read_short_list(yaku, at, _yaku, MOST_CALLS)

    return read_by_player(data, players, where, read_own)


def _yaku(data: object, where: str) -> Yaku:
    keys = read_object(data, where, ("name", "yaku"))
    return Yaku(
        read_text(keys["name"], f"{where}.name", 40), read_whole(keys["yaku"], f"{where}.yaku", 0, 99)
    )


_READERS: Mapping[str, Callable[[object, Players, str], Any]] = {  # each key has a type of its own
    "winner": read_player,
    "victim": read_player,
    "starter": read_player,
    "player": read_player,
    "callers": read_players,
    "returns": _declarers,
    "riichi": _declarers,
    "lapsed": read_players,
    "hands": read_hands,
    "extra_yaku": _extra,
    "card": _card,
    "turnup": _shown,
    "bottom": _shown,
    "count": lambda data, players, where: read_whole(data, where, 1, MOST_TOGETHER),
    "target": lambda data, players, where: read_whole(data, where, 0, LARGEST_TARGET),
    "drawn": lambda data, players, where: read_short_list(data, where, read_one_card, MOST_DRAWN),
    "doublings": lambda data, players, where: read_whole(data, where, 0, MOST_DOUBLINGS),
}


def _check_roles(facts: Round, where: str) -> None:
    if facts.kind in ("dobon", "opening") and not facts.callers:
        raise ReadError(f"{where}.callers", "callers.none")
    if facts.victim and facts.victim in facts.callers:
        raise ReadError(f"{where}.victim", "victim.caller", name=facts.victim)
    if facts.victim and facts.victim == facts.winner:
        raise ReadError(f"{where}.victim", "victim.winner", name=facts.victim)
    for place, name in enumerate(facts.returns):
        if name in (facts.returns[place - 1 : place] or facts.callers):
            raise ReadError(f"{where}.returns[{place}]", "returns.caller", name=name)


def write_round(facts: Round, names: Mapping[str, str]) -> dict[str, object]:
    """The JSON of a round, with players written as ``names`` says."""
    data: dict[str, object] = {"kind": facts.kind}
    for key in ("winner", "starter", "player", "victim"):
        if getattr(facts, key):
            data[key] = names[getattr(facts, key)]
    for key in ("callers", "returns", "riichi", "lapsed"):
        if getattr(facts, key):
            data[key] = [names[name] for name in getattr(facts, key)]
    for key in ("card", "turnup", "bottom"):
        if getattr(facts, key) is not None:
            data[key] = str(getattr(facts, key))
    data |= {"count": facts.count} if facts.count > 1 else {}
    data |= {"target": facts.target} if facts.target is not None else {}
    data |= {"drawn": [str(card) for card in facts.drawn]} if facts.drawn else {}
    data |= {"doublings": facts.doublings} if facts.doublings else {}
    if facts.extra_yaku:
        data["extra_yaku"] = {names[name]: _write_yaku(yaku) for name, yaku in facts.extra_yaku.items()}
    if facts.kind != "nogame":
        data["hands"] = {names[name]: write_hand(hand) for name, hand in facts.hands.items()}
    return data


def _write_yaku(yaku: tuple[Yaku, ...]) -> list[dict[str, object]]:
    return [{"name": item.name, "yaku": item.yaku} for item in yaku]
