"""ルール: what the chapters of all families of games are made of."""

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


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading with its paragraphs and examples; ``table`` are rows of yaku and their points."""

    heading: str
    paragraphs: tuple[str, ...]
    examples: tuple[Example, ...] = ()
    table: tuple[tuple[str, str], ...] = ()


O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a family of games: ``chapters(ruleset, options)`` are those that apply, and
    ``heading(ruleset, kind)`` is that of the chapter about one way a round can end.  ``asking`` says what its
    referee can be asked."""

    chapters: Callable[[Ruleset, Options], list[Chapter]]
    heading: Callable[[Ruleset, str], str]
    asking: object


class Book(Generic[O]):
    """One table's house rules with words for them."""

    def __init__(self, ruleset: Ruleset, options: O) -> None:
        self.ruleset = ruleset
        self.options = options
        self._specs: dict[str, Spec] = {spec.key: spec for spec in house_rules.specs(type(options))}
        self.gettext = texts.for_game(ruleset.key, gettext)

    def value(self, key: str) -> str:
        """What a house rule is set to, in words."""
        return texts.set_to(self._specs[key], getattr(self.options, key), self.gettext)

    def rule(self, key: str) -> str:
        """A house rule with what it is set to."""
        return texts.setting(Setting(self._specs[key], getattr(self.options, key)), self.gettext)

    def help(self, key: str) -> str:
        """The sentence that explains a house rule."""
        return self.gettext(self._specs[key].help)


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after the other, in the way of the language."""
    pair = pgettext("two sentences", "%(first)s %(second)s")
    return reduce(lambda first, second: pair % {"first": first, "second": second}, sentences)
