"""What a process does before its first request, when it is asked to stop, and after its last answer."""

import asyncio
import gc
import logging
import multiprocessing
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import FrameType

from uvicorn.server import HANDLED_SIGNALS

from . import limits
from .shell import App, Receive, Scope, Send

OUT_OF_FILES = "socket.accept() out of system resource"
"""How asyncio's complaint begins that no further connection can be opened; it makes it for each attempt."""


class Lifespan:
    """An application with a start and an end.

    ``stop`` is called in the event loop as soon as the server is asked to stop; ASGI says so only after the
    last stream has ended.
    """

    def __init__(self, app: App, stop: Callable[[], object], leave: Callable[[], Awaitable[object]]) -> None:
        self._app, self._stop, self._leave = app, stop, leave

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        return self._live(receive, send) if scope["type"] == "lifespan" else self._app(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        call_on_signal(self._stop)
        stop_with_parent()
        gc.collect()
        gc.freeze()  # looking through all modules would hold up every phone
        raise_file_limit()
        logging.getLogger("asyncio").addFilter(OutOfFilesFilter())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._leave()
        await send({"type": "lifespan.shutdown.complete"})


def call_on_signal(call: Callable[[], object]) -> None:
    """Call something in the event loop when this process is asked to stop; what was done then is done too."""
    loop = asyncio.get_running_loop()
    usual = {int(number): signal.getsignal(number) for number in HANDLED_SIGNALS}

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(call)
        if callable(handler := usual[number]):
            handler(number, frame)

    for number in HANDLED_SIGNALS:
        signal.signal(number, handle)


def stop_with_parent() -> None:
    """Shut this process down when its supervisor has ended, for whatever reason."""
    if parent := multiprocessing.parent_process():

        def outlive() -> None:
            parent.join()
            signal.raise_signal(signal.SIGTERM)

        threading.Thread(target=outlive, daemon=True).start()


def raise_file_limit() -> None:
    """Let this process open as many files, and hold as many connections, as the system lets it."""
    try:
        import resource
    except ImportError:  # there is no such limit on this system
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS has a limit below the hard one
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class OutOfFilesFilter(logging.Filter):
    """Lets asyncio complain once in some seconds that there are no more files: else it fills a disk."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock, self._last = clock, float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.getMessage().startswith(OUT_OF_FILES):
            return True
        if self._clock() - self._last < limits.COMPLAINT_SECONDS:
            return False
        self._last = self._clock()
        return True
