"""What differs between two installations: environment variables, read once. Nothing here imports Django."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

ADMIN = "SCOREKEEPER_ADMIN"
DATA = "SCOREKEEPER_DATA"
DEMO = "SCOREKEEPER_DEMO"
HOSTS = "SCOREKEEPER_HOSTS"
LOG = "SCOREKEEPER_LOG"
LOG_REQUESTS = "SCOREKEEPER_LOG_REQUESTS"
PUBLIC_URL = "SCOREKEEPER_PUBLIC_URL"
SECRET = "SCOREKEEPER_SECRET"  # noqa: S105 - the name of a variable
TRUSTED_PROXIES = "SCOREKEEPER_TRUSTED_PROXIES"
LOG_FORMATS = ("line", "json")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1"))


@dataclass(frozen=True, slots=True)
class Environment:
    """The values of the variables, checked; the demo has no key and no database of the real server."""

    data: Path
    demo: bool
    secret: str  # "" for the one in the data folder
    hosts: tuple[str, ...]
    public_url: str  # "" at home
    trusted_proxies: tuple[Network, ...]  # with a public address also one on this machine
    admin: bool
    log: str  # one of LOG_FORMATS
    log_requests: bool
    database_url: str  # "" for SQLite in the data folder
    time_zone: str


def read_environment(environ: Mapping[str, str], usual_folder: Path) -> Environment:
    """Read the variables; raises ValueError that names the one that cannot be read."""
    demo = environ.get(DEMO) == "1"
    folder = Path(environ.get(DATA) or usual_folder).absolute()
    log = environ.get(LOG) or LOG_FORMATS[0]
    if log not in LOG_FORMATS:
        raise ValueError(f"{LOG}: {' / '.join(LOG_FORMATS)}")
    given, named = environ.get(PUBLIC_URL, ""), _words(environ.get(TRUSTED_PROXIES, ""))
    public = public_url(given) if given else ""
    return Environment(
        data=folder / "demo" if demo else folder,
        demo=demo,
        secret="" if demo else environ.get(SECRET, ""),
        hosts=_words(environ.get(HOSTS, "")),
        public_url=public,
        trusted_proxies=tuple(map(network, named)) + (LOOPBACK if public else ()),
        admin=environ.get(ADMIN) == "1",
        log=log,
        log_requests=environ.get(LOG_REQUESTS) == "1",
        database_url="" if demo else environ.get("DATABASE_URL", ""),
        time_zone=environ.get("TZ") or "Asia/Tokyo",
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def public_url(text: str) -> str:
    """Return the origin of a public address, without a slash at the end.

    Raises ValueError when it is not `http(s)://name[:port]`.

    >>> public_url("https://cards.example.org/")
    'https://cards.example.org'
    """
    parts = urlsplit(text.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path not in {"", "/"}:
        raise ValueError(f"{PUBLIC_URL}: not an address like https://cards.example.org: {text}")
    if parts.query or parts.fragment or parts.username is not None or parts.port == 0:
        raise ValueError(f"{PUBLIC_URL}: only a name and perhaps a port may be given: {text}")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def network(text: str) -> Network:
    """Return the network that an address or a network names; raises ValueError for anything else.

    >>> network("192.0.2.7"), network("2001:db8::/32")
    (IPv4Network('192.0.2.7/32'), IPv6Network('2001:db8::/32'))
    """
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        words = "not an address like 192.0.2.7 or a network like 192.0.2.0/24"
        raise ValueError(f"{TRUSTED_PROXIES}: {words}: {text}") from None
