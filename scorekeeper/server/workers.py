"""The processes that answer: one, or several on the same address, supervised by uvicorn."""

import signal
import socket
import sys
from contextlib import suppress

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess


def say(text: str) -> None:
    """Print and flush; a closed terminal is ignored."""
    with suppress(OSError):
        sys.stdout.write(text)
        sys.stdout.flush()


def run(config: uvicorn.Config, listener: socket.socket) -> None:
    """Answer requests until interrupted: raises KeyboardInterrupt then, SystemExit where it cannot start."""
    if config.workers == 1:
        uvicorn.Server(config).run(sockets=[listener])
    else:
        Supervisor(config, [listener]).run()


class Supervisor(Multiprocess):
    """Several processes that share a listening socket; one that ends by itself is replaced."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        if hasattr(signal, "SIGHUP"):  # the end of a terminal ends the server; uvicorn would start them again
            signal.signal(signal.SIGHUP, lambda *_: self.should_exit.set())

    def run(self) -> None:
        super().run()
        failed = any(process.exitcode == STARTUP_FAILURE for process in self.processes)
        raise SystemExit(1) if failed else KeyboardInterrupt
