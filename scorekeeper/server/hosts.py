"""Where a request comes from, how phones reach this machine, and which hosts are allowed.

The allowed hosts protect against DNS rebinding: an attacker's page can make its own name point at a machine
of the home network, and the browser then treats the scorekeeper as part of that page. This cannot be done
with literal private addresses and names known here; all other names in the Host header are refused.
"""

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port
from django.utils.translation import gettext_lazy as _

from .environment import browser_host
from .errors import error_page

Handler = Callable[[HttpRequest], HttpResponseBase]

PRIVATE = tuple(
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)

UNKNOWN = "unknown"
LOOPBACK_ADDRESSES = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""The addresses of a browser on this machine; it uses another address of 127/8 only on request."""
Networks = tuple[str, ...]
"""The origin of a request: its IPv4 address, or its IPv6 /64 and /48 networks."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
MDNS_SECONDS = 0.5
"""The timeout for a `.local` name."""

_ROUTES = Path("/proc/net/fib_trie")
_MULTICAST_DNS = ("224.0.0.251", 5353)
_LABEL = re.compile("[a-z0-9-]{1,63}")
# One address of each private network, and one that uses the default route.
_PROBE_TARGETS = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "169.254.255.254")

# --- Where a request comes from


def client_networks(request: HttpRequest) -> Networks:
    return networks(str(request.META.get("REMOTE_ADDR", "")))


def is_this_machine(request: HttpRequest) -> bool:
    """Return whether a request comes from this machine, and not through a proxy on it."""
    peer = str(request.META.get("REMOTE_ADDR", ""))
    proxied = "HTTP_X_FORWARDED_FOR" in request.META
    return (
        peer in LOOPBACK_ADDRESSES
        and not proxied
        and not any(_address(peer) in each for each in settings.TRUSTED_PROXIES)
    )


def is_own_browser(request: HttpRequest) -> bool:
    """Return whether a request comes from any address of this machine."""
    return is_this_machine(request) or request.META.get("REMOTE_ADDR") in phone_addresses()


def trusted_hosts() -> list[str]:
    """Return the trusted proxies for uvicorn, IPv4 addresses also in their IPv6-mapped form."""
    result = list(map(str, settings.TRUSTED_PROXIES))
    ipv4 = (network for network in settings.TRUSTED_PROXIES if network.version == 4)
    return result + [f"::ffff:{network.network_address}/{96 + network.prefixlen}" for network in ipv4]


def is_loopback(text: str) -> bool:
    address = _address(text)
    return address is not None and address.is_loopback


@lru_cache(maxsize=4096)
def networks(text: str) -> Networks:
    """Return the networks of an address.

    >>> networks("192.0.2.7"), networks("2001:db8:1:2::3"), networks("nobody")
    (('192.0.2.7',), ('2001:db8:1:2::/64', '2001:db8:1::/48'), ('unknown',))
    """
    address = _address(text)
    if address is None:
        return (UNKNOWN,)
    if isinstance(address, ipaddress.IPv4Address):
        return (str(address),)
    return tuple(str(ipaddress.IPv6Network((int(address), size), strict=False)) for size in (64, 48))


def _address(text: str) -> Address | None:
    """Parse an address; an IPv4-mapped IPv6 address becomes that of IPv4."""
    try:
        address = ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


# --- How this machine is reached


def is_private(text: str) -> bool:
    """Return whether `text` is an IP address of this machine or of a private network.

    >>> is_private("192.168.1.5"), is_private("8.8.8.8"), is_private("table.example.org")
    (True, False, False)
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return any(address in network for network in PRIVATE)


def phone_hosts() -> list[str]:
    """Return how phones reach this machine: its `.local` name if any, then its addresses."""
    addresses = phone_addresses()
    names = [local_name(address) for address in addresses[:1]]
    return [*filter(None, names), *addresses]


@lru_cache(maxsize=64)
def local_name(address: str) -> str:
    """Return the `.local` name of this machine if phones in the network of this address can resolve it.

    It asks as a phone does, by multicast DNS (RFC 6762); Avahi, macOS or Windows answer. The system's
    resolver may know the name even if nothing answers phones.
    """
    label = socket.gethostname().partition(".")[0].lower()
    if not _LABEL.fullmatch(label):
        return ""
    question = bytes([len(label)]) + label.encode() + b"\5local\0" + b"\0\1\0\1"  # an A record
    own = socket.inet_aton(address)
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(MDNS_SECONDS)
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
        asking.sendto(b"\0\0\0\0\0\1\0\0\0\0\0\0" + question, _MULTICAST_DNS)
        if own in asking.recv(9000):
            return f"{label}.local"
    return ""


def phone_addresses() -> list[str]:
    """Return the private IPv4 addresses of this machine, the most likely one first."""
    result = dict.fromkeys([*_source_addresses(), *_routing_table_addresses()])
    return [address for address in result if is_private(address) and not is_loopback(address)]


def _source_addresses() -> Iterator[str]:
    """Yield the source addresses of packets to some targets; connecting a UDP socket sends none."""
    for target in _PROBE_TARGETS:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _routing_table_addresses() -> Iterator[str]:
    """Yield the addresses of this machine from the kernel's routing table (Linux)."""
    before = ""
    with suppress(OSError):
        for line in _ROUTES.read_text("ascii").splitlines():
            if "/32 host LOCAL" in line:
                yield before
            before = line.rpartition(" ")[2]


# --- Allowed hosts


def machine_names() -> frozenset[str]:
    """Return the name of this machine, with and without its domain, in lower case."""
    name = socket.gethostname().lower().rstrip(".")
    return frozenset({name, name.partition(".")[0]} - {""})


class AllowedHosts:
    """Contains private addresses, `localhost`, `*.local`, and the given names."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(browser_host(name.strip("[].")) for name in names) | {"localhost"}

    def __contains__(self, header: object) -> bool:
        name, _port = split_domain_port(str(header))
        bare = name.strip("[]")
        return bool(bare) and (bare in self.names or bare.endswith(".local") or is_private(bare))


def allowed_hosts() -> AllowedHosts:
    return AllowedHosts([*machine_names(), *settings.EXTRA_HOSTS])


class HostMiddleware:
    """Refuse unknown hosts; it comes first, so that other checks see only allowed ones.

    The setting ALLOWED_HOSTS cannot express "any private address".
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.allowed = allowed_hosts()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with suppress(DisallowedHost):  # not a valid name
            if request.get_host() in self.allowed:
                return self.get_response(request)
        return error_page(
            request,
            400,
            _("This address is not known here"),
            _(
                "Open the address that the scorekeeper printed when it was started. To allow another name, "
                "start it with SCOREKEEPER_HOSTS=NAME."
            ),
        )
