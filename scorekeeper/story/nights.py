"""夜: ended sessions by month, each with its podium."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby

from django.core.paginator import Page
from django.db.models import QuerySet
from django.urls import reverse

from scorekeeper.play.models import GameSession
from scorekeeper.play.nights import beginning, night_of
from scorekeeper.present.heads import game_name
from scorekeeper.present.presenter import PersonView
from scorekeeper.stats.evenings import SessionPlace, months, places

ON_PAGE = 20
PODIUM = 3


@dataclass(frozen=True, slots=True)
class SessionCard:
    """A session in the list."""

    title: str
    url: str
    game: str
    at: datetime
    rounds: int
    people: int  # number of those who played
    podium: tuple[PersonView, ...]  # the first three by points
    anchor: str  # of its day; empty for all but the first session of a day


@dataclass(frozen=True, slots=True)
class MonthOfSessions:
    """The sessions of a month on one page of the list."""

    first: date
    nights: int  # of the whole month
    rounds: int  # of the whole month
    evenings: tuple[SessionCard, ...]


def by_month(
    page: "Page[GameSession]", played: "QuerySet[GameSession]", faces: Mapping[int, PersonView]
) -> list[MonthOfSessions]:
    """The sessions of a page by month, newest first; ``played`` are the sessions of all pages."""
    rows = list(page)
    sums = months(played.filter(started_at__gte=_begin(rows[-1]))) if rows else {}
    cards = _session_cards(rows, faces)
    return [
        MonthOfSessions(month, *sums.get(month, (0, 0)), tuple(card for _, card in group))
        for month, group in groupby(zip(rows, cards, strict=True), key=lambda pair: _month(pair[0]))
    ]


def _month(session: GameSession) -> date:
    return night_of(session.started_at).replace(day=1)


def _begin(session: GameSession) -> datetime:
    return beginning(_month(session))


def _session_cards(rows: Iterable[GameSession], faces: Mapping[int, PersonView]) -> list[SessionCard]:
    placed, anchors = places(rows), set[str]()
    cards = []
    for session in rows:
        anchor = f"d{night_of(session.started_at):%Y%m%d}"
        card_anchor = "" if anchor in anchors else anchor
        cards.append(_session_card(session, placed.get(session.pk, []), faces, card_anchor))
        anchors.add(anchor)
    return cards


def _session_card(
    session: GameSession, placed: list[SessionPlace], faces: Mapping[int, PersonView], anchor: str
) -> SessionCard:
    return SessionCard(
        title=session.title,
        url=reverse("table", args=(session.public_id,)),
        game=game_name(session),
        at=session.started_at,
        rounds=session.standing.get("rounds", 0),
        people=len(placed),
        podium=tuple(replace(faces[row.player], points=row.points) for row in placed[:PODIUM]),
        anchor=anchor,
    )
