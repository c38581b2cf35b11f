"""対戦: the rows against a second count that goes through every round of a made-up year again."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.events import EVENTS
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from scorekeeper.stats.versus import (
    balance_by_session,
    largest_payments,
    matrix,
    numbers,
    shared_play,
    taken_from_unlisted,
)
from tests.made_up.file import make
from tests.made_up.year import Wish

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]


class Naive:
    """What every two people paid each other, played together and claimed, by their names."""

    def __init__(self, sessions: list[GameSession]) -> None:
        self.payments: dict[tuple[str, str], list[int]] = {}
        self.evenings: dict[tuple[str, str], dict[int, int]] = {}
        self.rounds: Counter[tuple[str, str]] = Counter()
        self.claims: Counter[tuple[str, str, int]] = Counter()
        for session in sessions:
            self._add(session)

    def _add(self, session: GameSession) -> None:
        table = Table(session)
        for row, scored in zip(table.played, table.replay.scored, strict=True):
            flows: Counter[tuple[str, str]] = Counter()
            for move in scored.outcome.transfers:
                flows[move.payer, move.payee] += move.points
            for (payer, payee), points in flows.items():
                if points and payer != payee and not {payer, payee} & set(ACCOUNTS):
                    self._paid(session.pk, payer, payee, points)
            if row.facts["kind"] not in {*EVENTS, "nogame"}:
                self.rounds.update(permutations(scored.state.seats, 2))

    def _paid(self, session: int, payer: str, payee: str, points: int) -> None:
        self.payments.setdefault((payee, payer), []).append(points)
        for pair, gain in (((payee, payer), points), ((payer, payee), -points)):
            evenings = self.evenings.setdefault(pair, {})
            evenings[session] = evenings.get(session, 0) + gain


@pytest.fixture(name="circle")
def _circle() -> Circle:
    circle = make(Wish(evenings=9, rounds=4))
    guest, hidden = circle.players.order_by("pk")[2:4]
    circle.players.filter(pk=guest.pk).update(guest=True)
    circle.players.filter(pk=hidden.pk).update(hidden=True)
    while refresh_tallies(circle):
        pass
    return circle


def test_every_figure_is_what_the_rounds_say(circle: Circle) -> None:
    payments_agree(circle)
    claims_agree(circle)


def payments_agree(circle: Circle) -> None:
    people = list(circle.players.all())
    left_out = {player.pk for player in people if player.guest or player.hidden}
    paid = 0
    for game in circle.sessions.order_by().values_list("game", flat=True).distinct():
        scope = Scope(circle, game)
        naive, result, others = Naive(list(scope.sessions())), matrix(scope), taken_from_unlisted(scope)
        for one in people:
            gains = {pair: sum(each.values()) for pair, each in naive.evenings.items() if pair[0] == one.name}
            besides = sum(gains.get((one.name, other.name), 0) for other in people if other.pk in left_out)
            assert others.get(one.pk, 0) == besides or one.pk in left_out
        for one, other in combinations(people, 2):
            pair = one.name, other.name
            evenings = naive.evenings.get(pair, {})
            if not {one.pk, other.pk} & left_out:
                assert result.get((one.pk, other.pk), 0) == sum(evenings.values())
            assert dict(balance_by_session(scope, one, other)) == evenings
            assert shared_play(scope, one, other)["rounds"] == naive.rounds[pair]
            both = [*naive.payments.get(pair, ()), *naive.payments.get(pair[::-1], ())]
            assert [flow.points for flow in largest_payments(scope, one, other, 3)] == sorted(
                both, reverse=True
            )[:3]
            paid += len(both)
    assert paid


def claims_agree(circle: Circle) -> None:
    people = {player.name: player for player in circle.players.all()}
    claims: Counter[tuple[str, str, int]] = Counter()
    for session in circle.sessions.filter(game="gamble"):
        table = Table(session)
        for scored in table.replay.scored:
            facts = scored.facts
            if getattr(facts, "kind", "") == "dobon" and facts.card and facts.card.rank:
                for caller in facts.callers:
                    claims[caller, facts.victim, facts.target or facts.card.rank] += 1
    assert claims
    for one, other in permutations(people, 2):
        own = numbers(Scope(circle, "gamble"), people[one], people[other])
        assert own == {rank: times for (a, b, rank), times in claims.items() if (a, b) == (one, other)}
