"""What subscriptions ask the database: once when they open, and together while they are open."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import connection

from scorekeeper.circles.access import hash_of
from scorekeeper.circles.limits import MEMBERS
from scorekeeper.circles.models import Membership
from scorekeeper.circles.routes import PublicIdConverter
from scorekeeper.play.models import GameSession
from scorekeeper.server.database import between_requests

from .hub import News, Subscriber

PUBLIC_ID = re.compile(PublicIdConverter.regex)


@dataclass(frozen=True, slots=True)
class LiveState:
    """The current state: how each session stands, and the valid memberships."""

    news: dict[int, News]
    memberships: set[int]


@between_requests()
def find_subscriber(key: str, sid: str) -> tuple[Subscriber, News] | None:
    """The place of the device with this key at a table, and how the table stands; None for a stranger."""
    if not PUBLIC_ID.fullmatch(sid):
        return None
    held = Membership.objects.filter(device__key_hash=hash_of(key), ended_at=None).order_by()
    place = held.filter(circle__sessions__public_id=sid).values_list(
        *("circle__sessions", "circle", "device", "pk", "circle__sessions__revision", "circle__sessions__pad")
    )
    if (row := place.first()) is None:
        return None
    MEMBERS.add(key)
    return Subscriber(*row[:4]), News(*row[4:])


def read_state(sessions: Iterable[int], memberships: Collection[int]) -> LiveState:
    """Ask for all sessions and memberships at once: two queries, however many subscriptions are open."""
    watched = GameSession.objects.filter(pk__in=list(sessions)).order_by()
    news = {pk: News(*state) for pk, *state in watched.values_list("pk", "revision", "pad")}
    held = Membership.objects.filter(pk__in=list(memberships), ended_at=None).values_list("pk", flat=True)
    return LiveState(news, set(held))


WRITTEN = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_snapshot()::text"}
"""What is another value once anybody else has written; SQLite counts so for each connection."""


class WriteDetector:
    """Whether anybody wrote to the database since the last question, which always comes from one thread."""

    def __init__(self) -> None:
        self._written: object = None

    def __call__(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(WRITTEN[connection.vendor])
            before, [self._written] = self._written, cursor.fetchone()
        return bool(before != self._written)
