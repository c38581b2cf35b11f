"""Polling the database, four times a second while anybody is connected, for what others write.

The database is asked whether anything was written, which costs next to nothing, and only then how all watched
tables stand.  So phones hear of what other processes, other machines and commands write; of a round that this
process has recorded they have heard before (``wiring.py``).
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor

from scorekeeper.server.database import between_requests
from scorekeeper.server.trouble import trouble_of

from .access import LiveState, WriteDetector, read_state
from .hub import Hub

EVERY_SECONDS = 0.25
logger = logging.getLogger(__name__)

Read = Callable[[Iterable[int], Collection[int]], LiveState]


class Watch:
    """One task for all subscriptions of this process; it ends with the last of them."""

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
        """Watch from now on, and look at a new subscription: what it was told may have changed meanwhile."""
        self._due = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Never look again; called in the loop, when the server stops."""
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
            except Exception as problem:  # the task goes on, since a phone may be out and not know it
                if not failing:  # once, however long it lasts
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
            for session, news in state.news.items():
                self._hub.publish(session, news)
            newer = self._hub.memberships - memberships
            self._hub.close_others(state.memberships | newer)

    def _ask(self, sessions: list[int], memberships: set[int], due: bool) -> LiveState | None:
        with between_requests():
            return self._read(sessions, memberships) if self._written() or due else None
