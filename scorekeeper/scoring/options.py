"""House rules: each declared once, as a typed field of a dataclass with ``option()``.

The engine reads an option as an attribute; the form, the rule page, the JSON and the tests are generated
from ``specs()``.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Literal, TypeVar, get_args

from .cards import Card, read_card, show_card
from .errors import ReadError
from .words import gettext_noop as _

Value = int | str
Switch = Literal["off", "on"]
SWITCH = (_("off"), _("on"))
"""The labels of a ``Switch``."""

MOST_NUMBERS = 40
"""Maximum length of a list of numbers."""


@dataclass(frozen=True)
class Options(ABC):
    """ハウスルール of a table: each is a field of a family's subclass.

    The properties are the interface of every family.
    """

    @property
    @abstractmethod
    def loser_starts(self) -> bool:
        """Whether the loser starts, and so deals, the next round; else the winner or nobody does."""

    @property
    @abstractmethod
    def has_streaks(self) -> bool:
        """連荘: whether the family has streaks."""

    @property
    @abstractmethod
    def counts_streaks(self) -> bool:
        """連荘: whether a streak changes payments."""

    @property
    @abstractmethod
    def has_pot(self) -> bool:
        """供託: whether winners receive the pot; else only corrections put points into it."""

    @property
    @abstractmethod
    def returns_pot(self) -> bool:
        """Whether a pot that nobody won is returned to its contributors; else the first place receives it."""

    @property
    @abstractmethod
    def penalty_points(self) -> bool:
        """失点制: whether points are lost to the bank and nobody receives them."""


T = TypeVar("T")
O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Spec:
    """The declaration of one house rule, with English texts."""

    key: str
    kind: str  # "choice", "int", "numbers" or "cards"
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

    @property
    def no(self) -> str:
        """The choice of a switch that is off; empty: not a yes-no rule."""
        return next((key for key, _ in self.choices if self.yes and key != self.yes), "")

    def check(self, value: object, where: str) -> Value:
        if self.kind == "choice":
            allowed = [key for key, _ in self.choices]
            if value not in allowed:
                raise ReadError(where, "option.choice", value=value, known=", ".join(allowed))
        elif self.kind == "numbers":
            return _whole_numbers(value, where)
        elif self.kind == "cards":
            return _cards(value, where)
        elif type(value) is not int:
            raise ReadError(where, "option.whole", value=value)
        elif not self.low <= value <= self.high:
            raise ReadError(where, "option.bounds", value=value, low=self.low, high=self.high)
        return value


@dataclass(frozen=True, slots=True)
class Setting:
    spec: Spec
    value: Value


def choice(default: T, labels: tuple[str, ...], **texts: str) -> T:
    """Declare a house rule that takes one of the values of its ``Literal`` type.

    ``labels`` are their English labels, in the order of the type.
    """
    yes = {"yes": "on"} if labels is SWITCH else {}
    declared = {"kind": "choice", "default": default, "labels": labels, **yes, **texts}
    return field(default=default, metadata=declared)


def number(default: int, low: int, high: int, **texts: str) -> int:
    return field(
        default=default, metadata={"kind": "int", "default": default, "low": low, "high": high, **texts}
    )


def numbers(default: str, **texts: str) -> str:
    """Declare a house rule that is a list of whole numbers, separated by blanks."""
    return field(default=default, metadata={"kind": "numbers", "default": default, **texts})


def cards(default: str, **texts: str) -> str:
    """Declare a house rule that is a list of cards, each alone or with a number: ``D3=30 S3``."""
    return field(default=default, metadata={"kind": "cards", "default": default, **texts})


def read_special(text: str) -> Mapping[Card, int | None]:
    """The cards of such a list with their numbers.  Raises CardError or ValueError."""
    items = [word.partition("=") for word in text.split()]
    return {read_card(card): int(number) if given else None for card, given, number in items}


def show_special(text: str) -> str:
    """Such a list as people read it; a text that is none as it is.

    >>> show_special("D3=30 S3"), show_special("D3=x")
    ('♦3=30 ♠3', 'D3=x')
    """
    try:
        shown = [(show_card(card), number) for card, number in read_special(text).items()]
    except ValueError:
        return text
    return " ".join([card if number is None else f"{card}={number}" for card, number in shown])


def _cards(value: object, where: str) -> str:
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


def _whole_numbers(value: object, where: str) -> str:
    words = value.split() if isinstance(value, str) else [str(value)] if type(value) is int else []
    if (
        not words
        or len(words) > MOST_NUMBERS
        or not all(re.fullmatch(r"\d{1,7}", word, re.ASCII) for word in words)
    ):
        raise ReadError(where, "option.numbers", most=MOST_NUMBERS)
    return " ".join(str(int(word)) for word in words)


def specs(options_type: type[Options]) -> tuple[Spec, ...]:
    """The house rules that a dataclass of options declares, in its order."""
    if options_type not in _DECLARED:
        _DECLARED[options_type] = tuple(_spec(item) for item in fields(options_type))
    return _DECLARED[options_type]


_DECLARED: dict[type[Options], tuple[Spec, ...]] = {}


def _spec(item: Field[object]) -> Spec:
    """The declaration by ``choice``, ``number``, ``numbers`` or ``cards``; of a choice with its values."""
    declared = dict(item.metadata)
    choices = zip(get_args(item.type), declared.pop("labels", ()), strict=True)
    return Spec(key=item.name, choices=tuple(choices), **declared)


def own(options: Options, family: type[O]) -> O:
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


def in_force(start: O, changed: Mapping[str, Value]) -> O:
    """The current house rules of a session that began with ``start``, after ``changed``."""
    return replace(start, **changed) if changed else start


def settings(options_type: type[Options], values: Mapping[str, Value]) -> tuple[Setting, ...]:
    return tuple(Setting(spec, values[spec.key]) for spec in specs(options_type) if spec.key in values)


def dump(options: Options, defaults: Options) -> dict[str, Value]:
    """The options that differ from ``defaults``, as JSON."""
    keys = [spec.key for spec in specs(type(options))]
    return {key: getattr(options, key) for key in keys if getattr(options, key) != getattr(defaults, key)}
