"""レーティング: ratings of people by their places at tables, game by game.

The Plackett–Luce model of Weng and Lin, with ties, by ``openskill``.  Each session updates the ratings of its
players, so a changed session changes all later ratings.  They are computed from the first session on (0.1 s
for a thousand) and cached for some minutes; a change of any session gives another cache key.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.core.cache import cache

from scorekeeper.circles.access import hash_of

from .scope import Scope

MEAN, SPREAD = 25.0, 25.0 / 3
"""Mean and standard deviation before the first session."""


class Skill(NamedTuple):
    """The rating of a person after some sessions, in the units of the model."""

    mean: float = MEAN
    spread: float = SPREAD  # standard deviation
    evenings: int = 0  # sessions so far
    gain: float = 0.0  # what the last session added to the mean


Places = Mapping[int, int]
"""The places in a session, by person; equal ones share one."""


def ratings(scope: Scope) -> dict[int, Skill]:
    """The rating of everybody but guests, by person; places against hidden people count."""
    guests = scope.circle.players.filter(guest=True).order_by("pk").values_list("pk", flat=True)
    revisions = scope.tallied().order_by("session").values_list("session", "revision")
    basis = scope.circle.public_id, scope.game, scope.rounds, *revisions, *guests
    key = f"ratings-{hash_of(str(basis))}"
    result: dict[int, Skill] | None = cache.get_or_set(key, lambda: rate(_evenings(scope)))
    return result or {}


def _evenings(scope: Scope) -> Iterable[Places]:
    rows = scope.tallies(guests=True).filter(player__guest=False, rounds__gt=0)
    in_order = rows.order_by("session__started_at", "session_id")
    for _session, group in groupby(in_order.values_list("session", "player", "place"), key=itemgetter(0)):
        yield {player: place for _session, player, place in group}


def rate(evenings: Iterable[Places]) -> dict[int, Skill]:
    """Everybody's rating after some sessions; one with fewer than two people changes none."""
    from openskill.models import PlackettLuce  # slow to import, and rarely needed

    model, skills = PlackettLuce(mu=MEAN, sigma=SPREAD), dict[int, Skill]()
    for evening in evenings:
        if len(evening) < 2:
            continue
        before = {player: skills.get(player, Skill()) for player in sorted(evening)}
        teams = [[model.rating(mu=skill.mean, sigma=skill.spread)] for skill in before.values()]
        rated = model.rate(teams, ranks=[float(evening[player]) for player in before])
        for (player, skill), [team] in zip(before.items(), rated, strict=True):
            skills[player] = Skill(team.mu, team.sigma, skill.evenings + 1, team.mu - skill.mean)
    return skills
