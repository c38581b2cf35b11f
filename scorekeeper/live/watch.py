"""Seeing what other processes write: a look at the database while anybody is connected.

On SQLite the database itself is asked four times a second whether anything was written, which costs some
microseconds, and only then how all watched tables stand. It runs with one process too, since management
commands write as well. On PostgreSQL the news come by NOTIFY; the look is for when that connection is down.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor

from scorekeeper.server.trouble import trouble_of

from .access import Seen, Touched, read_state
from .hub import Hub

EVERY_SECONDS = 0.25
logger = logging.getLogger(__name__)

Look = Callable[[Iterable[int], Collection[int]], Seen]


class Watch:
    """One task for all subscriptions of this process; it ends with the last of them.

    ``needed`` says whether looking by the clock is needed at present; a hurried look always happens.
    """

    def __init__(
        self,
        hub: Hub,
        *,
        touched: Touched,
        look: Look = read_state,
        needed: Callable[[], bool] = lambda: True,
        every: float = EVERY_SECONDS,
    ) -> None:
        self._hub = hub
        self._look = look
        self._touched = touched
        self._needed = needed
        self._every = every
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live-watch")

    def start(self) -> None:
        """Watch from now on, if that is not done already."""
        if self._task is None or self._task.done():
            self._hurry = asyncio.Event()
            self._task = asyncio.create_task(self._run())

    def hurry_soon(self) -> None:
        """Look at once, from any thread: somebody's access may have ended."""
        self._hub.call_soon(self._hurry_now)

    def _hurry_now(self) -> None:
        self._hub.notified += 1  # who is let in at this very moment is looked at too
        self._hurry.set()

    def close(self) -> None:
        """Never look again; called in the loop, when the server stops."""
        if self._task is not None:
            self._task.cancel()
        self._thread.shutdown()

    async def _run(self) -> None:
        owed, failing = False, False
        while len(self._hub):
            owed = await self._pause() or owed
            if not (owed or self._needed()):
                continue
            try:
                await self._once(owed)
                owed, failing = False, False
            except Exception as problem:  # the task goes on, since a phone may be out and not know it
                self._touched.forget()
                if not failing:  # once, however long it lasts
                    _complain(problem)
                owed, failing = True, True

    async def _pause(self) -> bool:
        try:
            async with asyncio.timeout(self._every):
                await self._hurry.wait()
        except TimeoutError:
            return False
        self._hurry.clear()
        return True

    async def _once(self, hurried: bool) -> None:
        sessions, memberships = self._hub.sessions, self._hub.memberships

        def ask() -> Seen | None:
            return self._look(sessions, memberships) if self._touched() or hurried else None

        seen = await asyncio.get_running_loop().run_in_executor(self._thread, ask)
        if seen is not None:
            self._spread(seen, memberships)

    def _spread(self, seen: Seen, asked: set[int]) -> None:
        for session, news in seen.news.items():
            self._hub.publish(session, news)
        newer = self._hub.memberships - asked
        self._hub.close_others(seen.memberships | newer)


def _complain(problem: Exception) -> None:
    traceback = None if trouble_of(problem) else problem
    logger.warning("The tables that are being watched could not be read: %s", problem, exc_info=traceback)
