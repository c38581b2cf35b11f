"""The queries for subscriptions: one when each is opened, and a poll for all of them four times a second.

The poll first asks whether anything was written, which costs next to nothing, and only then for the state of
all watched sessions.  It finds what other processes, machines and commands write; for rounds of this process
``wiring.py`` is faster.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.db import connection

from scorekeeper.circles.access import hash_of
from scorekeeper.circles.limits import MEMBERS
from scorekeeper.circles.models import Membership
from scorekeeper.circles.routes import PublicIdConverter
from scorekeeper.play.models import GameSession
from scorekeeper.server.database import between_requests
from scorekeeper.server.errors import trouble_of

from .hub import Hub, News, Subscriber

EVERY_SECONDS = 0.25
logger = logging.getLogger(__name__)
PUBLIC_ID = re.compile(PublicIdConverter.regex)


@dataclass(frozen=True, slots=True)
class LiveState:
    """The current states of sessions, and the valid memberships."""

    news: dict[int, News]
    memberships: set[int]


@between_requests()
def find_subscriber(key: str, sid: str) -> tuple[Subscriber, News] | None:
    """Return the subscriber and the state for the device with this key at a table; None for a stranger."""
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
    watched = GameSession.objects.filter(pk__in=list(sessions)).order_by()
    news = {pk: News(*state) for pk, *state in watched.values_list("pk", "revision", "pad")}
    held = Membership.objects.filter(pk__in=list(memberships), ended_at=None).values_list("pk", flat=True)
    return LiveState(news, set(held))


WRITTEN = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_snapshot()::text"}
"""The result changes when another connection has written; SQLite's is comparable only on one connection."""


class WriteDetector:
    """Returns whether anybody wrote to the database since the last call, which must be in the same thread."""

    def __init__(self) -> None:
        self._written: object = None

    def __call__(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(WRITTEN[connection.vendor])
            before, [self._written] = self._written, cursor.fetchone()
        return bool(before != self._written)


Read = Callable[[Iterable[int], Collection[int]], LiveState]


class Watch:
    """A task that polls for all subscriptions of this process and ends with the last of them."""

    def __init__(
        self,
        hub: Hub,
        *,
        written: Callable[[], bool] | None = None,
        read: Read = read_state,
        every: float = EVERY_SECONDS,
    ) -> None:
        self._hub = hub
        self._read = read
        self._written = written or WriteDetector()
        self._every = every
        self._due = False
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live-watch")

    def start(self) -> None:
        """Start the task if necessary, and poll in any case: a new subscription's state may be outdated."""
        self._due = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._thread.shutdown()

    async def _run(self) -> None:
        failing = False
        while len(self._hub):
            await asyncio.sleep(self._every)
            try:
                await self._once()
                failing = False
            except Exception as problem:  # the task goes on: later polls may succeed
                if not failing:  # log only the first of several failures
                    trace = None if trouble_of(problem) else problem
                    logger.warning(
                        "The tables that are being watched could not be read: %s", problem, exc_info=trace
                    )
                self._due = failing = True

    async def _once(self) -> None:
        memberships = self._hub.memberships
        due, self._due = self._due, False
        asking = asyncio.get_running_loop().run_in_executor
        state = await asking(self._thread, self._ask, self._hub.sessions, memberships, due)
        if state is not None:
            self._hub.publish_all(state.news)
            newer = self._hub.memberships - memberships
            self._hub.close_others(state.memberships | newer)

    def _ask(self, sessions: list[int], memberships: set[int], due: bool) -> LiveState | None:
        with between_requests():
            return self._read(sessions, memberships) if self._written() or due else None
