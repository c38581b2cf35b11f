"""What a year came to: two evenings worked out by hand, and a made-up year against a second computation."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest
from django.utils import timezone

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table
from scorekeeper.scoring.core import ACCOUNTS
from scorekeeper.scoring.events import Event
from scorekeeper.stats import year
from scorekeeper.stats.scope import Scope
from scorekeeper.stats.tallies import refresh_tallies
from tests.made_up.file import make
from tests.made_up.year import Wish

pytestmark = pytest.mark.postgresql

YEAR = 2025


@dataclass
class Evening:
    """One evening as a replay gives it: keys, points and payments by name, and gains of single rounds."""

    session: GameSession
    names: dict[str, int]
    rounds: int = 0
    cards: int = 0
    there: set[str] = field(default_factory=set)
    points: Counter[str] = field(default_factory=Counter)
    gains: list[tuple[str, int]] = field(default_factory=list)
    paid: Counter[tuple[str, str]] = field(default_factory=Counter)
    claims: Counter[int] = field(default_factory=Counter)


def replayed(session: GameSession) -> Evening:
    table = Table(session)
    evening = Evening(session, {seat.player.name: seat.player_id for seat in table.seats})
    before = table.opening
    for scored in table.replay.scored:
        moved = {name: gain for name, gain in scored.change.items() if name not in ACCOUNTS}
        evening.points.update(moved)
        evening.paid.update(scored.outcome.flows())
        if not isinstance(scored.facts, Event) and scored.outcome.counts:
            hands = getattr(scored.facts, "hands", {}).values()
            parts = table.ruleset.parts(before, scored.facts, table.options, scored.outcome)
            evening.rounds += 1
            evening.cards += sum(len(hand.cards) + (hand.count or 0) for hand in hands)
            evening.there |= {*before.seats, *scored.state.seats}
            evening.gains += [(name, gain) for name, gain in moved.items() if gain > 0]
            if parts.number:
                evening.claims[parts.number] += len(parts.roles.get("caller", ()))
        before = scored.state
    return evening


@pytest.fixture
def made_up(db: None) -> Scope:
    make(Wish(evenings=20, rounds=8, year=YEAR))
    visitor = Player.objects.order_by("-pk")[0]
    Player.objects.filter(pk=visitor.pk).update(guest=True)
    scope = Scope(Circle.objects.get()).of_year(YEAR)
    assert refresh_tallies(scope.circle, seconds=60) == 0
    return scope


def test_a_made_up_year(made_up: Scope) -> None:
    evenings = [replayed(session) for session in GameSession.objects.order_by("started_at", "pk")]
    evenings = [evening for evening in evenings if evening.rounds]
    guests = set(Player.objects.filter(guest=True).values_list("name", flat=True))
    amounts_agree(made_up, evenings)
    people_agree(made_up, evenings, guests)
    records_agree(made_up, evenings, guests)
    pairs_agree(made_up, evenings, guests)


def amounts_agree(scope: Scope, evenings: list[Evening]) -> None:
    played = year.played(scope)
    assert played.all == year.Amounts(
        len(evenings), sum(one.rounds for one in evenings), sum(one.cards for one in evenings)
    )
    days = {timezone.localtime(one.session.started_at).date() for one in evenings}
    assert played.nights == Counter(day.month for day in days)
    games = Counter(one.session.game for one in evenings)
    assert {game: one.tables for game, one in played.games.items()} == games
    assert set(played.usual) == {game for game, times in games.items() if times >= year.FEWEST}


def people_agree(scope: Scope, evenings: list[Evening], guests: set[str]) -> None:
    sums: dict[str, Counter[int]] = defaultdict(Counter)
    gains: dict[str, list[int]] = defaultdict(list)
    came: set[tuple[int, date]] = set()
    for one in evenings:
        gains[one.session.game] += [gain for name, gain in one.gains if name not in guests]
        day = timezone.localtime(one.session.started_at).date()
        came |= {(one.names[name], day) for name in one.there - guests}
        for name, points in one.points.items():
            if name not in guests:
                sums[one.session.game][one.names[name]] += points
    winners = year.winners(scope)
    for game, points in sums.items():
        most = max(points.values())
        assert [(row.player, row.points) for row in winners[game]] == sorted(
            (pk, own) for pk, own in points.items() if own == most
        )
    assert year.nights_by_player(scope) == Counter(person for person, _day in came)
    assert year.average_gains(scope) == {game: Fraction(sum(all_), len(all_)) for game, all_ in gains.items()}


def records_agree(scope: Scope, evenings: list[Evening], guests: set[str]) -> None:
    points, gains = defaultdict(list), defaultdict(list)
    for one in evenings:
        points[one.session.game] += [own for name, own in one.points.items() if name not in guests]
        gains[one.session.game] += [gain for name, gain in one.gains if name not in guests]
    assert {game: row.points for game, row in year.best_evenings(scope).items()} == {
        game: max(item) for game, item in points.items()
    }
    assert {game: row.best for game, row in year.best_rounds(scope).items()} == {
        game: max(item) for game, item in gains.items()
    }
    longest, most, number = year.longest_evening(scope), year.most_claims(scope), year.favourite_number(scope)
    assert longest
    assert longest.rounds == max(one.rounds for one in evenings)
    assert most
    assert most[1] == max(one.claims.total() for one in evenings)
    claims = sum((one.claims for one in evenings), Counter[int]())
    assert number
    assert (number.times, number.cases) == (max(claims.values()), claims.total())
    assert set(number.which) == {key for key, times in claims.items() if times == number.times}


def pairs_agree(scope: Scope, evenings: list[Evening], guests: set[str]) -> None:
    game = year.played(scope).usual[0]
    result = year.duels(Scope(scope.circle, game).of_year(YEAR))
    paid: Counter[tuple[str, str]] = Counter()
    met: Counter[tuple[str, str]] = Counter()
    for one in (one for one in evenings if one.session.game == game):
        paid.update(one.paid)
        met.update(combinations(sorted(one.there - guests), 2))
    wanted = {}
    for (one_name, other), times in met.items():
        taken, given = paid[other, one_name], paid[one_name, other]
        if times >= year.FEWEST and (taken or given):
            wanted[frozenset((one_name, other))] = (*sorted((taken, given), reverse=True), times)
    names = dict(Player.objects.values_list("pk", "name"))
    assert {
        frozenset((names[duel.one], names[duel.other])): (duel.taken, duel.given, duel.tables)
        for duel in result
    } == wanted
    closest, farthest = year.closest(result), year.most_one_sided(result)
    assert closest
    assert closest.net == min(taken - given for taken, given, _times in wanted.values() if given)
    assert farthest
    assert farthest.net == max(taken - given for taken, given, _times in wanted.values())


def test_what_too_many_share_stands_out_for_nobody() -> None:
    assert year.most_often({1: 5, 2: 3}) == year.MostFrequent((1,), 5, 8)
    assert year.most_often({1: 5, 2: 5, 3: 4}, cases=6) == year.MostFrequent((1, 2), 5, 6)
    assert year.most_often({1: 5, 2: 5}) is None  # everybody
    assert year.most_often({1: 5, 2: 5, 3: 5, 4: 5, 5: 1}) is None  # four of five
    assert year.most_often({1: 2, 2: 1}) is None  # twice is not often
    assert year.most_often({}) is None
