"""成績: every figure of every person against a second count that goes through every round of a made-up year.

The second count knows the replayed rounds and plain Python, and nothing of how the first one is done.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.events import EVENTS
from scorekeeper.scoring.replay import Scored
from scorekeeper.stats.people import Figures, evenings, figures, forms, records, seated
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import count
from scorekeeper.stats.versus import favourites, rivals

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

NO_RESULT = {"nogame", "passed"}
"""Rounds that nobody played to an end."""
FORM = 3


def landlord_of(facts: Any) -> str:
    """Who bid most; of equal bids in an auction none is made."""
    return str(max(facts.auction, key=lambda call: call.bid).by) if facts.auction else facts.landlord


def parts_of(scored: Scored, options: Any) -> Iterator[tuple[str, str]]:
    """Who had which part, as the columns of figures are called."""
    facts: Any = scored.facts
    if facts.kind == "deal":
        landlord = landlord_of(facts)
        winners = [name for name, points in scored.change.items() if points > 0]
        yield "landlord", landlord
        yield from (("landlord_wins", landlord) for name in winners if name == landlord)
        yield from (
            ("springs", name) for name in winners if options.spring != "off" and sprung(facts, landlord)
        )
    else:
        won = facts.returns[-1:] or facts.callers or tuple(filter(None, [facts.winner]))
        winners = [name for name in won if facts.kind != "deckout"]
        yield from (("calls", name) for name in facts.callers)
        yield from (("claimed_on", name) for name in [facts.victim] if name)
        yield from (("returns", name) for name in facts.returns)
        if facts.returns:
            yield from (("returned_on", name) for name in (*facts.callers, *facts.returns[:-1]))
        yield from (("draws", facts.winner) for _ in range(facts.kind == "draw"))
        yield from (("bursts", facts.player) for _ in range(facts.kind == "burst"))
    yield from (("wins", name) for name in winners)


def sprung(facts: Any, landlord: str) -> bool:
    """Whether one side did nothing: no farmer played a card, or the landlord none after the first play."""
    if not facts.plays:
        return bool(facts.spring)
    played = [play.by for play in facts.plays if play.cards]
    return set(played) == {landlord} or (played[-1] != landlord and played.count(landlord) == 1)


class Naive:
    """What one game came to for everybody, by names."""

    def __init__(self, sessions: Sequence[GameSession]) -> None:
        self.figures: dict[str, Counter[str]] = defaultdict(Counter)
        self.totals: dict[str, list[int]] = defaultdict(list)
        self.best: dict[str, tuple[int, int, int]] = {}
        self.worst: dict[str, tuple[int, int, int]] = {}
        self.behind: Counter[tuple[str, str]] = Counter()
        self.behind_points: Counter[tuple[str, str]] = Counter()
        self.taken: Counter[tuple[str, str]] = Counter()
        self.numbers: dict[str, Counter[int]] = defaultdict(Counter)
        for session in sessions:
            self._evening(session)

    def _evening(self, session: GameSession) -> None:
        table = Table(session)
        totals: Counter[str] = Counter()
        played: Counter[str] = Counter()
        running: Counter[str] = Counter()
        for row, scored in zip(table.played, table.replay.scored, strict=True):
            for name, points in scored.change.items():
                if name not in ACCOUNTS:
                    totals[name] += points
            self._payments(scored)
            totals.update(dict.fromkeys(scored.state.seats, 0))
            if row.facts["kind"] not in {*EVENTS, *NO_RESULT}:
                played.update(scored.state.seats)
                self._round(table, scored, (session.pk, row.pk))
                self._streaks(scored, table.options, running)
        for name, points in totals.items():
            own = self.figures[name]
            own["points"] += points
            if played[name]:
                own["tables"] += 1
                own["firsts"] += points == max(totals.values())
                self.totals[name].append(points)

    def _streaks(self, scored: Scored, options: Any, running: Counter[str]) -> None:
        won = {name for part, name in parts_of(scored, options) if part == "wins"}
        for name in scored.state.seats:
            running[name] = running[name] + 1 if name in won else 0
            self.figures[name]["streak"] = max(self.figures[name]["streak"], running[name])

    def _payments(self, scored: Scored) -> None:
        for move in scored.outcome.transfers:
            if move.payer != move.payee:
                self.taken[move.payee, move.payer] += move.points
                self.taken[move.payer, move.payee] -= move.points

    def _round(self, table: Table, scored: Scored, where: tuple[int, int]) -> None:
        seats = scored.state.seats
        for place, name in enumerate(seats):
            own, points = self.figures[name], scored.change.get(name, 0)
            own["rounds"] += 1
            if points > 0:
                own.update(gains=1, won=points)
                self.best[name] = max(
                    self.best.get(name, (0, 0, 0)), (points, *where), key=lambda one: one[0]
                )
            if points < 0:
                own.update(losses=1, lost=points)
                self.worst[name] = min(
                    self.worst.get(name, (0, 0, 0)), (points, *where), key=lambda one: one[0]
                )
            if seats[place - 1] != name:
                self.behind[name, seats[place - 1]] += 1
                self.behind_points[name, seats[place - 1]] += points
        for part, name in parts_of(scored, table.options):
            self.figures[name][part] += 1
        facts: Any = scored.facts
        for caller in getattr(facts, "callers", ()):
            rank = facts.target or (facts.card.rank if facts.card else 0)
            self.numbers[caller].update([rank] if rank else [])

    def person(self, name: str) -> Figures:
        largest = {"best": self.best, "worst": self.worst}
        extremes = {key: found[name][0] for key, found in largest.items() if name in found}
        return Figures(**self.figures[name], **extremes)


def made(*wish: str) -> Circle:
    call_command("demo", *wish, stdout=StringIO())
    circle = Circle.objects.get()
    while count(circle):
        pass
    return circle


def compare(circle: Circle) -> None:
    """Hold everything that is known of everybody against the second count, by game."""
    people = list(circle.players.all())
    names = {player.pk: player.name for player in people}
    for game in circle.sessions.order_by().values_list("game", flat=True).distinct():
        scope = Scope(circle, game)
        naive = Naive(list(scope.sessions())[::-1])
        form = {names[pk]: points for pk, points in forms(scope, FORM).items()}
        assert form == {name: totals[-FORM:] for name, totals in naive.totals.items()}
        for player in people:
            same(scope, player, naive, names)


def same(scope: Scope, player: Player, naive: Naive, names: dict[int, str]) -> None:
    name = player.name
    assert figures(scope, player) == naive.person(name), name
    assert [one.points for one in evenings(scope, player, FORM)] == naive.totals[name][-FORM:]
    assert {names[one.before]: (one.rounds, one.points) for one in seated(scope, player)} == {
        before: (rounds, naive.behind_points[own, before])
        for (own, before), rounds in naive.behind.items()
        if own == name
    }
    assert favourites(scope.claims().filter(caller=player)) == naive.numbers[name]
    known = set(names.values())
    taken = {other: points for (own, other), points in naive.taken.items() if own == name and other in known}
    found = {names[pk]: points for pk, points in rivals(scope, player).items()}
    assert {other: points for other, points in found.items() if points} == {
        other: points for other, points in taken.items() if points
    }
    kept = records(scope, player)
    for tally, first, what in ((kept.best, naive.best, "best"), (kept.worst, naive.worst, "worst")):
        assert (tally is None) == (name not in first)
        if tally:
            row = getattr(tally, f"{what}_round")
            assert (getattr(tally, what), tally.session_id, row.pk) == first[name]


def test_every_figure_is_what_the_rounds_say() -> None:
    compare(made("--evenings", "7", "--rounds", "5"))


@pytest.mark.long
@pytest.mark.parametrize("seed", ["1", "2"])
def test_every_figure_of_a_whole_year_is_what_its_rounds_say(seed: str) -> None:
    compare(made("--seed", seed))
