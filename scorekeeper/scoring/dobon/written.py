"""The JSON of a round of the dobon family."""

from collections.abc import Callable, Mapping
from typing import Any

from ..cards import Card
from ..errors import ReadError
from ..reading import (
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
from .endings import ENDINGS
from .facts import LARGEST_TARGET, MOST_CALLS, MOST_DOUBLINGS, MOST_DRAWN, MOST_TOGETHER, Round, Yaku


def read_round(data: dict[str, object], players: Players, where: str) -> Round:
    """The facts of a JSON round; raises ReadError where they cannot have happened."""
    kind = data["kind"]
    if kind not in ENDINGS:
        raise ReadError(f"{where}.kind", "kind.unknown", kind=kind, known=", ".join(ENDINGS))
    ending = ENDINGS[str(kind)]
    read_object(data, where, ("kind", *ending.must), ending.may)
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
    if "callers" in ENDINGS[facts.kind].must and not facts.callers:
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
    if "hands" in ENDINGS[facts.kind].may:
        data["hands"] = {names[name]: write_hand(hand) for name, hand in facts.hands.items()}
    return data


def _write_yaku(yaku: tuple[Yaku, ...]) -> list[dict[str, object]]:
    return [{"name": item.name, "yaku": item.yaku} for item in yaku]
