"""The options of `serve`, and of commands about its folder, known before Django's settings are read.

Nothing here imports Django: `manage.py` calls `take_environment` first of all.
"""

import argparse
import ipaddress
import os
import sys
from collections.abc import MutableMapping, Sequence
from urllib.parse import urlsplit

from .terminal import gettext as _

ADMIN = "SCOREKEEPER_ADMIN"
DATA = "SCOREKEEPER_DATA"
DEMO = "SCOREKEEPER_DEMO"
HOSTS = "SCOREKEEPER_HOSTS"
LOG = "SCOREKEEPER_LOG"
LOG_REQUESTS = "SCOREKEEPER_LOG_REQUESTS"
PUBLIC_URL = "SCOREKEEPER_PUBLIC_URL"
GIVEN_KEY = "SCOREKEEPER_SECRET"
TRUSTED_PROXIES = "SCOREKEEPER_TRUSTED_PROXIES"
FOLDER_COMMANDS = ("backup", "restore")
"""Commands that are told which data folder they are about."""
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
EVERY_ADDRESS = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - the usual case is a phone on the same network


def public_url(text: str) -> str:
    """Return the origin of a public address, without a slash at the end.

    Raises ValueError when it is not `http(s)://name[:port]`.

    >>> public_url("https://cards.example.org/")
    'https://cards.example.org'
    """
    parts = urlsplit(text.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
        raise ValueError(f"not an address like https://cards.example.org: {text}")
    if parts.query or parts.fragment or parts.username is not None or parts.port == 0:
        raise ValueError(f"only a name and perhaps a port may be given: {text}")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def network(text: str) -> Network:
    """Return the network that an address or a network names.

    Raises ValueError for anything else.

    >>> network("192.0.2.7"), network("2001:db8::/32")
    (IPv4Network('192.0.2.7/32'), IPv6Network('2001:db8::/32'))
    """
    try:
        return ipaddress.ip_network(text.strip())
    except ValueError:
        raise ValueError(f"not an address like 192.0.2.7 or a network like 192.0.2.0/24: {text}") from None


def _network(text: str) -> str:
    try:
        return str(network(text))
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _public_url(text: str) -> str:
    try:
        return public_url(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"not a port from 0 to 65535: {text}")
    return int(text)


def _processes(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 32:
        raise argparse.ArgumentTypeError(f"not a number from 1 to 32: {text}")
    return int(text)


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Declare the option that names the data folder."""
    parser.add_argument("--data", metavar="DIR", help="folder of the database, the key and the static files")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `serve`."""
    parser.add_argument(
        "--host", help="address to listen on (every one; only this machine with --public-url)"
    )
    parser.add_argument("--port", type=_port, help="port to listen on, 0 for any (8000, with --demo 8001)")
    add_folder(parser)
    parser.add_argument(
        "--host-name", metavar="NAME", nargs="+", action="extend", default=[], help="further names let in"
    )
    parser.add_argument(
        "--public-url", metavar="URL", type=_public_url, help="address behind a proxy, https://…"
    )
    parser.add_argument(
        "--trusted-proxy",
        metavar="ADDRESS",
        type=_network,
        nargs="+",
        action="extend",
        default=[],
        help="addresses or networks of proxies whose X-Forwarded-For is believed",
    )
    parser.add_argument(
        "--processes",
        metavar="N",
        type=_processes,
        default=1,
        help="processes that answer (1, which does for some hundred tables; more for more processors)",
    )
    _add_watching(parser)
    parser.add_argument(
        "--demo", action="store_true", help="made-up evenings to look at, in a folder of their own"
    )


def _add_watching(parser: argparse.ArgumentParser) -> None:
    """Declare the options for whoever watches a server."""
    parser.add_argument(
        "--log-format",
        choices=("line", "json"),
        help="the log as lines to read, or as JSON",
    )
    parser.add_argument(
        "--log-requests", action="store_true", help="log each request too: its view, status and time"
    )
    parser.add_argument("--admin", action="store_true", help="switch on Django's admin at /admin/")


def take_environment(argv: Sequence[str], environ: MutableMapping[str, str] = os.environ) -> None:
    """Put what a command was told on the command line where the settings look for it."""
    if {"-h", "--help"} & set(argv):
        return
    if argv[1:2] == ["serve"]:
        _take_served(argv, environ)
    elif argv[1:2] and argv[1] in FOLDER_COMMANDS:
        parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
        add_folder(parser)
        if folder := parser.parse_known_args(argv[2:])[0].data:
            environ[DATA] = os.path.abspath(folder)


def _take_served(argv: Sequence[str], environ: MutableMapping[str, str]) -> None:
    parser = argparse.ArgumentParser(prog="manage.py serve", add_help=False, allow_abbrev=False)
    add_arguments(parser)
    given, _others = parser.parse_known_args(argv[2:])
    if given.data:
        environ[DATA] = os.path.abspath(given.data)
    told = {
        DEMO: "1" if given.demo else "",
        PUBLIC_URL: given.public_url,
        LOG: given.log_format,
        LOG_REQUESTS: "1" if given.log_requests else "",
        ADMIN: "1" if given.admin else "",
    }
    environ.update({name: value for name, value in told.items() if value})
    if given.trusted_proxy:
        environ[TRUSTED_PROXIES] = " ".join([environ.get(TRUSTED_PROXIES, ""), *given.trusted_proxy]).strip()
    names = [*given.host_name, *([] if given.host in {None, *EVERY_ADDRESS} else [given.host])]
    if names:
        environ[HOSTS] = " ".join([environ.get(HOSTS, ""), *names]).strip()
    _check_data(environ)


def _check_data(environ: MutableMapping[str, str]) -> None:
    folder = environ.get(DATA)
    if not folder:
        return
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as problem:
        told = {"folder": folder, "reason": problem.strerror}
        sys.exit(_("The data folder %(folder)s cannot be made: %(reason)s") % told)
    if not os.access(folder, os.W_OK | os.X_OK):
        sys.exit(_("The data folder %(folder)s cannot be written to.") % {"folder": folder})
