"""絞り込み: which evenings a page is about, as its address says it (``?game=gamble&year=2025``)."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count
from django.db.models.functions import ExtractYear
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from scorekeeper.circles.models import Circle
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.stats.scope import Scope


@dataclass(frozen=True, slots=True)
class Chip:
    """One choice: its words, the query that makes it, and whether it is made."""

    label: str
    query: str
    current: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen, and what can be: games that the circle has played, most often first, and years.

    ``most_played`` is the game played most often, empty where none was.
    """

    scope: Scope
    game: str
    year: int | None
    games: tuple[Chip, ...]
    years: tuple[Chip, ...]
    most_played: str

    @property
    def query(self) -> str:
        """What carries the choice to another page."""
        return _query(self.game, self.year)


def choose(request: HttpRequest, circle: Circle, all_games: bool = False, keep: str = "") -> Choice:
    """The choice of a request; raises Http404 for a game or a year that the circle did not play in.

    With ``all_games`` nothing chosen means every game, for pages that add no points up.  ``keep`` is what the
    page has in its query besides, and keeps with another game or year.
    """
    games, years = _games(circle), _years(circle)
    game = request.GET.get("game", "") or ("" if all_games or not games else games[0])
    year = _year(request.GET.get("year", ""), years)
    if game and game not in RULESETS:
        raise Http404
    scope = Scope(circle, game)
    offered = ["", *games] if all_games else games
    shown = _with(offered, game)
    return Choice(
        scope=scope.of_year(year) if year else scope,
        game=game,
        year=year,
        games=tuple(Chip(game_title(one), _query(one, year, keep), one == game) for one in shown),
        years=tuple(Chip(year_name(one), _query(game, one, keep), one == year) for one in [None, *years]),
        most_played=games[0] if games else "",
    )


def _games(circle: Circle) -> list[str]:
    rows = circle.sessions.order_by().values("game").annotate(count=Count("pk"))
    return [row["game"] for row in sorted(rows, key=lambda row: (-row["count"], row["game"]))]


def _with(games: Iterable[str], game: str) -> list[str]:
    found = list(games)
    return found if game in found or not game else [*found, game]


def _years(circle: Circle) -> list[int]:
    years = circle.sessions.annotate(year=ExtractYear("started_at")).values_list("year", flat=True)
    return sorted(set(years), reverse=True)


def _year(text: str, years: list[int]) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) == 4 and int(text) in years):
        raise Http404
    return int(text)


def game_title(game: str) -> str:
    """The name of a game; an empty one stands for all games."""
    return gettext(RULESETS[game].title) if game else gettext("All games")


def year_name(year: int | None) -> str:
    """A year as a page calls it; None for all of them."""
    return gettext("%(year)s") % {"year": year} if year else gettext("All years")


def _query(game: str, year: int | None, keep: str = "") -> str:
    parts = [game and f"game={game}", f"year={year}" if year else "", keep]
    return "&".join(filter(None, parts))
