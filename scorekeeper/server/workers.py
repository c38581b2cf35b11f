"""The processes that answer: one, or several on the same address, and how they end."""

import asyncio
import ctypes
import gc
import logging
import multiprocessing
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import connection
from multiprocessing.context import SpawnProcess

import uvicorn
from uvicorn.protocols.http.h11_impl import RequestResponseCycle

from . import daily, database
from .ending import stop_in_order
from .limits import CONNECTIONS_WAITING

SLOW_SECONDS = 1.0
"""How long somebody may take to read an answer while the server stops."""
AGAIN_SECONDS = 1.0
"""How soon a process that ended by itself is replaced."""
LAST_SECONDS = 15.0
"""How long a process may take to end."""

M_ARENA_MAX = -8
"""What glibc calls the number of heaps that threads may have, where ``mallopt`` is told."""

logger = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """A server that tells when it is up, and that stops in order, without waiting for slow phones."""

    def __init__(self, config: uvicorn.Config, up: Callable[[], object]) -> None:
        super().__init__(config)
        self._up = up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        share_one_heap()
        from scorekeeper import asgi  # Django is set up only where pages are answered

        await super().startup(sockets=sockets)
        for each in sockets or ():
            each.listen(CONNECTIONS_WAITING)  # asyncio opens as many at once as it lets wait
        asgi.enter()
        pass_over_what_stays()
        self._up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from scorekeeper import asgi

        asgi.health.stop()
        asgi.shell.close_streams()
        self._cut_off(lambda cycle: bool(cycle.more_body))
        later = asyncio.get_running_loop().call_later(
            SLOW_SECONDS, self._cut_off, lambda cycle: bool(cycle.response_started)
        )
        await super().shutdown(sockets=sockets)
        later.cancel()
        await asgi.leave()

    def _cut_off(self, wanted: Callable[[RequestResponseCycle], bool]) -> None:
        """Hang up on requests that would last; a phone whose form was not answered sends it again."""
        for each in list(self.server_state.connections):
            cycle = getattr(each, "cycle", None)
            if cycle is not None and not cycle.response_complete and wanted(cycle):
                each.transport.abort()


def share_one_heap() -> None:
    """Let all threads take memory from one heap: of its own, each keeps what it once needed for ever."""
    with suppress(AttributeError, OSError, TypeError):  # it is for glibc, which has a heap for each otherwise
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def pass_over_what_stays() -> None:
    """Let the collector leave out what the app is made of: looking through it holds up every phone."""
    gc.collect()
    gc.freeze()


def say(text: str) -> None:
    """Print at once; a terminal that is gone hears nothing."""
    with suppress(OSError):
        sys.stdout.write(text)
        sys.stdout.flush()


def run(config: uvicorn.Config, text: str, listener: socket.socket) -> None:
    """Answer requests, print `text` once all is up, until interrupted: raises KeyboardInterrupt then."""
    if config.workers == 1:
        Server(config, lambda: say(text)).run(sockets=[listener])
    else:
        Workers(config, listener).run(text)


class Workers:
    """Several processes that share a listening socket; one that ends by itself is replaced."""

    def __init__(self, config: uvicorn.Config, listener: socket.socket) -> None:
        self._config, self._listener = config, listener
        self._context = multiprocessing.get_context("spawn")
        self._processes: list[SpawnProcess] = []

    def run(self, text: str) -> None:
        """Run until interrupted (KeyboardInterrupt), or until a process cannot even start (SystemExit)."""
        try:
            started = [self._start() for _ in range(self._config.workers)]
            if not all(is_up(*each) for each in started):
                sys.exit(1)
            say(text)
            while True:
                connection.wait([process.sentinel for process in self._processes])
                self._replace()
        finally:
            self._end()

    def _start(self) -> tuple[SpawnProcess, connection.Connection]:
        up, tell = self._context.Pipe(duplex=False)
        process = self._context.Process(target=work, args=(self._config, self._listener, tell))
        process.start()
        tell.close()
        self._processes.append(process)
        return process, up

    def _replace(self) -> None:
        for process in [each for each in self._processes if not each.is_alive()]:
            logger.error("A process ended by itself (%s); another takes its place.", process.exitcode)
            self._processes.remove(process)
            time.sleep(AGAIN_SECONDS)
            self._start()

    def _end(self) -> None:
        """Stop; house is kept in this process, and those that answer would wait for a step of it."""
        rested = daily.stop(daily.STEP_SECONDS)
        for process in self._processes:
            process.terminate()
        end = time.monotonic() + LAST_SECONDS
        for process in self._processes:
            process.join(max(0.0, end - time.monotonic()))
            process.kill()
        if rested:  # no connection is closed that somebody is using
            database.leave()


def is_up(process: SpawnProcess, up: connection.Connection) -> bool:
    """Wait until a process is up; False where it ended before."""
    with up:
        return up in connection.wait([up, process.sentinel]) and _received(up)


def _received(up: connection.Connection) -> bool:
    try:
        return bool(up.recv())
    except EOFError:
        return False


def work(config: uvicorn.Config, listener: socket.socket, tell: connection.Connection) -> None:
    """Be one of several processes, until told to stop or until the first process is gone."""
    stop_in_order()
    threading.Thread(target=_stop_with_parent, daemon=True).start()

    def up() -> None:
        with suppress(OSError):  # nobody waits for one that takes the place of another
            tell.send(True)

    with suppress(KeyboardInterrupt):
        Server(config, up).run(sockets=[listener])


def _stop_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)
