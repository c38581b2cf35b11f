"""Replay: fold the rounds of a session into outcomes, balances and the end of the session."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .core import ACCOUNTS, POT, Outcome, Problem, State
from .errors import ReadError
from .events import Event, settle_event
from .ruleset import Ruleset
from .settlement import Stake, leaders

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
    ruleset: Ruleset,
    options: Any,
    players: Sequence[str],
    rounds: Iterable[Any],
    stake: Stake | None = None,
    begun: Replay | None = None,
    most_payments: int | None = None,
) -> Replay:
    """Score ``rounds`` (facts) from the start; the only way points come about.

    Everybody begins with the starting points of ``stake``; who joins later does too.  The session is over
    after so many rounds that count, or after one that leaves somebody at the table with no points (where
    there were any to start with); rounds entered after that are scored all the same, with a Problem.
    ``begun`` is the replay of the rounds before these, of the same session.  Raises ReadError where there are
    more than ``most_payments``.
    """
    terms = stake or NO_STAKE
    start = State(tuple(players), dict.fromkeys(players, terms.start), limited=terms.start > 0)
    state, ended = (begun.state, begun.ended) if begun else (start, None)
    scored = list(begun.scored) if begun else []
    counted = sum(entry.outcome.counts for entry in scored)
    payments = sum(len(entry.outcome.transfers) for entry in scored)
    for number, facts in enumerate(rounds, len(scored) + 1):
        outcome = _settle(ruleset, options, state, facts)
        payments += len(outcome.transfers)
        if most_payments is not None and payments > most_payments:
            raise ReadError(f"rounds[{number - 1}]", "payments.many", most=most_payments)
        if ended and outcome.counts:
            outcome = replace(outcome, problems=(*outcome.problems, Problem("session.over")))
        state, entry = _advance(state, facts, outcome, terms)
        scored.append(entry)
        counted += outcome.counts
        if outcome.counts and ended is None:
            ended = _ended(state, terms, counted, number)
    return Replay(tuple(scored), state, ended)


def _settle(ruleset: Ruleset, options: Any, state: State, facts: Any) -> Outcome:
    if isinstance(facts, Event):
        return settle_event(state, facts)
    outcome = ruleset.settle(state, facts, options)
    count = len(state.seats)
    if ruleset.fewest_players <= count <= ruleset.most_players:
        return outcome
    limits = {"fewest": ruleset.fewest_players, "most": ruleset.most_players}
    few = Problem("deal.seats", "", {"count": count, **limits})
    return replace(outcome, problems=(*outcome.problems, few))


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
    after = State(
        seats=seats,
        balances=balance,
        starter=outcome.starter,
        pot=pot,
        limited=state.limited,
        streak=state.streak if outcome.streak is None else outcome.streak,
        deposits=_deposits(state, outcome) if POT in change else state.deposits,
    )
    return after, Scored(facts, outcome, change, balance, pot)


def _deposits(state: State, outcome: Outcome) -> Mapping[str, int]:
    """Who has how much in the pot; what is left after somebody won it is nobody's."""
    if any(transfer.payer == POT for transfer in outcome.transfers):
        return {}
    paid = dict(state.deposits)
    for transfer in outcome.transfers:
        if transfer.payee == POT:
            paid[transfer.payer] = paid.get(transfer.payer, 0) + transfer.points
    return paid


def final_balances(state: State, pot_end: str = "top") -> dict[str, int]:
    """Everybody's points with what is left in the pot: to the first place, or back to who put it in.

    Several at the top share it; what does not divide goes one point each to the earlier seats.  What nobody
    can claim back goes to the top too.
    """
    balances = _given_back(state, pot_end)
    top = first_places(state, pot_end)
    each, rest = divmod(sum(state.balances.values()) + state.pot - sum(balances.values()), len(top))
    for place, name in enumerate(top):
        balances[name] += each + (place < rest)
    return balances


def first_places(state: State, pot_end: str = "top") -> tuple[str, ...]:
    """Who is at the top before what nobody won goes there: an odd point of the pot breaks no tie."""
    return leaders(_given_back(state, pot_end))


def _given_back(state: State, pot_end: str) -> dict[str, int]:
    """Everybody's points with what goes back to who put it into the pot."""
    balances = dict(state.balances)
    if pot_end == "returned" and sum(state.deposits.values()) <= state.pot:
        for name, points in state.deposits.items():
            if name in balances:
                balances[name] += points
    return balances


def _ended(state: State, terms: Stake, counted: int, number: int) -> Ended | None:
    if terms.rounds is not None and counted >= terms.rounds:
        return Ended("rounds", number)
    seated = (state.balances[name] for name in state.seats)
    if terms.end_on_bust and terms.start and any(map(terms.is_bust, seated)):
        return Ended("bust", number)
    return None
