"""What a command does before Django's settings are read: options become environment variables.

Nothing here imports Django: `main` calls `take_environment` first of all.
"""

import argparse
import os
import signal
from collections.abc import Callable, MutableMapping, Sequence
from urllib.parse import quote

from .environment import DATA, DEMO, HOSTS, PUBLIC_URL

COMMANDS = ("serve", "backup", "restore")
"""Commands with options that are settings."""
SQLITE_FILE = "sqlite:///"
"""How a DATABASE_URL with a file begins."""
EVERY_ADDRESS = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - the usual case is a phone on the same network


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"not a number from {least} to {most}: {text}")
        return int(text)

    return read


def add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", help="data folder: database, secret key and static files")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_folder(parser)
    parser.add_argument(
        "--host", help="address to listen on (default: all; with --public-url only this machine)"
    )
    parser.add_argument(
        "--port",
        type=_number(0, 65535),
        help="port to listen on, 0 for any (default: 8000, --demo: 8001)",
    )
    parser.add_argument("--public-url", metavar="URL", help="address behind a proxy, https://…")
    parser.add_argument(
        "--processes",
        metavar="N",
        type=_number(1, 32),
        default=1,
        help="worker processes (default: 1, enough for 200 tables; use one for each processor)",
    )
    parser.add_argument(
        "--demo", action="store_true", help="try the app with a made-up year, in a folder of its own"
    )


def take_environment(argv: Sequence[str], environ: MutableMapping[str, str] = os.environ) -> None:
    """Put the options of a command where the settings look for them.

    The data folder and a file of SQLite become absolute: the processes that a command starts run in another
    folder.
    """
    if environ.get(DATA):
        environ[DATA] = os.path.abspath(environ[DATA])
    file = environ.get("DATABASE_URL", "").partition(SQLITE_FILE)[2]
    if file and not os.path.isabs(file) and file != ":memory:":
        environ["DATABASE_URL"] = f"{SQLITE_FILE}{quote(os.getcwd())}/{file}"
    command = argv[1] if len(argv) > 1 else ""
    if command not in COMMANDS or {"-h", "--help"} & set(argv):
        return
    parser = argparse.ArgumentParser(prog=f"{argv[0]} {command}", add_help=False, allow_abbrev=False)
    add_arguments(parser)
    given, _others = parser.parse_known_args(argv[2:])
    if given.data:
        environ[DATA] = os.path.abspath(given.data)
    if given.demo:
        environ[DEMO] = "1"
    if given.public_url:
        environ[PUBLIC_URL] = given.public_url
    if given.host is not None and given.host not in EVERY_ADDRESS:
        environ[HOSTS] = f"{environ.get(HOSTS, '')} {given.host}".strip()


def stop_in_order() -> None:
    """Let SIGTERM and SIGHUP do what Ctrl-C does, and on Windows a closed window."""
    for number in {signal.SIGTERM, getattr(signal, "SIGBREAK", signal.SIGTERM)}:
        signal.signal(number, signal.default_int_handler)
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_DFL:  # it is ignored under nohup
        signal.signal(hangup, lambda *_: signal.raise_signal(signal.SIGTERM))
