"""ルール: what the templates of the rules ask, in all families of games."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Generic, TypeVar

from django.utils.translation import gettext, pgettext

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.options import Options, Setting, Spec
from scorekeeper.scoring.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Example:
    """例: what happened, and a line for everything that follows: who pays whom, and the arithmetic."""

    situation: str
    lines: tuple[tuple[str, str], ...]


O = TypeVar("O", bound=Options, covariant=True)  # noqa: E741


class Book(Generic[O]):
    """One table's house rules with words for them."""

    def __init__(self, ruleset: Ruleset, options: O) -> None:
        self.ruleset = ruleset
        self.options = options
        self._specs: dict[str, Spec] = {spec.key: spec for spec in house_rules.specs(type(options))}
        self.gettext = texts.for_game(ruleset.key, gettext)

    def value(self, key: str) -> str:
        return texts.set_to(self._specs[key], getattr(self.options, key), self.gettext)

    def is_on(self, key: str) -> bool:
        value = getattr(self.options, key)
        return bool(value) and value != "off"

    def rule(self, key: str) -> str:
        return texts.setting(Setting(self._specs[key], getattr(self.options, key)), self.gettext)

    def help(self, key: str) -> str:
        return self.gettext(self._specs[key].help)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a family of games: ``template`` puts them in words with a ``book`` of one
    table's house rules.

    ``asking`` says what the referee of the family can be asked, if there is one.
    """

    template: str
    book: Callable[[Ruleset, Options], Book[Options]]
    asking: object = ""


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after the other, in the way of the language."""
    pair = pgettext("two sentences", "%(first)s %(second)s")
    return reduce(lambda first, second: pair % {"first": first, "second": second}, sentences)
