"""数え直し: what a circle comes to, counted once more from what is kept of each round.

Money and pots are those of the engine's replay.  Nothing here knows how the
program adds up its own figures; ``tests/play`` holds that what is kept of a round is what was played.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from itertools import combinations
from typing import Any

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession, RoundResult
from scorekeeper.play.table import Table as Played
from scorekeeper.scoring.closing import given_back

BETWEEN = {"adjust", "seats", "streak", "rules"}
RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

ELSEWHERE = {"pot", "bank"}

Pair = tuple[str, str]


@dataclass
class Round:
    """A round by people's names; ``flows`` by payer and payee, ``there`` are all people in its result."""

    position: int
    played: bool
    seats: list[str]
    there: set[str] = field(default_factory=set)
    gains: Counter[str] = field(default_factory=Counter)
    flows: Counter[Pair] = field(default_factory=Counter)
    parts: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    claims: list[tuple[str, str, int]] = field(default_factory=list)


@dataclass
class Table:
    """A session with its rounds, by people's names."""

    id: str
    game: str
    day: date
    rounds: list[Round]
    unit: str = ""
    money: dict[str, Decimal] = field(default_factory=dict)
    returned: Counter[str] = field(default_factory=Counter)  # out of the pot, at the end
    shared: Counter[str] = field(default_factory=Counter)  # by the first place, of what is left there

    @cached_property
    def played(self) -> list[Round]:
        return [one for one in self.rounds if one.played]

    @cached_property
    def points(self) -> dict[str, int]:
        """Everybody's, of all who ever sat here or whose points moved."""
        sums = dict.fromkeys(sorted({name for one in self.rounds for name in one.there}), 0)
        for one in self.rounds:
            for name, gain in one.gains.items():
                sums[name] += gain
        return {name: points + self.returned[name] + self.shared[name] for name, points in sums.items()}

    def place(self, name: str) -> int:
        points = {each: points - self.shared[each] for each, points in self.points.items()}
        return 1 + sum(other > points[name] for other in points.values())

    def of(self, name: str) -> list[Round]:
        """The rounds that somebody played."""
        return [one for one in self.played if name in one.there]

    def streak(self, name: str) -> int:
        longest = running = 0
        for one in self.of(name):
            running = running + 1 if "winner" in one.parts[name] else 0
            longest = max(longest, running)
        return longest

    def calls(self, name: str) -> int:
        return sum("caller" in one.parts[name] for one in self.of(name))


class Book:
    """The rounds of a circle, read once."""

    def __init__(self, circle: Circle) -> None:
        self.people = {one.name: one for one in circle.players.filter(merged_into=None).order_by("pk")}
        self.least = circle.least_rounds
        self.tables = [_table(one) for one in circle.sessions.order_by("started_at", "pk")]
        self.order = {name: number for number, name in enumerate(self.people)}

    def listed(self, name: str) -> bool:
        return not (self.people[name].guest or self.people[name].hidden)

    def of(self, game: str = "", year: int | None = None) -> list[Table]:
        return [one for one in self.tables if game in ("", one.game) and year in (None, one.day.year)]

    @property
    def games(self) -> list[str]:
        return sorted({one.game for one in self.tables})


def _table(session: GameSession) -> Table:
    document = Played(session).document()
    state = document.replay().state
    options = document.options_in(state)
    results = session.results.select_related("round").order_by("number")
    results = results.prefetch_related("seats__seat__player", "seats__player", "flows__giver", "flows__taker")
    table = Table(
        id=session.public_id,
        game=session.game,
        day=session.night.day,
        rounds=[_round(one, options.traits.low_wins) for one in results],
    )
    if session.ended_at and session.rate:
        table.unit, money = session.unit, document.settle_up(state).money
        table.money = {name: Decimal(amount) for name, amount in money.items() if name not in ELSEWHERE}
    if session.ended_at and state.pot:
        back, final = given_back(state, options).points, document.final_balances(state)
        last = {row.seat.player.name: row.player.name for one in results for row in one.seats.all()}
        for name, person in last.items():
            table.returned[person] += back[name] - state.balances[name]
            table.shared[person] += final[name] - back[name]
    return table


def _round(result: RoundResult, low: bool) -> Round:
    """Points are negated where the fewest win."""
    seats = {str(row.seat.number): row for row in result.seats.all()}
    order = [seats[number].player.name for number in result.state["seats"] if number in seats]
    round = Round(result.round.position, result.counts and result.kind not in BETWEEN, order)
    for row in seats.values():
        name = row.player.name
        round.there.add(name)
        round.gains[name] += -row.gain if low else row.gain
        round.parts[name] |= set(row.parts.split())
    for flow in result.flows.all():
        if flow.giver and flow.taker and flow.giver != flow.taker:
            way = flow.giver.name, flow.taker.name
            round.flows[way[::-1] if low else way] += flow.points
    victim = next((name for name in round.there if "victim" in round.parts[name]), "")
    callers = [name for name in round.there if "caller" in round.parts[name]]
    round.claims = [(name, victim, result.claimed or 0) for name in callers]
    return round


PARTS = {
    "wins": "winner", "calls": "caller", "claimed_on": "victim", "returns": "returner",
    "returned_on": "returned", "bursts": "burst", "landlord": "landlord", "springs": "spring",
}  # fmt: skip


def figures(tables: Iterable[Table], name: str) -> dict[str, int]:
    """The sums of a person over some tables."""
    own = [one for one in tables if name in one.points]
    rounds = [one for table in own for one in table.of(name)]
    gains = [one.gains[name] for one in rounds]
    return {
        "tables": sum(bool(one.of(name)) for one in own),
        "firsts": sum(bool(one.of(name)) and one.place(name) == 1 for one in own),
        "points": sum(one.points[name] for one in own),
        "rounds": len(rounds),
        "gains": sum(gain > 0 for gain in gains),
        "losses": sum(gain < 0 for gain in gains),
        "won": sum(gain for gain in gains if gain > 0),
        "lost": sum(gain for gain in gains if gain < 0),
        "best": max([0, *gains]),
        "worst": min([0, *gains]),
        **{key: sum(part in one.parts[name] for one in rounds) for key, part in PARTS.items()},
        "landlord_wins": sum({"landlord", "winner"} <= one.parts[name] for one in rounds),
        "streak": max([0, *(one.streak(name) for one in own)]),
    }


def names_in(tables: Iterable[Table]) -> set[str]:
    return {name for one in tables for name in one.points}


def taken(tables: Iterable[Table]) -> Counter[Pair]:
    """The balance of each pair of people, in both directions."""
    result: Counter[Pair] = Counter()
    rounds = [row for one in tables for row in one.rounds]
    for (payer, payee), points in (flow for row in rounds for flow in row.flows.items()):
        result[payee, payer] += points
        result[payer, payee] -= points
    return result


def together(tables: Iterable[Table], one: str, other: str) -> tuple[int, int]:
    """At how many tables and in how many rounds two people both played."""
    rounds = [sum({one, other} <= row.there for row in table.played) for table in tables]
    return sum(map(bool, rounds)), sum(rounds)


def behind(tables: Iterable[Table], name: str) -> dict[str, tuple[int, int]]:
    """Rounds played and points gained, by the neighbour in the seat before."""
    rounds: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for row in (row for table in tables for row in table.played):
        for before, own in zip([*row.seats[-1:], *row.seats[:-1]], row.seats, strict=True):
            if own == name and before != name:
                rounds[before] += 1
                points[before] += row.gains[name]
    return {before: (times, points[before]) for before, times in rounds.items()}


def numbers(tables: Iterable[Table], caller: str = "", victim: str = "") -> Counter[int]:
    """How often each number was claimed, by ``caller`` or on ``victim``."""
    return Counter(
        number
        for table in tables
        for row in table.played
        for by, on, number in row.claims
        if number and caller in ("", by) and victim in ("", on)
    )


def places(points: dict[str, Any]) -> dict[str, int]:
    return {name: 1 + sum(other > own for other in points.values()) for name, own in points.items()}


def sums(book: Book, tables: Iterable[Table]) -> dict[str, int]:
    """The points of all listed people."""
    some = list(tables)
    return {name: figures(some, name)["points"] for name in names_in(some) if book.listed(name)}


def money(book: Book, tables: Iterable[Table]) -> dict[str, dict[str, Decimal]]:
    result: dict[str, dict[str, Decimal]] = defaultdict(dict)
    for one in tables:
        for name, amount in one.money.items():
            if book.listed(name):
                result[one.unit][name] = result[one.unit].get(name, Decimal(0)) + amount
    return dict(result)


def nights(tables: Iterable[Table], name: str = "") -> set[date]:
    """The days on which anybody, or one person, played."""
    return {one.day for one in tables if (one.of(name) if name else one.played)}


def pairs(book: Book, tables: Iterable[Table]) -> Iterable[Pair]:
    return combinations([name for name in book.order if name in names_in(tables)], 2)
