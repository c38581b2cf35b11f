"""The record that makes a game: everything the rest of the program asks of one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .cards import Card
from .core import Check, Outcome, Parts, State
from .reading import Players


@dataclass(frozen=True, slots=True)
class Claims:
    """判定: what hands may claim in a game where played cards are claimed.

    ``waits(cards, options, opening)`` tells what a hand may claim and ``claimable(card, count, options)``
    which numbers can be claimed on a card; ``plays(options)`` are what else a claim can be made on:
    ``count`` (several cards played together) and ``opening`` (the first card turned up).
    """

    waits: Callable[[tuple[Card, ...], Any, bool], Check]
    claimable: Callable[[Card, int, Any], tuple[int, ...]]
    plays: Callable[[Any], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game: its options with the preset's defaults, and its pure functions.

    ``kinds(options)`` are the ways a round can end, in the order of the entry page; those of ``anywhere`` can
    happen at every table and are read there too.  ``read(data, players, where, options)`` turns a JSON
    round into facts (raises ReadError) and ``write(facts, names)`` back;
    ``settle(state, facts, options)`` scores a round, ``parts(state, facts, options, outcome)`` tells who had
    which part in it.  ``summary(options)`` gives the rules in a few words.
    ``family`` names the package that the facts belong to; ``claims`` is None where nothing is claimed.
    ``version`` goes up whenever the same facts may give other points, unless the rules object to them.
    """

    key: str
    family: str
    title: str
    line: str
    version: int
    source: str
    defaults: Any
    kinds: Callable[[Any], tuple[str, ...]]
    fewest_players: int
    most_players: int
    read: Callable[[dict[str, object], Players, str, Any], Any]
    write: Callable[[Any, Mapping[str, str]], dict[str, Any]]
    settle: Callable[[State, Any, Any], Outcome]
    parts: Callable[[State, Any, Any, Outcome], Parts]
    summary: Callable[[Any], tuple[tuple[str, Mapping[str, int]], ...]]
    claims: Claims | None = None
    anywhere: tuple[str, ...] = ()

    @property
    def claiming(self) -> Claims:
        """``claims`` of a game that has them; raises LookupError where nothing is claimed."""
        if self.claims is None:
            raise LookupError(self.key)
        return self.claims
