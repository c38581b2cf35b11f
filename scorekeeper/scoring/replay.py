"""Replay: fold the rounds of a session into outcomes, balances and the end of the session."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .core import ACCOUNTS, BANK, POT, Ended, Outcome, Problem, State
from .errors import ReadError
from .events import Event, settle_event
from .options import Options, in_force
from .ruleset import Facts, Ruleset
from .settlement import Stake

NO_STAKE = Stake()


@dataclass(frozen=True, slots=True)
class Scored:
    facts: Facts
    outcome: Outcome
    change: dict[str, int]  # points by account
    state: State  # after the round
    options: Options  # the house rules that scored it

    @property
    def balance(self) -> Mapping[str, int]:
        return self.state.balances

    @property
    def pot(self) -> int:
        return self.state.pot


@dataclass(frozen=True, slots=True)
class Replay:
    scored: tuple[Scored, ...]
    state: State  # after the last

    @property
    def ended(self) -> Ended | None:
        return self.state.ended


def opening(players: Sequence[str], stake: Stake | None = None) -> State:
    """The state before the first round: everybody has the starting points of ``stake``."""
    terms, names = stake or NO_STAKE, tuple(players)
    return State(names, dict.fromkeys(names, terms.start), limited=terms.start > 0, joined=names)


def replay(
    ruleset: Ruleset,
    options: Options,
    start: State,
    rounds: Iterable[Facts],
    stake: Stake | None = None,
    most_payments: int | None = None,
) -> Replay:
    """Score ``rounds`` from the state ``start``; the only way in which points are calculated.

    ``options`` are the house rules at the start of the session; later changes are in the states.  Everybody
    begins with the starting points of ``stake``, also those who join later.  The session is over after the
    number of counting rounds of ``stake``, or after one that leaves somebody at the table with no points
    (where there were any to start with); later rounds are scored all the same, with a Problem.  Raises
    ReadError where there are more than ``most_payments``.
    """
    terms, rules = stake or NO_STAKE, in_force(options, start.rules)
    state, scored = start, []
    for facts in rounds:
        outcome = _settle(ruleset, rules, state, facts)
        if most_payments is not None and state.payments + len(outcome.transfers) > most_payments:
            raise ReadError(f"rounds[{state.entries}]", "payments.many", most=most_payments)
        if state.ended and outcome.counts:
            outcome = replace(outcome, problems=(*outcome.problems, Problem("session.over")))
        entry = _entry(facts, outcome, state, terms, rules)
        scored.append(entry)
        state = entry.state
        if outcome.rules is not None:
            rules = in_force(options, outcome.rules)
    return Replay(tuple(scored), state)


def recorded(
    options: Options, start: State, rounds: Iterable[tuple[Facts, Outcome]], stake: Stake | None = None
) -> Iterator[Scored]:
    """Rounds with their stored outcomes, which are not scored again; ``start`` is the state before them."""
    state = start
    for facts, outcome in rounds:
        entry = _entry(facts, outcome, state, stake or NO_STAKE, in_force(options, state.rules))
        yield entry
        state = entry.state


def _settle(ruleset: Ruleset, options: Options, state: State, facts: Facts) -> Outcome:
    if isinstance(facts, Event):
        return settle_event(state, facts, options)
    outcome = ruleset.settle(state, facts, options)
    count = len(state.seats)
    if ruleset.fewest_players <= count <= ruleset.most_players:
        return outcome
    limits = {"fewest": ruleset.fewest_players, "most": ruleset.most_players}
    wrong_size = Problem("deal.seats", "", {"count": count, **limits})
    return replace(outcome, problems=(*outcome.problems, wrong_size))


def _entry(facts: Facts, outcome: Outcome, state: State, terms: Stake, rules: Options) -> Scored:
    """A scored round with the state after it.

    A payment out of the pot leaves the deposits of earlier rounds where no round can win it.
    """
    is_round = not isinstance(facts, Event)
    seats = state.seats if outcome.seats is None else outcome.seats
    balances = dict(state.balances)
    for name in seats:
        balances.setdefault(name, terms.start)
    change = outcome.change(balances)
    for name, points in change.items():
        if name not in ACCOUNTS:
            balances[name] = balances.get(name, terms.start) + points
    entries, counted = state.entries + 1, state.counted + outcome.counts
    ended = state.ended
    if outcome.counts and ended is None:
        ended = _ended([balances[name] for name in seats], terms, rules.traits.target, counted, entries)
    after = State(
        seats=seats,
        balances=balances,
        starter=outcome.starter,
        pot=state.pot + change.get(POT, 0),
        limited=state.limited,
        streak=state.streak if outcome.streak is None else outcome.streak,
        claimed=state.claimed if outcome.claimed is None else outcome.claimed,
        deposits=_deposits(state, outcome, rules.traits.has_pot or not is_round),
        bank=state.bank + change.get(BANK, 0),
        joined=state.joined if outcome.seats is None else tuple(dict.fromkeys((*state.joined, *seats))),
        entries=entries,
        begun=state.begun or is_round,
        counted=counted,
        payments=state.payments + len(outcome.transfers),
        ended=ended,
        rules=state.rules if outcome.rules is None else outcome.rules,
    )
    return Scored(facts, outcome, change, after, rules)


def _deposits(state: State, outcome: Outcome, wins_pot: bool) -> Mapping[str, int]:
    """The contributions to the pot; what is left after somebody won it belongs to nobody."""
    if any(transfer.payer == POT for transfer in outcome.transfers):
        return {} if wins_pot else state.deposits
    paid = dict(state.deposits)
    for transfer in outcome.transfers:
        if transfer.payee == POT:
            paid[transfer.payer] = paid.get(transfer.payer, 0) + transfer.points
    return paid


def _ended(seated: Sequence[int], terms: Stake, target: int, counted: int, number: int) -> Ended | None:
    if terms.rounds is not None and counted >= terms.rounds:
        return Ended("rounds", number)
    if terms.end_on_bust and terms.start and any(map(terms.is_bust, seated)):
        return Ended("bust", number)
    if any(points >= target > 0 or points <= target < 0 for points in seated):
        return Ended("target", number)
    return None
