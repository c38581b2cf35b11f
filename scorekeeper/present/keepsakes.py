"""控え: the tables of a circle, to be saved as files before something is gone for good."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession

from .heads import game_name, title


@dataclass(frozen=True, slots=True)
class Keepsake:
    """A table that can be saved."""

    public_id: str
    title: str
    game: str
    at: datetime


def keepsakes(circle: Circle) -> list[Keepsake]:
    """All tables of a circle, newest first."""
    sessions: QuerySet[GameSession] = circle.sessions.all()
    return [Keepsake(one.public_id, title(one), game_name(one), one.started_at) for one in sessions]
