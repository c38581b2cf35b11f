"""House rules: each declared once, as a typed field of a dataclass with ``option()``.

The engine reads an option as an attribute; the form, the rule page, the JSON and the tests are generated
from ``specs()``.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Literal, TypeVar, get_args

from .errors import ReadError
from .words import gettext_noop as _

Value = int | str
Switch = Literal["off", "on"]
SWITCH = (_("off"), _("on"))
"""The labels of a ``Switch``."""

MOST_NUMBERS = 40
"""Longest row of numbers."""


@dataclass(frozen=True)
class Options(ABC):
    """ハウスルール of a table: each a field of a family's subclass.

    The properties are what every family has to answer; whoever knows it only as a game asks them.
    """

    @property
    @abstractmethod
    def loser_starts(self) -> bool:
        """Whether who lost starts, and so deals, the next round; else who won does, or nobody is named."""

    @property
    @abstractmethod
    def has_streaks(self) -> bool:
        """連荘: whether the family knows streaks at all."""

    @property
    @abstractmethod
    def counts_streaks(self) -> bool:
        """連荘: whether winning several times in a row makes any difference."""

    @property
    @abstractmethod
    def has_pot(self) -> bool:
        """供託: whether winners take what is in the pot; else it is only where a correction put points."""

    @property
    @abstractmethod
    def returns_pot(self) -> bool:
        """Whether a pot that nobody won goes back to who put it in; else the first place has it."""

    @property
    @abstractmethod
    def penalty_points(self) -> bool:
        """失点制: whether points are lost to the bank and nobody receives them."""


T = TypeVar("T")
O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Spec:
    """One house rule: its key, bounds or choices with their labels, texts (English), group and source.

    ``games`` are the keys of the games it is at home in; the others can borrow it.  ``yes`` is the one of two
    choices that a switch stands for when it is on; empty where a rule is no question of yes or no.
    """

    key: str
    kind: str
    default: Value
    label: str
    help: str
    source: str
    group: str
    games: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    yes: str = ""
    low: int = 0
    high: int = 0

    @property
    def no(self) -> str:
        """What a switch stands for when it is off; empty where the rule has none."""
        return next((key for key, _ in self.choices if self.yes and key != self.yes), "")

    def check(self, value: object, where: str) -> Value:
        """Return ``value`` if it is allowed; raises ReadError naming what is."""
        if self.kind == "choice":
            known = [key for key, _ in self.choices]
            if value not in known:
                raise ReadError(where, "option.choice", value=value, known=", ".join(known))
        elif self.kind == "numbers":
            return _whole_numbers(value, where)
        elif type(value) is not int:
            raise ReadError(where, "option.whole", value=value)
        elif not self.low <= value <= self.high:
            raise ReadError(where, "option.bounds", value=value, low=self.low, high=self.high)
        return value


@dataclass(frozen=True, slots=True)
class Setting:
    """A house rule with what it is set to."""

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
    """Declare a house rule that is a whole number from ``low`` to ``high``."""
    return field(
        default=default, metadata={"kind": "int", "default": default, "low": low, "high": high, **texts}
    )


def numbers(default: str, **texts: str) -> str:
    """Declare a house rule that is a row of whole numbers, written with blanks between them."""
    return field(default=default, metadata={"kind": "numbers", "default": default, **texts})


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
    """What ``choice``, ``number`` or ``numbers`` declared; the values of a choice are those of its type."""
    declared = dict(item.metadata)
    choices = zip(get_args(item.type), declared.pop("labels", ()), strict=True)
    return Spec(key=item.name, choices=tuple(choices), **declared)


def own(options: Options, family: type[O]) -> O:
    """``options`` as those of their family; raises TypeError where they are another's."""
    if not isinstance(options, family):
        raise TypeError(type(options).__name__)
    return options


def checked(options_type: type[Options], data: object, where: str) -> dict[str, Value]:
    """The changes of a JSON object, each of them by itself.

    Raises ReadError for an unknown option or a value that it does not take.
    """
    if not isinstance(data, dict):
        raise ReadError(where, "type.object")
    known = {spec.key: spec for spec in specs(options_type)}
    for key in data:
        if key not in known:
            raise ReadError(where, "key.unknown", key=key, known=", ".join(known))
    return {key: known[key].check(value, f"{where}.{key}") for key, value in data.items()}


def load(defaults: O, data: object, where: str = "options") -> O:
    """``defaults`` with the changes of a JSON object.

    Raises ReadError for an unknown option, a value that it does not take, or rules that exclude each other.
    """
    return replace(defaults, **checked(type(defaults), data, where))


def in_force(start: O, changed: Mapping[str, Value]) -> O:
    """The house rules of a table that started with ``start``, after what was ``changed`` since."""
    return replace(start, **changed) if changed else start


def settings(options_type: type[Options], values: Mapping[str, Value]) -> tuple[Setting, ...]:
    """Some house rules with what they are set to, in the order of their declaration."""
    return tuple(Setting(spec, values[spec.key]) for spec in specs(options_type) if spec.key in values)


def dump(options: Options, defaults: Options) -> dict[str, Value]:
    """Only what differs from ``defaults``, as JSON."""
    keys = [spec.key for spec in specs(type(options))]
    return {key: getattr(options, key) for key in keys if getattr(options, key) != getattr(defaults, key)}
