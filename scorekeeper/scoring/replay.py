"""Replay: fold the rounds of a session into outcomes, balances and the end of the session."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .core import ACCOUNTS, POT, Outcome, Problem, State
from .events import Adjust, Seats, settle_event
from .ruleset import Ruleset
from .settlement import Stake

NO_STAKE = Stake()


@dataclass(frozen=True, slots=True)
class Scored:
    """One round with its outcome, the points it moved by account, and the balances and pot after it."""

    facts: Any
    outcome: Outcome
    change: dict[str, int]
    balance: dict[str, int]
    pot: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Why the session is over (``rounds`` or ``bust``) and after which entry, counted from 1."""

    by: str
    round: int


@dataclass(frozen=True, slots=True)
class Replay:
    """Every round scored, the state after the last, and the end of the session if it was reached."""

    scored: tuple[Scored, ...]
    state: State
    ended: Ended | None


def replay(
    ruleset: Ruleset, options: Any, players: Sequence[str], rounds: Iterable[Any], stake: Stake | None = None
) -> Replay:
    """Score ``rounds`` (facts) from the start; the only way points come about.

    Everybody begins with the starting points of ``stake``; who joins later does too.  The session is over
    after so many rounds that count, or after one that leaves somebody at the table with no points (where
    there were any to start with); rounds entered after that are scored all the same, with a Problem.
    """
    terms = stake or NO_STAKE
    state = State(seats=tuple(players), balances=dict.fromkeys(players, terms.start))
    scored: list[Scored] = []
    ended: Ended | None = None
    counted = 0
    for number, facts in enumerate(rounds, 1):
        outcome = _settle(ruleset, options, state, facts)
        if ended and outcome.counts:
            outcome = replace(outcome, problems=(*outcome.problems, Problem("session.over")))
        state, entry = _advance(state, facts, outcome, terms)
        scored.append(entry)
        counted += outcome.counts
        if outcome.counts and ended is None:
            ended = _ended(state, terms, counted, number)
    return Replay(tuple(scored), state, ended)


def _settle(ruleset: Ruleset, options: Any, state: State, facts: Any) -> Outcome:
    if isinstance(facts, Adjust | Seats):
        return settle_event(state, facts)
    return ruleset.settle(state, facts, options)


def _advance(state: State, facts: Any, outcome: Outcome, terms: Stake) -> tuple[State, Scored]:
    seats = state.seats if outcome.seats is None else outcome.seats
    balance = dict(state.balances)
    for name in seats:
        balance.setdefault(name, terms.start)
    change = outcome.change(balance)
    for name, points in change.items():
        if name not in ACCOUNTS:
            balance[name] = balance.get(name, terms.start) + points
    pot = state.pot + change.get(POT, 0)
    after = State(seats=seats, balances=balance, starter=outcome.starter, pot=pot)
    return after, Scored(facts, outcome, change, balance, pot)


def _ended(state: State, terms: Stake, counted: int, number: int) -> Ended | None:
    if terms.rounds is not None and counted >= terms.rounds:
        return Ended("rounds", number)
    if terms.end_on_bust and terms.start and any(state.balances[name] <= 0 for name in state.seats):
        return Ended("bust", number)
    return None
