"""The interface of a family of games to the pages: entry form, rules in words and referee."""

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
    """例: an example in the rules."""

    situation: str
    lines: tuple[tuple[str, str], ...]  # what follows, such as a payment and its arithmetic


O = TypeVar("O", bound=Options, covariant=True)  # noqa: E741


class Book(Generic[O]):
    """House rules in words; ``book`` in the templates of rules."""

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
    book: Callable[[Ruleset, Options], Book[Options]]
    asking: object = ""  # the label of the link to the referee, if there is one


def joined(sentences: Iterable[str]) -> str:
    """Sentences as one text; Japanese and Chinese put no space between them."""
    pair = pgettext("two sentences", "%(first)s %(second)s")
    return reduce(lambda first, second: pair % {"first": first, "second": second}, sentences)


@dataclass(frozen=True, slots=True)
class HandForm:
    """手札の入力: the form in which a player enters the own hand.

    ``template`` extends the given ``frame``.
    ``asked(typed, table)`` returns the seats whose hands a round needs.
    ``fill(typed, sent, table)`` returns the form with sent hands (their fields by seat) where it is blank.
    ``view(table, typed, errors, number)`` returns the context of the page of one hand.
    ``read(sent, number, errors)`` returns a sent hand as JSON, None for none, and adds errors by field.
    """

    template: str
    asked: Callable[[Typed, Table], tuple[str, ...]]
    fill: Callable[[Typed, Mapping[str, Mapping[str, str]], Table], Typed]
    view: Callable[[Table, Typed, Errors, str], Mapping[str, object]]
    read: Callable[[Mapping[str, str], str, Errors], object]


@dataclass(frozen=True, slots=True)
class EntryForm:
    """結果の入力: the form of a round.

    ``blank(table)``, ``from_post(post)`` and ``from_facts(data, table)`` (JSON by seat number) return its
    content, and ``parse(typed, table)`` turns that into facts with errors by field.
    ``called(game, kind)`` returns the short name of a kind of round, empty for the usual one.
    ``view(table, typed, errors)`` returns the context of ``template``, which extends the given ``frame`` and
    names the JavaScript module of its pad (``data-module``).
    ``pending(table, typed, scored)`` returns what is missing; ``scored`` is None while there are errors.
    ``described(facts, table)`` returns how a round ended and who had which part, by label.
    ``hands`` is the form of a single hand, if players can enter theirs on their own phones.
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
    """The answer of a referee."""

    template: str
    context: Mapping[str, object]
    wrong: bool = False  # whether the question has errors


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games.

    ``referee(data, options, players)`` answers a question; ``players`` is 0 if it is not about a table.
    ``files()`` returns generated static files, content by name.
    """

    form: EntryForm
    rulebook: Rulebook
    referee: Callable[[QueryDict, Options, int], RefereePage] | None = None
    files: Callable[[], Mapping[str, str]] = dict
