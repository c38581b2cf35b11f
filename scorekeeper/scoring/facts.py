"""Facts of a round: each declared once, as a field of a dataclass with ``fact()`` or ``required()``.

Reader, writer, JSON Schema and the fields of the entry form follow from the declaration.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Any, Generic, Protocol, TypeVar

from .core import ACCOUNTS
from .errors import ReadError
from .limits import LONGEST_CARDS, MOST_CARDS
from .reading import (
    LARGEST_HAND,
    Hand,
    Json,
    Players,
    read_choice,
    read_flag,
    read_hand,
    read_list,
    read_object,
    read_one_card,
    read_player,
    read_shown_card,
    read_text,
    read_whole,
    write_hand,
)


class Facts(Protocol):
    """The facts of one round of any family, or an event; ``kind`` is its ending or the kind of event."""

    @property
    def kind(self) -> str: ...


T = TypeVar("T")
C = TypeVar("C", bound=str)
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class FactKind(Generic[T]):
    """A kind of value: how it is read, written and described."""

    name: str  # by which the entry form chooses how it is typed
    read: Callable[[object, Players, str], T]
    """``read(data, players, where)``: the value of JSON; raises ReadError."""
    schema: Json  # JSON Schema
    write: Callable[[T, Players], object] = lambda value, names: value
    """``write(value, names)``: the inverse of ``read``."""


def refer(name: str) -> Json:
    """A reference to a definition in the schema of the document."""
    return {"$ref": f"#/definitions/{name}"}


def _one_number(key: str, most: int) -> Json:
    number = {"type": "integer", "minimum": 0, "maximum": most}
    return {"type": "object", "additionalProperties": False, "required": [key], "properties": {key: number}}


DEFINITIONS: Mapping[str, Json] = {
    "name": {"type": "string", "minLength": 1},
    "card": {
        "description": "A rank A 2 … 10 J Q K with or without a suit S H D C in front, or a joker Jk JkB JkR;"
        " where a card is only looked at, its suit alone.",
        "type": "string",
        "minLength": 1,
        "maxLength": LONGEST_CARDS,
    },
    "hand": {
        "anyOf": [
            {
                "description": "Cards; among them how many are of a suit: Sx2.",
                "type": "array",
                "maxItems": MOST_CARDS,
                "items": refer("card"),
            },
            _one_number("points", LARGEST_HAND),
            _one_number("count", MOST_CARDS),
        ]
    },
}
"""The schemas that several kinds refer to; records are defined by their dataclasses."""


def _read_account(data: object, players: Players, where: str) -> str:
    return str(data) if data in ACCOUNTS else read_player(data, players, where)


PLAYER = FactKind("player", read_player, refer("name"), lambda name, names: names[name])
ACCOUNT = FactKind("account", _read_account, refer("name"), lambda name, names: names.get(name, name))


def list_of(item: FactKind[T], most: int, empty: str = "") -> FactKind[tuple[T, ...]]:
    """At most ``most`` items; ``empty`` is the code of the error where there must be one and is none."""
    return _several(f"{item.name} list", item, {"maxItems": most}, empty)


def players(empty: str = "") -> FactKind[tuple[str, ...]]:
    """Different players; ``empty`` is the code of the error where there must be one and is none."""
    return _several("players", PLAYER, {"uniqueItems": True}, empty)


def _several(name: str, item: FactKind[T], limits: Json, empty: str) -> FactKind[tuple[T, ...]]:
    """Items within ``limits``, those of JSON Schema."""

    def read(data: object, players: Players, where: str) -> tuple[T, ...]:
        items: list[T] = []

        def read_next(value: object, place: str) -> None:
            made = item.read(value, players, place)
            if "uniqueItems" in limits and made in items:
                raise ReadError(place, "player.twice", name=made)
            items.append(made)

        read_list(data, where, read_next, limits.get("maxItems"))
        if empty and not items:
            raise ReadError(where, empty)
        return tuple(items)

    schema = {"type": "array", "items": item.schema, **limits, **({"minItems": 1} if empty else {})}
    return FactKind(name, read, schema, lambda value, names: [item.write(each, names) for each in value])


PLAYERS = players()
CARD = FactKind(
    "card", lambda data, _, where: read_one_card(data, where), refer("card"), lambda card, _: str(card)
)
SHOWN_CARD = replace(CARD, name="shown card", read=lambda data, _, where: read_shown_card(data, where))
HAND: FactKind[Hand] = FactKind(
    "hand", lambda data, _, where: read_hand(data, where), refer("hand"), lambda hand, _: write_hand(hand)
)
FLAG = FactKind("flag", lambda data, _, where: read_flag(data, where), {"type": "boolean"})


def whole(low: int, high: int) -> FactKind[int]:
    schema = {"type": "integer", "minimum": low, "maximum": high}
    return FactKind("whole", lambda data, _, where: read_whole(data, where, low, high), schema)


def text(longest: int) -> FactKind[str]:
    """A text of at most ``longest`` characters in one line."""
    schema = {"type": "string", "maxLength": longest}
    return FactKind("text", lambda data, _, where: read_text(data, where, longest), schema)


def choice(choices: Collection[C]) -> FactKind[C]:
    return FactKind("choice", lambda data, _, where: read_choice(data, where, choices), {"enum": [*choices]})


def by_player(item: FactKind[T]) -> FactKind[Mapping[str, T]]:
    """Something for some of the players, each of them once."""

    def read(data: object, players: Players, where: str) -> dict[str, T]:
        if not isinstance(data, dict):
            raise ReadError(where, "type.object")
        values: dict[str, T] = {}
        for key, value in data.items():
            name = read_player(key, players, where)
            if name in values:
                raise ReadError(where, "player.twice", name=name)
            values[name] = item.read(value, players, f"{where}.{key}")
        return values

    return FactKind(
        f"{item.name} by player",
        read,
        {"type": "object", "additionalProperties": item.schema},
        lambda value, names: {names[name]: item.write(each, names) for name, each in value.items()},
    )


def record(of: type[T]) -> FactKind[T]:
    needed, optional = required_and_optional(of)

    def read(data: object, players: Players, where: str) -> T:
        return of(**_values(of, read_object(data, where, needed, optional), players, where))

    return FactKind("record", read, refer(of.__name__.lower()), write_record)


@dataclass(frozen=True, slots=True)
class Fact:
    kind: FactKind[Any]  # each fact has a type of its own
    name: str = ""  # in JSON, and of its field in the entry form
    label: str = ""  # English, of its field; empty where it has none of its own
    ordered: bool = True  # whether the order of a list matters
    required: bool = False  # has no default
    attribute: str = ""
    default: object = None  # left out where a round is written

    @property
    def counted(self) -> bool:
        """Whether only the number of times that it names each player counts."""
        return self.kind.name == "player list" and not self.ordered


def fact(kind: FactKind[T], default: D, *, name: str = "", label: str = "", ordered: bool = True) -> T | D:
    """Declare an optional fact; ``name`` is its key in JSON."""
    metadata = {"fact": Fact(kind, name, label, ordered)}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=metadata)  # type: ignore[return-value]
    return field(default=default, metadata=metadata)


def required(kind: FactKind[T], *, name: str = "") -> T:
    """Declare a required fact; ``name`` is its key in JSON."""
    made: T = field(metadata={"fact": Fact(kind, name, required=True)})
    return made


_DECLARED: dict[type, Mapping[str, Fact]] = {}


def declared(of: type) -> Mapping[str, Fact]:
    """The facts that a dataclass declares, by their names in JSON, in its order."""
    if of not in _DECLARED:
        facts = (_fact(item) for item in fields(of) if "fact" in item.metadata)
        _DECLARED[of] = {item.name: item for item in facts}
    return _DECLARED[of]


def required_and_optional(of: type) -> tuple[list[str], list[str]]:
    """The names in JSON of the facts of a dataclass."""
    items = declared(of).values()
    return [item.name for item in items if item.required], [item.name for item in items if not item.required]


def _fact(item: Field[object]) -> Fact:
    made: Fact = item.metadata["fact"]
    default = item.default if item.default_factory is MISSING else item.default_factory()
    return replace(made, name=made.name or item.name, attribute=item.name, default=default)


def read_facts(
    of: type[T], data: Json, players: Players, where: str, keys: tuple[Iterable[str], Iterable[str]]
) -> T:
    """A JSON round as the dataclass ``of``; ``keys`` are those required and optional.  Raises ReadError."""
    needed, optional = keys
    read_object(data, where, ("kind", *needed), (*optional,))
    return of(**{"kind": data["kind"], **_values(of, data, players, where)})


def _values(of: type, keys: Mapping[str, object], players: Players, where: str) -> Json:
    facts = declared(of)
    return {
        facts[key].attribute: facts[key].kind.read(value, players, f"{where}.{key}")
        for key, value in keys.items()
        if key != "kind"
    }


def write_facts(facts: Facts, names: Players, always: Collection[str] = ()) -> Json:
    """The JSON of a round, with players by ``names``; facts in ``always`` are written even if default."""
    return {"kind": facts.kind, **write_record(facts, names, always)}


def write_record(facts: object, names: Players, always: Collection[str] = ()) -> Json:
    """The JSON of a dataclass without its kind."""
    data: Json = {}
    for name, item in declared(type(facts)).items():
        value = getattr(facts, item.attribute)
        if item.required or value != item.default or name in always:
            data[name] = item.kind.write(value, names)
    return data


def object_schema(of: type, needed: Iterable[str], optional: Iterable[str], kind: str = "") -> Json:
    """The JSON Schema of a dataclass with some of its facts; of a round, ``kind`` is its kind."""
    facts, head = declared(of), {"kind": {"const": kind}} if kind else {}
    needed = list(needed)
    properties = {name: facts[name].kind.schema for name in (*needed, *optional)}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [*head, *needed],
        "properties": {**head, **properties},
    }
