"""What the server runs: the shell, with Django's pages in a few threads and event streams in none."""

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
"""What no view answers, by the start of its path, as the log calls it."""

THREADS = 5
"""For reading and for writing each: four for members, and two for strangers.

Each keeps a connection to the database.
"""

TURN = 0.0005
"""Seconds that a thread may compute while another waits for its turn: a page asks the database ten times and
more, and after each answer it may wait that long for a thread that scores a long evening."""
sys.setswitchinterval(TURN)


def watched(app: App) -> App:
    """Number the requests of an application, and log them, where that is asked for."""
    if settings.LOG_REQUESTS or settings.LOG_FORMAT == "json":
        return RequestLog(app, NAMES, log=settings.LOG_REQUESTS)
    return app


pages = Pages(django, 2 * THREADS)
shell = Shell(
    pages,
    streams={START: wiring.stream},
    threads=THREADS,
    sender_of=lambda scope, came_from: sender_by_key(device_key(scope), came_from),
    writing=("/join/",),
)
health = Health(shell)


def stop() -> None:
    """Let phones that stay connected go; the server waits for everybody else."""
    health.stop()
    wiring.hub.close()
    shell.stop()


async def leave() -> None:
    """End the threads after the last answer, and leave the database file whole."""
    wiring.watch.close()
    await asyncio.to_thread(pages.threads.shutdown)
    await asyncio.to_thread(database.leave)


application: App = Lifespan(watched(ErrorBoundary(health)), stop, leave)
