"""The ASGI application: the shell, which runs Django in a few threads and event streams without threads."""

import asyncio
import sys

from django.conf import settings

from scorekeeper.server import database
from scorekeeper.server.headers import ErrorBoundary, RequestLog
from scorekeeper.server.health import ALIVE, READY, Health
from scorekeeper.server.lifespan import Lifespan
from scorekeeper.server.shell import App, Pages, Shell
from scorekeeper.wsgi import application as django

# isort: split
# Django is set up only now.
from scorekeeper.circles.limits import sender_by_key
from scorekeeper.live import wiring
from scorekeeper.live.stream import START, device_key

NAMES = {ALIVE: "alive", READY: "ready", "/static/": "static", START: "live"}
"""Names for the log of what no view answers, by the start of the path."""

THREADS = 5
"""Threads for reading requests, and as many for writing ones; each has a database connection.

At most four of them are busy for members, and two for strangers.
"""

SWITCH_SECONDS = 0.0005
"""After each of its ten or more queries a page may have to wait so long for a thread that is computing."""
sys.setswitchinterval(SWITCH_SECONDS)


def with_request_log(app: App) -> App:
    if settings.LOG_REQUESTS or settings.LOG_FORMAT == "json":
        return RequestLog(app, NAMES, log=settings.LOG_REQUESTS)
    return app


pages = Pages(django, 2 * THREADS)
shell = Shell(
    pages,
    stream=wiring.stream,
    stream_path=START,
    threads=THREADS,
    sender_of=lambda scope, came_from: sender_by_key(device_key(scope), came_from),
    writing=("/join/",),
)
health = Health(shell)


def stop() -> None:
    """End event streams, and no longer wait for slow clients."""
    health.stop()
    wiring.hub.close()
    shell.stop()


async def shutdown() -> None:
    wiring.watch.close()
    await asyncio.to_thread(pages.threads.shutdown)
    await asyncio.to_thread(database.checkpoint_and_close)


application: App = Lifespan(with_request_log(ErrorBoundary(health)), stop, shutdown)
