"""`manage.py serve`: prepare the database, print the address with its QR code, and run the server."""

import errno
import io
import signal
import socket
import sys
from contextlib import nullcontext, suppress
from urllib.parse import urlsplit

import segno
import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from ...commands import run_housekeeping
from ...environment import ALL_INTERFACES, add_arguments
from ...folder import lock_folder
from ...hosts import is_loopback, phone_hosts, trusted_hosts
from ...limits import CONNECTIONS_WAITING, KEEP_ALIVE_SECONDS, STOP_SECONDS
from ...prepare import prepare
from ...terminal import gettext as _
from ...terminal import gettext_noop


class Command(BaseCommand):
    help = "Prepare the database and serve the app to this machine and to phones on the same network."

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)
        # Behind a proxy only loopback; the demo has another port, so that browsers keep its data apart.
        host = "127.0.0.1" if settings.PUBLIC_URL else "0.0.0.0"  # noqa: S104
        parser.set_defaults(host=host, port=8001 if settings.DEMO else 8000)

    def handle(self, *args: object, host: str, port: int, processes: int, **options: object) -> None:
        try:
            self._serve(host, port, processes)
        except KeyboardInterrupt:
            say(_("Stopped. Everything is saved.") + "\n")

    def _serve(self, host: str, port: int, processes: int) -> None:
        try:
            listener = listen(host, port)
        except OSError as problem:
            self.stderr.write(reason(problem, host, port))
            sys.exit(1)
        host, port = str(listener.getsockname()[0]), int(listener.getsockname()[1])
        urls = addresses(host, port)
        with lock_folder(settings.DATA_DIR, urls[0]) if connection.vendor == "sqlite" else nullcontext():
            prepare()
            say(greeting(urls, searched=host in ALL_INTERFACES))
            with run_housekeeping():
                run(server_config(processes), listener)


def server_config(processes: int = 1) -> uvicorn.Config:
    """Return the configuration of uvicorn; without an access log, since links are secret."""
    return uvicorn.Config(
        "scorekeeper.asgi:application",
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="on",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=trusted_hosts(),
        workers=processes,
        backlog=CONNECTIONS_WAITING,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def run(config: uvicorn.Config, listener: socket.socket) -> None:
    """Run until interrupted; raises KeyboardInterrupt then, or SystemExit if it cannot start."""
    if config.workers == 1:
        uvicorn.Server(config).run(sockets=[listener])
    else:
        Supervisor(config, [listener]).run()


class Supervisor(Multiprocess):
    """Several processes that share a listening socket; one that crashes is replaced."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        if hasattr(signal, "SIGHUP"):  # a closed terminal stops the server; uvicorn would restart the workers
            signal.signal(signal.SIGHUP, lambda *_: self.should_exit.set())

    def run(self) -> None:
        super().run()
        failed = any(process.exitcode == STARTUP_FAILURE for process in self.processes)
        raise SystemExit(1) if failed else KeyboardInterrupt


def listen(host: str, port: int) -> socket.socket:
    result = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, address = result[0][0], result[0][4]
    both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
    made = socket.create_server(address[:2], family=family, backlog=CONNECTIONS_WAITING, dualstack_ipv6=both)
    # Without an explicit protocol asyncio does not set TCP_NODELAY, which delays each page by 40 ms.
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=made.detach())


REASONS = {
    errno.EACCES: gettext_noop("permission denied; choose port 1024 or higher"),
    errno.EADDRNOTAVAIL: gettext_noop("this machine has no such address"),
    socket.EAI_NONAME: gettext_noop("there is no such name"),
}
"""Explanations by error number; for others the system's message is shown."""


def reason(problem: OSError, host: str, port: int) -> str:
    if problem.errno == errno.EADDRINUSE:
        words = _("Port %(port)d is in use. Stop the program using it, or choose another: --port %(other)d")
        return words % {"port": port, "other": port + 1 if port < 65535 else 8000}
    known = REASONS.get(problem.errno or 0)
    words = _("Cannot listen on %(host)s port %(port)d: %(reason)s")
    return words % {"host": host, "port": port, "reason": _(known) if known else problem.strerror}


def addresses(host: str, port: int) -> list[str]:
    """Return the URLs of the server, the one for phones first."""
    if settings.PUBLIC_URL:
        return [f"{settings.PUBLIC_URL}/"]
    if host not in ALL_INTERFACES:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    return [f"http://{host}:{port}/" for host in [*phone_hosts(), "127.0.0.1"]]


def greeting(urls: list[str], *, searched: bool = True) -> str:
    """Return what is printed at the start: the first URL, its QR code, the others, how to stop.

    `searched` is False if the user chose one address, so that no network for phones was searched for.
    """
    first, *others = urls
    lines = [invitation(first, searched), "", qr_code(first)]
    if (urlsplit(first).hostname or "").endswith(".local") and others:
        words = _("on phones that cannot open this name (Android before 12): %(url)s")
        lines += [words % {"url": others.pop(0)}]
    lines += [_("also: %(url)s") % {"url": url} for url in others]
    lines += [_("Demo: everything here is made up.")] if settings.DEMO else []
    lines += [_("The data is kept in %(folder)s") % {"folder": settings.DATA_DIR}, _("Stop with Ctrl-C.")]
    return "\n".join(lines) + "\n"


def invitation(url: str, searched: bool) -> str:
    if settings.PUBLIC_URL:
        return _("Open %(url)s") % {"url": url}
    host = urlsplit(url).hostname or ""
    if is_loopback(host) and searched:
        return _("Open %(url)s on this machine; no network for phones was found") % {"url": url}
    if is_loopback(host):
        return _("Open %(url)s on this machine") % {"url": url}
    return _("Open %(url)s on a phone in the same network") % {"url": url}


def say(text: str) -> None:
    """Print and flush; ignore a closed terminal."""
    with suppress(OSError):
        sys.stdout.write(text)
        sys.stdout.flush()


def qr_code(url: str) -> str:
    """Return a QR code in half blocks, or nothing if the terminal's encoding does not have them."""
    out = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(out, border=2, compact=True)
    try:
        out.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return out.getvalue()
