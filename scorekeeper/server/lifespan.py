"""Start and stop of a worker process: signals, garbage collection, the limit on open files."""

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
"""The start of asyncio's message that no further connection can be opened, logged for each attempt."""


class Lifespan:
    """Handles the lifespan events of an application.

    ``stop`` is called in the event loop as soon as the process gets a signal, since ASGI's shutdown event
    comes only after the last stream has ended; ``shutdown`` is called at that event.
    """

    def __init__(
        self, app: App, stop: Callable[[], object], shutdown: Callable[[], Awaitable[object]]
    ) -> None:
        self._app, self._stop, self._shutdown = app, stop, shutdown

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        return (
            self._lifespan(receive, send) if scope["type"] == "lifespan" else self._app(scope, receive, send)
        )

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        call_on_signal(self._stop)
        stop_with_parent()
        gc.collect()
        gc.freeze()  # a collection that scans all modules would delay every request
        raise_file_limit()
        logging.getLogger("asyncio").addFilter(OutOfFilesFilter())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._shutdown()
        await send({"type": "lifespan.shutdown.complete"})


def call_on_signal(call: Callable[[], object]) -> None:
    """Call a function in the event loop when this process gets a stop signal, before the earlier handlers."""
    loop = asyncio.get_running_loop()
    earlier = {int(number): signal.getsignal(number) for number in HANDLED_SIGNALS}

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(call)
        if callable(handler := earlier[number]):
            handler(number, frame)

    for number in HANDLED_SIGNALS:
        signal.signal(number, handle)


def stop_with_parent() -> None:
    """Stop this worker when its supervisor has ended, even if that was killed."""
    if parent := multiprocessing.parent_process():

        def wait_for_end() -> None:
            parent.join()
            signal.raise_signal(signal.SIGTERM)

        threading.Thread(target=wait_for_end, daemon=True).start()


def raise_file_limit() -> None:
    """Raise the soft limit on open files, and so on connections, to the hard limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.MOST_OPEN_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS has another limit below the hard one
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class OutOfFilesFilter(logging.Filter):
    """Logs asyncio's message about too many open files only once in some seconds: it could fill the disk."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock, self._last = clock, float("-inf")

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.getMessage().startswith(OUT_OF_FILES):
            return True
        if self._clock() - self._last < limits.OUT_OF_FILES_LOG_SECONDS:
            return False
        self._last = self._clock()
        return True
