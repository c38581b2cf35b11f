"""夜: the tables of a circle that are over, by month, each with its podium."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from itertools import groupby

from django.core.paginator import Page
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from scorekeeper.play.models import GameSession
from scorekeeper.present.heads import game_name
from scorekeeper.present.presenter import PersonView
from scorekeeper.stats.evenings import SessionPlace, months, places

ON_PAGE = 20
PODIUM = 3


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening in a few lines; ``podium`` are the first three by points, ``people`` all who played.

    ``anchor`` names the first evening of its day, and is empty for others.
    """

    title: str
    url: str
    game: str
    at: datetime
    rounds: int
    people: int
    podium: tuple[PersonView, ...]
    anchor: str


@dataclass(frozen=True, slots=True)
class MonthOfEvenings:
    """The evenings of a month that stand on a page; ``nights`` and ``rounds`` are all of the month."""

    first: date
    nights: int
    rounds: int
    evenings: tuple[Evening, ...]


def by_month(
    page: "Page[GameSession]", played: "QuerySet[GameSession]", faces: Mapping[int, PersonView]
) -> list[MonthOfEvenings]:
    """The evenings of a page, newest first; ``played`` are all that the calendar shows."""
    rows = list(page)
    sums = months(played.filter(started_at__gte=_begin(rows[-1]))) if rows else {}
    lines = _evenings(rows, faces)
    return [
        MonthOfEvenings(month, *sums.get(month, (0, 0)), tuple(line for _, line in group))
        for month, group in groupby(zip(rows, lines, strict=True), key=lambda pair: _month(pair[0]))
    ]


def _month(session: GameSession) -> date:
    return timezone.localdate(session.started_at).replace(day=1)


def _begin(session: GameSession) -> datetime:
    return timezone.make_aware(datetime.combine(_month(session), time.min))


def _evenings(rows: Iterable[GameSession], faces: Mapping[int, PersonView]) -> list[Evening]:
    placed, named = places(rows), set[str]()
    lines = []
    for session in rows:
        anchor = f"d{timezone.localdate(session.started_at):%Y%m%d}"
        lines.append(_evening(session, placed.get(session.pk, []), faces, "" if anchor in named else anchor))
        named.add(anchor)
    return lines


def _evening(
    session: GameSession, placed: list[SessionPlace], faces: Mapping[int, PersonView], anchor: str
) -> Evening:
    return Evening(
        title=session.title,
        url=reverse("table", args=(session.public_id,)),
        game=game_name(session),
        at=session.started_at,
        rounds=session.standing.get("rounds", 0),
        people=len(placed),
        podium=tuple(replace(faces[one.player], points=one.points) for one in placed[:PODIUM]),
        anchor=anchor,
    )
