"""What happened in one round of the dobon family, and its JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..cards import Card
from ..errors import ReadError
from ..reading import (
    Hand,
    Players,
    read_hands,
    read_object,
    read_one_card,
    read_player,
    read_players,
    write_hand,
)

KINDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "out": (("winner",), ("hands",)),
    "dobon": (("callers", "victim"), ("card", "hands", "returns")),
    "deckout": (("starter",), ("hands",)),
    "nogame": ((), ()),
}
"""Keys of each way a round can end: those it must have, and those it may have."""


@dataclass(frozen=True, slots=True)
class Round:
    """回: the facts of one round.  ``callers`` are in the order of their calls, ``returns`` a chain."""

    kind: str
    winner: str = ""
    callers: tuple[str, ...] = ()
    victim: str = ""
    card: Card | None = None
    hands: Mapping[str, Hand] = field(default_factory=dict)
    returns: tuple[str, ...] = ()
    starter: str = ""


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


_READERS: Mapping[str, Any] = {
    "winner": read_player,
    "victim": read_player,
    "starter": read_player,
    "callers": read_players,
    "returns": read_players,
    "hands": read_hands,
    "card": lambda data, players, where: read_one_card(data, where),
}


def _check_roles(facts: Round, where: str) -> None:
    if facts.kind != "dobon":
        return
    if not facts.callers:
        raise ReadError(f"{where}.callers", "callers.none")
    if facts.victim in facts.callers:
        raise ReadError(f"{where}.victim", "victim.caller", name=facts.victim)
    if facts.returns and facts.returns[0] in facts.callers:
        raise ReadError(f"{where}.returns[0]", "returns.caller", name=facts.returns[0])


def write_round(facts: Round, names: Mapping[str, str]) -> dict[str, Any]:
    """The JSON of a round, with players written as ``names`` says."""
    data: dict[str, Any] = {"kind": facts.kind}
    for key in ("winner", "starter", "victim"):
        if getattr(facts, key):
            data[key] = names[getattr(facts, key)]
    for key in ("callers", "returns"):
        if getattr(facts, key):
            data[key] = [names[name] for name in getattr(facts, key)]
    if facts.card is not None:
        data["card"] = str(facts.card)
    if facts.kind != "nogame":
        data["hands"] = {names[name]: write_hand(hand) for name, hand in facts.hands.items()}
    return data
