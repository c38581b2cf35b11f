"""The record that makes a game: everything the rest of the program asks of one."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from .cards import Card
from .commands import Command
from .core import Check, Outcome, Parts, State
from .messages import Messages, Phrase
from .options import Options, Value
from .reading import Hand, Players


class Facts(Protocol):
    """What happened in one round or between two, of any family; ``kind`` says how it ended or what it is."""

    @property
    def kind(self) -> str: ...


F = TypeVar("F", bound=Facts)
O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Claims(Generic[O]):
    """判定: what hands may claim in a game where played cards are claimed.

    ``waits(cards, options, opening)`` tells what a hand may claim and ``claimable(card, count, options)``
    which numbers can be claimed on a card; ``plays(options)`` are what else a claim can be made on:
    ``count`` (several cards played together) and ``opening`` (the first card turned up).
    """

    waits: Callable[[tuple[Card, ...], O, bool], Check]
    claimable: Callable[[Card, int, O], tuple[int, ...]]
    plays: Callable[[O], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Telling(Generic[F, O]):
    """What happened in a round, to be said.

    ``headline(facts, options, outcome)`` is a sentence and maybe what counted, ``outcome`` None where the
    round was not scored; ``besides(facts)`` is whatever else was entered, ``hand(facts, options, outcome)``
    the hand that tells the round, maybe an empty one.
    """

    headline: Callable[[F, O, Outcome | None], tuple[Phrase, ...]]
    besides: Callable[[F], Iterator[Phrase]]
    hand: Callable[[F, O, Outcome | None], Hand]


@dataclass(frozen=True, slots=True)
class RulesetOf(Generic[F, O]):
    """A game: its options with the preset's defaults, and its pure functions.

    ``known`` are all ways a round can end; ``kinds(options)`` are those of a table, in the order of the entry
    page, and those of ``anywhere`` can happen at every table and are read there too.
    ``read(data, players, where, options)`` turns a JSON round into facts (raises ReadError) and
    ``write(facts, names)`` back;
    ``settle(state, facts, options)`` scores a round, ``parts(state, facts, options, outcome)`` tells who had
    which part in it.  ``summary(options)`` gives the rules in a few words.
    ``family`` names the package that the facts belong to, ``messages`` are its texts, ``telling`` says what
    happened; ``claims`` is None where nothing is claimed; ``commands`` are what it adds to the command line.
    ``version`` goes up whenever a default changes, or a house rule is new that is not off by default;
    ``earlier`` says, by the last version that had them, what the defaults were that have changed since.
    """

    key: str
    family: str
    title: str
    line: str
    version: int
    source: str
    defaults: O
    known: Collection[str]
    kinds: Callable[[O], tuple[str, ...]]
    fewest_players: int
    most_players: int
    read: Callable[[dict[str, object], Players, str, O], F]
    write: Callable[[F, Mapping[str, str]], dict[str, object]]
    settle: Callable[[State, F, O], Outcome]
    parts: Callable[[State, F, O, Outcome], Parts]
    summary: Callable[[O], tuple[tuple[str, Mapping[str, int]], ...]]
    messages: Messages
    telling: Telling[F, O]
    claims: Claims[O] | None = None
    anywhere: tuple[str, ...] = ()
    commands: tuple[Command, ...] = ()
    earlier: Mapping[int, Mapping[str, Value]] = field(default_factory=dict)

    def usual(self, version: int) -> O:
        """The defaults of a version: what a house rule is that was left out when that was the current one."""
        changed: dict[str, Value] = {}
        for last in sorted(self.earlier, reverse=True):
            changed |= self.earlier[last] if version <= last else {}
        return replace(self.defaults, **changed)

    @property
    def claiming(self) -> Claims[O]:
        """``claims`` of a game that has them; raises LookupError where nothing is claimed."""
        if self.claims is None:
            raise LookupError(self.key)
        return self.claims


Ruleset = RulesetOf[Any, Any]  # the facts and options that it takes are those that it made itself
"""A game of whichever family."""
