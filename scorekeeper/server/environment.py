"""Environment variables, and the command-line options that set some of them.

Nothing here imports Django: `main` calls `apply_options` before the settings are read.
"""

import argparse
import ipaddress
import os
import signal
from collections.abc import Callable, MutableMapping, Sequence
from urllib.parse import quote, urlsplit
from zoneinfo import ZoneInfo

ADMIN = "SCOREKEEPER_ADMIN"
DATA = "SCOREKEEPER_DATA"
DEMO = "SCOREKEEPER_DEMO"
HOSTS = "SCOREKEEPER_HOSTS"
LOG = "SCOREKEEPER_LOG"
LOG_REQUESTS = "SCOREKEEPER_LOG_REQUESTS"
PUBLIC_URL = "SCOREKEEPER_PUBLIC_URL"
SECRET = "SCOREKEEPER_SECRET"  # noqa: S105 - the name of a variable
TRUSTED_PROXIES = "SCOREKEEPER_TRUSTED_PROXIES"
COMMANDS = ("serve", "backup", "restore")
"""The commands with options that become environment variables."""
SQLITE_FILE = "sqlite:///"
"""The start of a DATABASE_URL with a file."""
ALL_INTERFACES = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - phones on the same network connect
LOG_FORMATS = ("line", "json")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1"))


def split_words(text: str) -> tuple[str, ...]:
    """Split a list at spaces and commas.

    >>> split_words("a, b c")
    ('a', 'b', 'c')
    """
    return tuple(text.replace(",", " ").split())


def log_format(text: str) -> str:
    """Check the name of a log format; an empty one is the default. Raises ValueError."""
    if text and text not in LOG_FORMATS:
        raise ValueError(f"{LOG}: {' / '.join(LOG_FORMATS)}")
    return text or LOG_FORMATS[0]


def time_zone(text: str) -> str:
    """Check the name of a time zone; an empty one is that of Japan. Raises ValueError.

    >>> time_zone(":Europe/Berlin"), time_zone("")
    ('Europe/Berlin', 'Asia/Tokyo')
    """
    name = text.removeprefix(":") or "Asia/Tokyo"
    try:
        return ZoneInfo(name).key
    except (LookupError, ValueError, OSError):
        raise ValueError(f"TZ: not a time zone like Europe/Berlin: {text}") from None


def public_url(text: str) -> str:
    """Return the origin of a URL, without a slash at the end; empty for an empty text.

    Raises ValueError if it is not `http(s)://name[:port]`.

    >>> public_url("https://cards.example.org/")
    'https://cards.example.org'
    """
    if not text:
        return ""
    parts = urlsplit(text.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
        raise ValueError(f"{PUBLIC_URL}: not an address like https://cards.example.org: {text}")
    if parts.query or parts.fragment or parts.username is not None or parts.port == 0:
        raise ValueError(f"{PUBLIC_URL}: only a name and perhaps a port may be given: {text}")
    port = f":{parts.port}" if parts.port else ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else browser_host(parts.hostname)
    return f"{parts.scheme}://{host}{port}"


def browser_host(host: str) -> str:
    """Return a host name as browsers send it: in Punycode and lower case.

    >>> browser_host("トランプ.example"), browser_host("Cards.example.org")
    ('xn--fdk4a1cxb.example', 'cards.example.org')
    """
    try:
        return host.encode("idna").decode("ascii").lower()
    except UnicodeError:  # no valid name
        return host.lower()


def trusted_proxies(text: str, public: str) -> tuple[Network, ...]:
    """Return the given proxies, and with a public URL also those on this machine."""
    return tuple(map(network, split_words(text))) + (LOOPBACK if public else ())


def network(text: str) -> Network:
    """Parse an address or a network; raises ValueError.

    >>> network("192.0.2.7"), network("2001:db8::/32")
    (IPv4Network('192.0.2.7/32'), IPv6Network('2001:db8::/32'))
    """
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        reason = "not an address like 192.0.2.7 or a network like 192.0.2.0/24"
        raise ValueError(f"{TRUSTED_PROXIES}: {reason}: {text}") from None


# --- Options


def _integer_between(least: int, most: int) -> Callable[[str], int]:
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
        type=_integer_between(0, 65535),
        help="port to listen on, 0 for any (default: 8000, --demo: 8001)",
    )
    parser.add_argument("--public-url", metavar="URL", help="address behind a proxy, https://…")
    parser.add_argument(
        "--processes",
        metavar="N",
        type=_integer_between(1, 32),
        default=1,
        help="worker processes (default: 1, enough for 200 tables; use one for each processor)",
    )
    parser.add_argument(
        "--demo", action="store_true", help="try the app with a made-up year, in a folder of its own"
    )


def apply_options(argv: Sequence[str], environ: MutableMapping[str, str] = os.environ) -> None:
    """Set the environment variables of a command's options.

    Paths of the data folder and of a SQLite file become absolute, since subprocesses run in another folder.
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
    if given.host is not None and given.host not in ALL_INTERFACES:
        environ[HOSTS] = f"{environ.get(HOSTS, '')} {given.host}".strip()


def handle_stop_signals() -> None:
    """Let SIGTERM and SIGHUP raise KeyboardInterrupt like Ctrl-C; on Windows also a closed window."""
    for number in {signal.SIGTERM, getattr(signal, "SIGBREAK", signal.SIGTERM)}:
        signal.signal(number, signal.default_int_handler)
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_DFL:  # under nohup it stays ignored
        signal.signal(hangup, lambda *_: signal.raise_signal(signal.SIGTERM))
