"""What a family of games brings to the pages, one shape for all: form, rules in words, referee."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, TypeVar

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext, pgettext

from scorekeeper.play.hands import Facts
from scorekeeper.play.table import Table
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.options import Options, Setting, Spec
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.ruleset import Ruleset

from .fields import Errors, Parsed, Pending, Typed, typed_from_post


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
    """The rules of a family of games in words."""

    template: str
    book: Callable[[Ruleset, Options], Book[Options]]  # the one that stands in the template
    asking: object = ""  # what the referee of the family can be asked, if there is one


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after the other, in the way of the language."""
    pair = pgettext("two sentences", "%(first)s %(second)s")
    return reduce(lambda first, second: pair % {"first": first, "second": second}, sentences)


@dataclass(frozen=True, slots=True)
class HandForm:
    """手札の入力: the form of a single hand.

    ``template`` fills the blocks of the ``frame`` that it is given: modules, data and fields of the form.
    ``asked(typed, table)`` are the seats whose hands a round needs; ``fill(typed, sent, table)`` puts hands
    that were sent (by seat number: ``hand``, ``sum``, ``count``) where the form is blank; ``view(table,
    typed, errors, number)`` is what the page of one hand shows; ``read(sent, number, errors)`` is one
    that was sent as JSON, None for none, and puts what it cannot read under its field.
    """

    template: str
    asked: Callable[[Typed, Table], tuple[str, ...]]
    fill: Callable[[Typed, Mapping[str, Mapping[str, str]], Table], Typed]
    view: Callable[[Table, Typed, Errors, str], Mapping[str, object]]
    read: Callable[[Mapping[str, str], str, Errors], object]


@dataclass(frozen=True, slots=True)
class EntryForm:
    """結果の入力: the form of a round.

    ``blank(table)``, ``from_post(post)`` and ``from_facts(data, table)`` (JSON by seat number) are what
    stands in it; ``parse(typed, table)`` turns that into facts with every error at its field.
    ``called(game, kind)`` is the name of a way to end in the words of the game, empty where it goes without
    saying.  ``view(table, typed, errors)`` is what ``template`` shows, which fills the blocks of the
    ``frame`` that it is given, its data naming the module of its pad (``data-module``).
    ``pending(table, typed, scored)`` says what is still missing; ``scored`` is None while there are errors.
    ``described(facts, table)`` is how a round ended and who had which part, by what the form calls it.
    ``hands`` is how players enter their own hands on their own phones; None where no hands are asked.
    """

    template: str
    called: Callable[[str, str], str]
    from_facts: Callable[[Facts, Table], Typed]
    parse: Callable[[Typed, Table], Parsed]
    view: Callable[[Table, Typed, Errors], Mapping[str, object]]
    pending: Callable[[Table, Typed, Scored | None], Pending]
    described: Callable[[Any, Table], Mapping[str, str]]
    hands: HandForm | None = None
    blank: Callable[[Table], Typed] = lambda table: Typed({"kind": [table.ruleset.kinds(table.options)[0]]})
    from_post: Callable[[MultiValueDict[str, str]], Typed] = typed_from_post


@dataclass(frozen=True, slots=True)
class RefereePage:
    """A referee's answer as a page: its template with what stands in it, and whether it could be asked."""

    template: str
    context: Mapping[str, object]
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games on the pages: its entry form, its rules in words and its referee.

    ``referee(data, options, players)`` answers a question; ``players`` is 0 away from a table.  None
    where there is nothing to judge.
    ``files()`` are static files that are made where those are collected: their texts by their names.
    """

    form: EntryForm
    rulebook: Rulebook
    referee: Callable[[QueryDict, Options, int], RefereePage] | None = None
    files: Callable[[], Mapping[str, str]] = dict
