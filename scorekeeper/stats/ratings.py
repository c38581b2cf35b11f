"""レーティング: how strong people are by the places of their evenings, game by game.

Weng and Lin's method for places of several people with ties (Plackett–Luce), as ``openskill`` has it.  Every
evening moves the estimate of each who played in it, so an evening that changes moves all that follow: ratings
are made anew from the first one that did.  Only the page that shows them refreshes them, and only where
something has changed is the method imported.
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
from .tallies import count

METHOD = 1
"""Rises when the same evenings are to give other ratings."""

MEAN, SPREAD = 25.0, 25.0 / 3
"""What is thought of somebody before the first evening: the mean and the standard deviation."""


class Skill(NamedTuple):
    """What is thought of somebody: mean, standard deviation, and after how many evenings."""

    mean: float = MEAN
    spread: float = SPREAD
    evenings: int = 0


Places = Mapping[int, int]
"""The places of an evening by person; equal ones share one."""

Row = tuple[int, int, float, float, int, float]
"""A session, a person, and there: mean, spread, evenings, and what the evening added to the mean."""

IN_ORDER = ("session__started_at", "session_id")
"""Evenings as they were played."""


def after(skills: Mapping[int, Skill], evening: Places) -> dict[int, Skill]:
    """What is thought of those who played an evening, after it; of nobody where fewer than two played."""
    if len(evening) < 2:
        return {}
    from openskill.models import PlackettLuce  # pages without ratings do not wait for it

    model = PlackettLuce(mu=MEAN, sigma=SPREAD)
    known = {player: skills.get(player, Skill()) for player in sorted(evening)}
    teams = [[model.rating(mu=one.mean, sigma=one.spread)] for one in known.values()]
    rated = model.rate(teams, ranks=[float(evening[player]) for player in known])
    return {
        player: Skill(team[0].mu, team[0].sigma, one.evenings + 1)
        for (player, one), team in zip(known.items(), rated, strict=True)
    }


def refresh(_request: HttpRequest, circle: Circle) -> None:
    """Bring the tallies of a circle up to date for a page, and with them its ratings."""
    if not count(circle):
        rate(circle)


def rate(circle: Circle) -> None:
    """Make the ratings of a circle follow its tallies; they stay as they were where somebody else writes."""
    basis = _basis(circle)
    if Rated.objects.filter(circle=circle, basis=basis).exists() and not _changed(circle).exists():
        return
    with suppress(DatabaseError), without_waiting(), transaction.atomic():
        if not Rated.objects.filter(circle=circle, basis=basis).exists():
            Tallied.objects.filter(session__circle=circle).update(rated=False)
            Rated.objects.update_or_create(circle=circle, defaults={"basis": basis})
        for game in set(_changed(circle).values_list("session__game", flat=True)):
            _rate(Scope(circle, game, rounds=circle.least_rounds))


def _basis(circle: Circle) -> str:
    """What ratings depend on besides the evenings: the method, how long these must be, who is a guest."""
    guests = circle.players.filter(guest=True).order_by("pk").values_list("pk", flat=True)
    return " ".join(map(str, (METHOD, circle.least_rounds, *guests)))


def _changed(circle: Circle) -> "QuerySet[Tallied]":
    return Tallied.objects.filter(session__circle=circle, rated=False)


def _rate(scope: Scope) -> None:
    """Rate the evenings of a game from the first on that has changed."""
    first = _changed(scope.circle).filter(session__game=scope.game).order_by(*IN_ORDER)[0].session
    behind = Q(session__started_at=first.started_at, session__pk__gte=first.pk)
    behind |= Q(session__started_at__gt=first.started_at)
    ratings = Rating.objects.filter(session__circle=scope.circle, session__game=scope.game)
    ratings.filter(behind).delete()
    skills: dict[int, Skill] = {}
    last: dict[int, int] = {}
    columns = ("player", "pk", "mean", "spread", "evenings")
    for player, row, *skill in ratings.order_by(*IN_ORDER).values_list(*columns):
        skills[player], last[player] = Skill(*skill), row
    rows = list(_rows(skills, _evenings(scope, behind)))
    newest = {row[1]: row[0] for row in rows}
    ratings.update(last=False)
    ratings.filter(pk__in=[row for player, row in last.items() if player not in newest]).update(last=True)
    names = ("session", "player", "mean", "spread", "evenings", "gain", "last")
    insert(Rating, names, [(*row, newest[row[1]] == row[0]) for row in rows])
    tallied = Tallied.objects.filter(session__circle=scope.circle, session__game=scope.game)
    tallied.filter(behind).update(rated=True)


def _evenings(scope: Scope, behind: Q) -> Iterator[tuple[int, Places]]:
    """Evenings in their order, with the places of those who played and are no guests."""
    rows = scope.tallies(guests=True).filter(behind, player__guest=False, rounds__gt=0).order_by(*IN_ORDER)
    for session, lines in groupby(rows.values_list("session", "player", "place"), key=itemgetter(0)):
        yield session, {player: place for _session, player, place in lines}


def _rows(skills: dict[int, Skill], evenings: Iterable[tuple[int, Places]]) -> Iterator[Row]:
    """The rows of ratings after each evening; ``skills`` moves along."""
    for session, evening in evenings:
        for player, skill in after(skills, evening).items():
            yield session, player, *skill, skill.mean - skills.get(player, Skill()).mean
            skills[player] = skill


def ratings(scope: Scope) -> "QuerySet[Rating]":
    """What is thought of everybody after their last evening of a game, the strongest first.

    Guests and hidden people are left out; whoever is hidden has counted for the others all the same.
    """
    newest = Rating.objects.filter(last=True, player__circle=scope.circle, session__game=scope.game)
    return newest.filter(listed("player__")).order_by("-mean", "player")
