"""仲間のページ: running tables, who owes whom, the calendar, and the nights by month."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.circles.access import membership_of
from scorekeeper.circles.models import Circle, Player
from scorekeeper.circles.services import visible_players
from scorekeeper.play.debts import combined_settlements, running_tables
from scorekeeper.play.models import with_players
from scorekeeper.play.nights import tonight
from scorekeeper.present.presenter import PersonView, people_and_bank, people_by_key
from scorekeeper.present.settling import payment_view
from scorekeeper.present.words import kind_name
from scorekeeper.server.unreadable import number_in
from scorekeeper.stats.people import figures_by_player, money
from scorekeeper.stats.scope import Scope, points_elsewhere
from scorekeeper.story.choice import PageFilter, choose, game_title
from scorekeeper.story.nights import ON_PAGE, YearView, by_month, with_tables, year_view

from .invite import invite

RUNNING_ON_PAGE = 20
MOST_JOINED = 50
"""Running tables for which a page says who owes whom; a group that never ends its tables has more."""


@dataclass(frozen=True, slots=True)
class NightFilter:
    """The filter of nights in the query string: game, year, month and person."""

    choice: PageFilter
    month: int | None
    person: Player | None

    @property
    def scope(self) -> Scope:
        scope, year = self.choice.scope, self.choice.year
        return scope.of_month(year, self.month) if year and self.month else scope

    @property
    def time(self) -> dict[str, object]:
        """The query parameters of game and time."""
        parts = {"game": self.choice.game, "year": self.choice.year, "month": self.month}
        return {key: value for key, value in parts.items() if value}

    def query(self, **others: object) -> str:
        """The query string of this filter, or of one that differs in ``others``."""
        parts = self.time | {"person": self.person and self.person.pk} | others
        return urlencode({key: value for key, value in parts.items() if value})


def circle(request: HttpRequest, cid: str) -> HttpResponse:
    membership = membership_of(request)
    group = membership.circle
    wanted, known = _night_filter(request, group), people_by_key(group)
    ended = wanted.scope.sessions(wanted.person).filter(ended_at__isnull=False)
    chosen = wanted.query()
    page = Paginator(with_tables(group.nights.all(), ended), ON_PAGE).get_page(request.GET.get("page"))
    tables = group.sessions.filter(ended_at=None).order_by("-night__day", "-started_at", "-pk")
    running = Paginator(tables.select_related("night").prefetch_related(with_players()), RUNNING_ON_PAGE)
    any_over = group.sessions.filter(ended_at__isnull=False).exists()
    context = {
        "running": running.get_page(request.GET.get("running")),
        "today": tonight(),
        "wanted": wanted,
        "choice": wanted.choice,
        "people": [(player.pk, player.name) for player in visible_players(group)],
        "year": _year(wanted),
        "whole_year": wanted.query(month=None),
        "page": page,
        "more": f"{chosen}&" if chosen else "",
        "months": by_month(page, wanted.scope.played(wanted.person), known),
        **_totals(request, wanted, known),
        **_owing(group, running.count),
        "ended": any_over,
        "invite": None if any_over else invite(request, group, membership.role),
    }
    return render(request, "groups/group.html", context)


def _night_filter(request: HttpRequest, circle: Circle) -> NightFilter:
    """The filter of a request; raises Http404 for an invalid one."""
    person, month = request.GET.get("person", ""), request.GET.get("month", "")
    who = circle.players.filter(pk=number_in(person)).first() if person else None
    choice = choose(request, circle, all_games=True, extra_query=f"person={who.pk}" if who else "")
    if (person and not who) or (month and not (choice.year and 1 <= number_in(month) <= 12)):
        raise Http404
    return NightFilter(choice, number_in(month) or None, who)


def _year(wanted: NightFilter) -> YearView | None:
    """The calendar of the chosen year, or of the last year with such a night, if there is one."""
    year = wanted.choice.year
    if not year:
        sessions = wanted.choice.scope.sessions(wanted.person)
        last = sessions.aggregate(day=Max("night__day"))["day"]
        if last is None:
            return None
        year = last.year
    of_year = wanted.choice.scope.of_year(year).played(wanted.person)
    keep = wanted.query(year=None, month=None)
    return year_view(of_year, year, wanted.month, f"{keep}&" if keep else "")


def _totals(request: HttpRequest, wanted: NightFilter, known: dict[int, PersonView]) -> dict[str, object]:
    """Everybody's points in the chosen game, or in the one played most, and their money by unit."""
    game = wanted.choice.game or wanted.choice.most_played
    if not game:
        return {}
    scope = replace(wanted.scope, game=game)
    sums = {player: figures["points"] for player, figures in figures_by_player(scope, guests=True).items()}
    shown = set(scope.circle.players.filter(hidden=False).values_list("pk", flat=True))
    rows = sorted(sums, key=lambda player: (-sums[player], player))
    whole = not request.uncounted and shown >= sums.keys()  # type: ignore[attr-defined]
    return {
        "totals": [replace(known[player], points=sums[player]) for player in rows if player in shown],
        "totals_game": game_title(game),
        "total": sum(sums.values()) + points_elsewhere(scope) if whole else None,
        # over all games, who won most first
        "money": [
            (unit, [(known[player], amount) for player, amount in won.items()])
            for unit, won in money(replace(wanted.scope, game="")).items()
        ],
    }


def _owing(circle: Circle, running: int) -> dict[str, object]:
    """Who owes whom over all running tables: points by game, money by unit."""
    if running > MOST_JOINED:
        return {}
    known = people_and_bank(circle)
    joined, alone = combined_settlements(running_tables(circle))
    owing = [
        {
            "name": kind_name(*kind),
            "tables": tables,
            "payments": [payment_view(debt, kind[0], known) for debt in debts],
        }
        for kind, tables, debts in joined
    ]
    return {"owing": owing, "alone": alone}
