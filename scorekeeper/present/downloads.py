"""控え: the tables of a circle, to be saved as files before something is gone for good."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.play.models import GameSession

from .headings import game_name, title


@dataclass(frozen=True, slots=True)
class Download:
    """A table that can be saved."""

    public_id: str
    title: str
    game: str
    at: datetime


def downloads(sessions: Iterable[GameSession]) -> list[Download]:
    """Tables ready to be saved, in their order."""
    return [Download(one.public_id, title(one), game_name(one), one.started_at) for one in sessions]
