"""What differs between two installations: environment variables. Nothing here imports Django."""

import ipaddress
from urllib.parse import urlsplit
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
LOG_FORMATS = ("line", "json")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1"))


def words(text: str) -> tuple[str, ...]:
    """Return what is separated by spaces or commas.

    >>> words("a, b c")
    ('a', 'b', 'c')
    """
    return tuple(text.replace(",", " ").split())


def log_format(text: str) -> str:
    """Return one of LOG_FORMATS, the first for nothing; raises ValueError."""
    if text and text not in LOG_FORMATS:
        raise ValueError(f"{LOG}: {' / '.join(LOG_FORMATS)}")
    return text or LOG_FORMATS[0]


def time_zone(text: str) -> str:
    """Return the name of a time zone, that of Japan for nothing; raises ValueError for what is none.

    >>> time_zone(":Europe/Berlin"), time_zone("")
    ('Europe/Berlin', 'Asia/Tokyo')
    """
    name = text.removeprefix(":") or "Asia/Tokyo"
    try:
        return ZoneInfo(name).key
    except (LookupError, ValueError, OSError):
        raise ValueError(f"TZ: not a time zone like Europe/Berlin: {text}") from None


def public_url(text: str) -> str:
    """Return the origin of a public address, without a slash at the end; nothing where there is none.

    Raises ValueError when it is not `http(s)://name[:port]`.

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
    host = f"[{parts.hostname}]" if ":" in parts.hostname else sent_name(parts.hostname)
    return f"{parts.scheme}://{host}{port}"


def sent_name(host: str) -> str:
    """Return the name of a host as browsers send it.

    >>> sent_name("トランプ.example"), sent_name("Cards.example.org")
    ('xn--fdk4a1cxb.example', 'cards.example.org')
    """
    try:
        return host.encode("idna").decode("ascii").lower()
    except UnicodeError:  # it is none, and nobody sends it
        return host.lower()


def trusted_proxies(text: str, public: str) -> tuple[Network, ...]:
    """Return the proxies that were named; with a public address also one on this machine."""
    return tuple(map(network, words(text))) + (LOOPBACK if public else ())


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
