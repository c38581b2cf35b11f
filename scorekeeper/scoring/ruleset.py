"""The interface of a game: everything the rest of the program uses of one."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from .cards import Card
from .core import Check, Outcome, Parts, State
from .facts import Facts as Facts
from .facts import read_facts, required_and_optional, write_facts
from .messages import Messages, Phrase
from .options import Options, Value
from .reading import Hand, Json, Players

F = TypeVar("F", bound=Facts)
O = TypeVar("O", bound=Options)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Claims(Generic[O]):
    """判定: what hands may claim in a game where played cards are claimed."""

    waits: Callable[[tuple[Card, ...], O, bool], Check]
    """``waits(cards, options, opening)``: what a hand may claim."""
    claimable: Callable[[Card, int, O], tuple[int, ...]]
    """``claimable(card, count, options)``: the numbers that can be claimed on a card."""
    plays: Callable[[O], tuple[str, ...]]
    """``plays(options)``: what else can be claimed: ``count`` (several cards played together) and ``opening``
    (the first card turned up)."""


@dataclass(frozen=True, slots=True)
class RulesetOf(Generic[F, O]):
    """A game: its options with the preset's defaults, and its pure functions."""

    key: str
    family: str  # the package of the facts
    title: str
    line: str  # the game in one sentence
    version: int
    """Rises whenever a default changes, or a new house rule is not off by default."""
    source: str
    defaults: O
    known: Collection[str]
    """All kinds of round."""
    kinds: Callable[[O], tuple[str, ...]]
    """``kinds(options)``: those of a table, in the order of the entry page."""
    fewest_players: int
    most_players: int
    facts: type[F]
    """The dataclass that declares the facts of a round."""
    settle: Callable[[State, F, O], Outcome]
    """``settle(state, facts, options)``: the score of a round."""
    parts: Callable[[State, F, O, Outcome], Parts]
    """``parts(state, facts, options, outcome)``: who had which role in a round."""
    summary: Callable[[O], Iterable[Phrase]]
    """``summary(options)``: the rules in a few words."""
    messages: Messages
    headline: Callable[[F, O, Outcome | None], tuple[Phrase, ...]]
    """``headline(facts, options, outcome)``: a round in a sentence, and maybe what counted; the outcome is
    None where it was not scored."""
    details: Callable[[F], Iterator[Phrase]]
    """``details(facts)``: all that was entered and the headline leaves out."""
    deciding_hand: Callable[[F, O, Outcome | None], Hand] = lambda facts, options, outcome: Hand()
    """``deciding_hand(facts, options, outcome)``: the hand that won; empty where no hand decided."""
    keys: Callable[[str], tuple[Collection[str], Collection[str]]] | None = None
    """``keys(kind)``: the required and the optional facts of a kind of round; None: as they are declared."""
    check: Callable[[F, Json, str, O], F] = lambda facts, data, where, options: facts
    """``check(facts, data, where, options)``: facts read from ``data``; raises ReadError where they cannot
    have happened."""
    allow: Callable[[F, Json, str, O], None] = lambda facts, data, where, options: None
    """``allow(facts, data, where, options)``: raises ReadError for facts that are scored and that the house
    rules in force refuse."""
    always_written: Callable[[F], Collection[str]] = lambda facts: ()
    """``always_written(facts)``: optional facts that are written even if they have their default."""
    claims: Claims[O] | None = None  # None: played cards are not claimed
    anywhere: tuple[str, ...] = ()
    """Kinds of round that can happen at every table, whatever its ``kinds``."""
    preset_of: str = ""
    """The game that documents name; the key is then the value of its option ``preset``."""
    earlier: Mapping[int, Mapping[str, Value]] = field(default_factory=dict)
    """Former values of defaults that changed, by the last version that had them."""

    @property
    def game(self) -> str:
        """The game in documents."""
        return self.preset_of or self.key

    @property
    def named(self) -> Json:
        """The options that name this preset among those of the game."""
        return {"preset": self.key} if self.preset_of else {}

    def keys_of(self, kind: str) -> tuple[Collection[str], Collection[str]]:
        return self.keys(kind) if self.keys else required_and_optional(self.facts)

    def read(self, data: Json, players: Players, where: str, options: O) -> F:
        facts = read_facts(self.facts, data, players, where, self.keys_of(data["kind"]))
        return self.check(facts, data, where, options)

    def write(self, facts: F, names: Players) -> Json:
        needed, _optional = self.keys_of(facts.kind)
        return write_facts(facts, names, (*needed, *self.always_written(facts)))

    def defaults_at(self, version: int) -> O:
        """The defaults as they were in a version of the game."""
        changed: dict[str, Value] = {}
        for last in sorted(self.earlier, reverse=True):
            changed |= self.earlier[last] if version <= last else {}
        return replace(self.defaults, **changed)


Ruleset = RulesetOf[Any, Any]  # it only takes facts and options that it made itself
"""A game of any family."""
