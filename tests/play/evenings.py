"""Evenings that are over and leave something to be paid, made in a few rows."""

from datetime import datetime
from typing import Any

from scorekeeper.circles.models import Circle
from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession
from scorekeeper.play.nights import move_to, night_of, number_tables
from scorekeeper.play.services import end_session, start_session
from scorekeeper.scoring.document import read_document

YEN: dict[str, object] = {"unit": "円", "per_point": "1", "round_to": 10}

Moves = dict[tuple[str, str], int]
"""How many points one lost to another."""


def new_circle() -> Circle:
    return Circle.objects.create(name="Friday")


def running(circle: Circle, moves: Moves, *others: str, title: str = "", **more: Any) -> GameSession:
    """A table where only this has happened; ``others`` just sat there."""
    names = list(dict.fromkeys([name for pair in moves for name in pair] + list(others)))
    transfers = [{"from": payer, "to": payee, "points": points} for (payer, payee), points in moves.items()]
    rounds = [{"kind": "adjust", "transfers": transfers}] if transfers else []
    data = {"format": 1, "game": "gamble", "players": names, "rounds": rounds, **more}
    return start_session(circle, prepare(read_document(data)), title)


def over(circle: Circle, moves: Moves, *others: str, title: str = "", **more: Any) -> GameSession:
    """Such a table, ended."""
    session = running(circle, moves, *others, title=title, **more)
    end_session(session, form_version(session))
    return fresh(session)


def begin_at(session: GameSession, at: datetime) -> None:
    """Let a session have begun at another time, and belong to the night of that."""
    move_to(session, night_of(at))
    GameSession.objects.filter(pk=session.pk).update(started_at=at)
    number_tables(session.night.sessions.all())


def fresh(session: GameSession) -> GameSession:
    """A session as it is by now."""
    return GameSession.objects.get(pk=session.pk)


def form_version(session: GameSession) -> FormVersion:
    """What a form carries that was opened just now."""
    return FormVersion(fresh(session).revision, new_key(), None)
