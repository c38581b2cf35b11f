"""レーティング: ratings of people by their places at tables, game by game.

The Plackett–Luce model of Weng and Lin, with ties, by ``openskill``.  A session updates the ratings of its
players, so a changed session changes all later ones: ratings are recomputed from the first changed session.
Only the page that shows ratings refreshes them, and ``openskill`` is imported only where one changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from scorekeeper.circles.models import Circle
from scorekeeper.server.database import insert, without_waiting

from .models import Rated, Rating, Tallied
from .scope import Scope, listed
from .tallies import refresh_tallies

METHOD = 1
"""Version of the method; raising it recomputes all ratings."""

MEAN, SPREAD = 25.0, 25.0 / 3
"""Mean and standard deviation before the first session."""


class Skill(NamedTuple):
    """The rating of a person after some sessions."""

    mean: float = MEAN
    spread: float = SPREAD  # standard deviation
    evenings: int = 0


Places = Mapping[int, int]
"""The places in a session, by person; equal ones share one."""

RatingValues = tuple[int, int, float, float, int, float]
"""Columns of a Rating: session, person, mean, spread, evenings, gain."""

IN_ORDER = ("session__started_at", "session_id")
"""The order in which sessions are rated."""


def update_skills(skills: Mapping[int, Skill], evening: Places) -> dict[int, Skill]:
    """The new ratings of those who played in a session; empty where fewer than two did."""
    if len(evening) < 2:
        return {}
    from openskill.models import PlackettLuce  # slow to import, and rarely needed

    model = PlackettLuce(mu=MEAN, sigma=SPREAD)
    before = {player: skills.get(player, Skill()) for player in sorted(evening)}
    teams = [[model.rating(mu=skill.mean, sigma=skill.spread)] for skill in before.values()]
    rated = model.rate(teams, ranks=[float(evening[player]) for player in before])
    return {
        player: Skill(team[0].mu, team[0].sigma, skill.evenings + 1)
        for (player, skill), team in zip(before.items(), rated, strict=True)
    }


def refresh(_request: HttpRequest, circle: Circle) -> None:
    """Bring the tallies of a circle up to date for a page, and with them its ratings."""
    if not refresh_tallies(circle):
        refresh_ratings(circle)


def refresh_ratings(circle: Circle) -> None:
    """Update the ratings of a circle from its tallies, unless the database is locked."""
    basis = _basis(circle)
    if Rated.objects.filter(circle=circle, basis=basis).exists() and not _changed(circle).exists():
        return
    with suppress(DatabaseError), without_waiting(), transaction.atomic():
        if not Rated.objects.filter(circle=circle, basis=basis).exists():
            Tallied.objects.filter(session__circle=circle).update(rated=False)
            Rated.objects.update_or_create(circle=circle, defaults={"basis": basis})
        for game in set(_changed(circle).values_list("session__game", flat=True)):
            _rate_game(Scope(circle, game, rounds=circle.least_rounds))


def _basis(circle: Circle) -> str:
    """What ratings depend on besides the sessions; a changed value recomputes all of them."""
    guests = circle.players.filter(guest=True).order_by("pk").values_list("pk", flat=True)
    return " ".join(map(str, (METHOD, circle.least_rounds, *guests)))


def _changed(circle: Circle) -> "QuerySet[Tallied]":
    return Tallied.objects.filter(session__circle=circle, rated=False)


def _rate_game(scope: Scope) -> None:
    """Recompute the ratings of a game from the first changed session on."""
    first = _changed(scope.circle).filter(session__game=scope.game).order_by(*IN_ORDER)[0].session
    stale = Q(session__started_at=first.started_at, session__pk__gte=first.pk)
    stale |= Q(session__started_at__gt=first.started_at)
    ratings = Rating.objects.filter(session__circle=scope.circle, session__game=scope.game)
    ratings.filter(stale).delete()
    skills: dict[int, Skill] = {}
    last: dict[int, int] = {}
    columns = ("player", "pk", "mean", "spread", "evenings")
    for player, row, *skill in ratings.order_by(*IN_ORDER).values_list(*columns):
        skills[player], last[player] = Skill(*skill), row
    rows = list(_rating_rows(skills, _evenings(scope, stale)))
    newest = {row[1]: row[0] for row in rows}
    ratings.update(last=False)
    ratings.filter(pk__in=[row for player, row in last.items() if player not in newest]).update(last=True)
    names = ("session", "player", "mean", "spread", "evenings", "gain", "last")
    insert(Rating, names, [(*row, newest[row[1]] == row[0]) for row in rows])
    tallied = Tallied.objects.filter(session__circle=scope.circle, session__game=scope.game)
    tallied.filter(stale).update(rated=True)


def _evenings(scope: Scope, stale: Q) -> Iterator[tuple[int, Places]]:
    """Stale sessions in their order, with the places of all players but guests."""
    rows = scope.tallies(guests=True).filter(stale, player__guest=False, rounds__gt=0).order_by(*IN_ORDER)
    for session, group in groupby(rows.values_list("session", "player", "place"), key=itemgetter(0)):
        yield session, {player: place for _session, player, place in group}


def _rating_rows(skills: dict[int, Skill], evenings: Iterable[tuple[int, Places]]) -> Iterator[RatingValues]:
    """The rows of ratings after each session; ``skills`` is updated."""
    for session, evening in evenings:
        for player, skill in update_skills(skills, evening).items():
            yield session, player, *skill, skill.mean - skills.get(player, Skill()).mean
            skills[player] = skill


def current_ratings(scope: Scope) -> "QuerySet[Rating]":
    """Everybody's newest rating in a game, the strongest first.

    Guests and hidden people are left out; places against hidden people have counted.
    """
    newest = Rating.objects.filter(last=True, player__circle=scope.circle, session__game=scope.game)
    return newest.filter(listed("player__")).order_by("-mean", "player")
