"""House rules: each declared once, as a typed field of a dataclass, by a ``Group``.

The engine reads an option as an attribute; the form, the rule page, the JSON and the tests are generated
from ``specs()``.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Literal, TypeVar, get_args

from .cards import Card, read_card, show_card
from .errors import ReadError
from .reading import Json, read_choice
from .words import gettext_noop as _

Value = int | str
Switch = Literal["off", "on"]
SWITCH = (_("off"), _("on"))
"""The labels of a ``Switch``."""

MOST_NUMBERS = 40
"""Maximum length of a list of numbers."""
MOST_NAMED, LONGEST_NAME = 12, 20
"""Maximum length of a list of named points, and of a name in it."""
LARGEST_POINTS = 10**6
"""Largest number in a list, up or down."""


@dataclass(frozen=True, slots=True)
class Traits:
    """The interface of the house rules of all families for the rest of the program."""

    loser_starts: bool = False  # the loser starts (and deals) the next round; else the winner or nobody
    has_streaks: bool = False  # 連荘: the family has streaks
    counts_streaks: bool = False  # 連荘: a streak changes payments
    has_pot: bool = False  # 供託: winners receive the pot; else only corrections put points into it
    returns_pot: bool = False  # a pot that nobody won goes back to who put it in; else to the first place
    penalty_points: bool = False  # 失点制: points are lost to the bank and nobody receives them
    target: int = 0  # the points at which the session ends, downwards where below zero; 0 for none
    low_wins: bool = False  # the fewest points come first, so that points count against their owner
    levels_bank: bool = False  # what the bank paid out is carried by all alike where points are worth money


@dataclass(frozen=True)
class Options:
    """ハウスルール of a table: each is a field of a family's subclass."""

    @property
    def traits(self) -> Traits:
        return Traits()


T = TypeVar("T")
O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Spec:
    """The declaration of one house rule, with English texts."""

    key: str
    kind: str  # of ``_READERS``
    default: Value
    label: str
    help: str
    source: str
    group: str
    games: str = ""  # keys of the games it belongs to; others can borrow it
    choices: tuple[tuple[str, str], ...] = ()  # values with their labels
    yes: str = ""  # the choice that a switch stands for when on; empty: not a yes-no rule
    low: int = 0
    high: int = 0
    fixed: bool = False  # cannot change while a session runs

    @property
    def no(self) -> str:
        """The choice of a switch that is off; empty: not a yes-no rule."""
        return next((key for key, _ in self.choices if self.yes and key != self.yes), "")

    def check(self, value: object, where: str) -> Value:
        """The value of JSON, or of its text in a form; raises ReadError."""
        return _READERS[self.kind](self, value, where)

    def json(self, value: Value) -> object:
        """The inverse of ``check``."""
        return _WRITERS[self.kind](str(value)) if self.kind in _WRITERS else value


def _read_choice(spec: Spec, value: object, where: str) -> Value:
    return read_choice(value, where, [key for key, _ in spec.choices])


def _read_flag(spec: Spec, value: object, where: str) -> Value:
    return _read_choice(spec, spec.choices[value][0] if isinstance(value, bool) else value, where)


def _read_whole(spec: Spec, value: object, where: str) -> Value:
    if type(value) is not int:
        raise ReadError(where, "option.whole", value=value)
    if not spec.low <= value <= spec.high:
        raise ReadError(where, "option.bounds", value=value, low=spec.low, high=spec.high)
    return value


def _read_numbers(spec: Spec, value: object, where: str) -> Value:
    words = value.split() if isinstance(value, str) else [str(value)] if type(value) is int else []
    if (
        not words
        or len(words) > MOST_NUMBERS
        or not all(re.fullmatch(r"\d{1,7}", word, re.ASCII) for word in words)
    ):
        raise ReadError(where, "option.numbers", most=MOST_NUMBERS)
    return " ".join(str(int(word)) for word in words)


def _read_signed(spec: Spec, value: object, where: str) -> Value:
    items = _normalized(value).replace(",", " ").split() if isinstance(value, str) else value
    numbers = (
        [_signed(item) for item in items] if isinstance(items, list) and len(items) <= MOST_NUMBERS else []
    )
    if not numbers or None in numbers:
        raise ReadError(where, "option.numbers", most=MOST_NUMBERS)
    return " ".join(map(str, numbers))


def _read_cards(spec: Spec, value: object, where: str) -> Value:
    words = value.split() if isinstance(value, str) else [""]
    try:
        if not all(re.fullmatch(r"[^=]+(=\d{1,4})?", word, re.ASCII) for word in words):
            raise ValueError(words)
        special = read_special(" ".join(words))
    except ValueError as error:
        raise ReadError(where, "option.cards", most=MOST_NUMBERS) from error
    if len(special) < len(words) or len(words) > MOST_NUMBERS:
        raise ReadError(where, "option.cards", most=MOST_NUMBERS)
    return " ".join(str(card) if number is None else f"{card}={number}" for card, number in special.items())


def _read_named(spec: Spec, value: object, where: str) -> Value:
    """A list of names with their points; in a text each name is followed by its points."""
    items = filter(str.strip, _normalized(value).split(",")) if isinstance(value, str) else value
    pairs = [_named(item) for item in items] if isinstance(items, list | filter) else [None]
    named = {pair[0]: pair[1] for pair in pairs if pair}
    if len(named) < len(pairs) or len(pairs) > MOST_NAMED:
        raise ReadError(where, "option.named", most=MOST_NAMED)
    return ", ".join(f"{name} {points:+d}" for name, points in named.items())


def _named(item: object) -> tuple[str, int] | None:
    if isinstance(item, str):
        name, _, points = item.strip().rpartition(" ")
    elif isinstance(item, dict) and item.keys() == {"name", "points"} and isinstance(item["name"], str):
        name, points = _normalized(item["name"]), item["points"]
    else:
        return None
    name, number = " ".join(name.split()), _signed(points)
    usable = 0 < len(name) <= LONGEST_NAME and name.isprintable() and "," not in name
    return (name, number) if usable and number else None


def _signed(item: object) -> int | None:
    """A whole number within bounds, or the same as text; None for anything else."""
    number = int(item) if isinstance(item, str) and re.fullmatch(r"[+-]?\d{1,7}", item, re.ASCII) else item
    return number if type(number) is int and abs(number) <= LARGEST_POINTS else None


def _normalized(text: str) -> str:
    """A typed list with ASCII commas, digits and signs."""
    return re.sub(r"[\n;、・/]", ",", unicodedata.normalize("NFKC", text).replace("−", "-"))


def numbers_in(value: str) -> tuple[int, ...]:
    """The numbers of a house rule that is a list of them."""
    return tuple(map(int, value.split()))


def points_by_name(value: str) -> Mapping[str, int]:
    """The points by name of a house rule that is a list of both."""
    pairs = (item.rpartition(" ") for item in value.split(", ") if item)
    return {name: int(points) for name, _, points in pairs}


_READERS: Mapping[str, Callable[[Spec, object, str], Value]] = {
    "choice": _read_choice,
    "preset": _read_choice,  # which game is chosen
    "flag": _read_flag,  # a switch; true or false in JSON
    "int": _read_whole,
    "numbers": _read_numbers,  # a text of numbers, none below zero
    "list": _read_signed,  # the same with a sign; a list in JSON
    "cards": _read_cards,  # a text of cards, each alone or with a number
    "named": _read_named,  # names with points; a list of objects in JSON
}
_WRITERS: Mapping[str, Callable[[str], object]] = {
    "flag": lambda value: value == "on",
    "list": lambda value: list(numbers_in(value)),
    "named": lambda value: [
        {"name": name, "points": points} for name, points in points_by_name(value).items()
    ],
}


@dataclass(frozen=True, slots=True)
class Setting:
    spec: Spec
    value: Value


@dataclass(frozen=True, slots=True)
class Group:
    """House rules that are shown together; each is declared as a field by one of the methods."""

    title: str  # English
    games: str = ""  # to which its rules belong, unless they name others
    source: str = ""  # of its rules, unless they name another

    def choice(
        self, default: T, labels: Collection[str], kind: str = "choice", fixed: bool = False, **texts: str
    ) -> T:
        """One of the values of its ``Literal`` type, with their English labels in that order."""
        return self._rule(default, kind=kind, labels=labels, fixed=fixed, **texts)

    def switch(self, default: Switch = "off", **texts: str) -> Switch:
        return self._rule(default, kind="choice", labels=SWITCH, yes="on", **texts)

    def flag(self, default: Switch = "off", **texts: str) -> Switch:
        """A switch that is true or false in JSON."""
        return self._rule(default, kind="flag", labels=SWITCH, yes="on", **texts)

    def number(self, default: int, bounds: tuple[int, int], **texts: str) -> int:
        low, high = bounds
        return self._rule(default, kind="int", low=low, high=high, **texts)

    def numbers(self, default: str, kind: str = "numbers", **texts: str) -> str:
        """A list: of whole numbers, of cards, or of names with points (``kind``)."""
        return self._rule(default, kind=kind, **texts)

    def _rule(self, default: T, **declared: object) -> T:
        group = {"group": self.title, "games": self.games, "source": self.source}
        metadata = {"default": default, **group, **declared}
        made: T = field(default=default, metadata=metadata)
        return made


def read_special(text: str) -> Mapping[Card, int | None]:
    """The cards of a house rule that lists them, with their numbers; raises CardError or ValueError."""
    items = [word.partition("=") for word in text.split()]
    return {read_card(card): int(number) if given else None for card, given, number in items}


def show_special(text: str) -> str:
    """A list of cards with numbers as people read it; any other text as it is.

    >>> show_special("D3=30 S3"), show_special("D3=x")
    ('♦3=30 ♠3', 'D3=x')
    """
    try:
        shown = [(show_card(card), number) for card, number in read_special(text).items()]
    except ValueError:
        return text
    return " ".join([card if number is None else f"{card}={number}" for card, number in shown])


def specs(options_type: type[Options]) -> tuple[Spec, ...]:
    """The house rules that a dataclass of options declares, in its order."""
    if options_type not in _DECLARED:
        _DECLARED[options_type] = tuple(_spec(item) for item in fields(options_type))
    return _DECLARED[options_type]


_DECLARED: dict[type[Options], tuple[Spec, ...]] = {}


def _spec(item: Field[object]) -> Spec:
    declared = dict(item.metadata)
    choices = zip(get_args(item.type), declared.pop("labels", ()), strict=True)
    return Spec(key=item.name, choices=tuple(choices), **declared)


def cast_options(options: Options, family: type[O]) -> O:
    """Cast ``options`` to those of a family; raises TypeError."""
    if not isinstance(options, family):
        raise TypeError(type(options).__name__)
    return options


def checked(options_type: type[Options], data: object, where: str) -> dict[str, Value]:
    """The options in a JSON object, each valid by itself.

    Raises ReadError for an unknown option or an invalid value.
    """
    if not isinstance(data, dict):
        raise ReadError(where, "type.object")
    by_key = {spec.key: spec for spec in specs(options_type)}
    for key in data:
        if key not in by_key:
            raise ReadError(where, "key.unknown", key=key, known=", ".join(by_key))
    return {key: by_key[key].check(value, f"{where}.{key}") for key, value in data.items()}


def load(defaults: O, data: object, where: str = "options") -> O:
    """``defaults`` with the options of a JSON object.

    Raises ReadError for an unknown option, an invalid value, or options that exclude each other.
    """
    return replace(defaults, **checked(type(defaults), data, where))


def in_force(start: O, changed: Mapping[str, object]) -> O:
    """The current house rules of a session that began with ``start``, after ``changed``, values or JSON."""
    return replace(start, **checked(type(start), changed, "options")) if changed else start


def settings(options_type: type[Options], values: Mapping[str, Value]) -> tuple[Setting, ...]:
    return tuple(Setting(spec, values[spec.key]) for spec in specs(options_type) if spec.key in values)


def dump(options: Options, defaults: Options) -> Json:
    """The options that differ from ``defaults``, as JSON."""
    keys = [spec.key for spec in specs(type(options))]
    differing = {
        key: getattr(options, key) for key in keys if getattr(options, key) != getattr(defaults, key)
    }
    return as_json(type(options), differing)


def as_json(options_type: type[Options], values: Mapping[str, Value]) -> Json:
    return {spec.key: spec.json(values[spec.key]) for spec in specs(options_type) if spec.key in values}
