"""絞り込み: the filter of a page by game and year, read from its address (``?game=gamble&year=2025``)."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count
from django.db.models.functions import ExtractYear
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from scorekeeper.circles.models import Circle
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.scope import Scope


class Chip(NamedTuple):
    """A link that sets a filter."""

    label: str
    query: str
    current: bool  # whether it is set


@dataclass(frozen=True, slots=True)
class PageFilter:
    scope: Scope
    game: str  # empty for all
    year: int | None  # None for all
    games: tuple[Chip, ...]  # played by the circle, the most played first
    years: tuple[Chip, ...]
    most_played: str  # game; empty where none was played

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The links to show; those of years only if there are several."""
        return self.games + (self.years if len(self.years) > 2 or self.year else ())

    @property
    def query(self) -> str:
        """The query string that sets the same filter on another page."""
        return _query(self.game, self.year)


def choose(
    request: HttpRequest, circle: Circle, all_games: bool = False, extra_query: str = ""
) -> PageFilter:
    """The filter of a request; raises Http404 for an unknown game or a year without a session.

    The default is the game played most often, or with ``all_games`` every game, for pages that add up no
    points.  ``extra_query`` is added to the query of every chip.
    """
    played = circle.sessions.order_by().values_list("game").annotate(count=Count("pk"))
    games = [game for game, _count in played.order_by("-count", "game")]
    days = circle.nights.order_by().values_list(ExtractYear("day"), flat=True)
    years = sorted(days.distinct(), reverse=True)
    game = request.GET.get("game", "") or ("" if all_games or not games else games[0])
    asked = request.GET.get("year", "")
    if (game and game not in RULESETS) or (asked and asked not in map(str, years)):
        raise Http404
    year = int(asked) if asked else None
    scope = Scope(circle, game)
    offered = ["", *games] if all_games else games
    shown = offered if not game or game in offered else [*offered, game]
    return PageFilter(
        scope=scope.of_year(year) if year else scope,
        game=game,
        year=year,
        games=tuple(Chip(game_title(key), _query(key, year, extra_query), key == game) for key in shown),
        years=tuple(
            Chip(year_name(item), _query(game, item, extra_query), item == year) for item in [None, *years]
        ),
        most_played=games[0] if games else "",
    )


def game_title(game: str) -> str:
    """The title of a game; empty means all games."""
    return gettext(RULESETS[game].title) if game else gettext("All games")


def year_name(year: int | None) -> str:
    """The label of a year; None means all years."""
    return gettext("%(year)s") % {"year": year} if year else gettext("All years")


def _query(game: str, year: int | None, extra_query: str = "") -> str:
    parts = [game and f"game={game}", f"year={year}" if year else "", extra_query]
    return "&".join(filter(None, parts))
