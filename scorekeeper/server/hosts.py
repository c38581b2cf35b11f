"""Addresses and names: where a request comes from, how phones reach this machine, which hosts are let in.

A page of a stranger can make its own name point at a machine of the home network; the browser then
treats the scorekeeper as part of that page. Literal private addresses and names known here cannot be
taken over like that, so these pass and every other name in the Host header is refused.
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

from .environment import sent_name
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
OWN = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""How a browser on this machine shows itself; what else begins with 127 has to be asked for."""
Networks = tuple[str, ...]
"""Where something comes from: its address (IPv6: the /64 network) first, then the wider network it is of."""
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
MULTICAST_SECONDS = 0.5
"""How long an answer about a `.local` name is waited for; who has it answers at once."""

_ROUTES = Path("/proc/net/fib_trie")
_MULTICAST_DNS = ("224.0.0.251", 5353)
_LABEL = re.compile("[a-z0-9-]{1,63}")
# One address of each private network, and one that leads to the default route. Nothing is sent there.
_FAR = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "169.254.255.254")

# --- Where a request comes from


def client_networks(request: HttpRequest) -> Networks:
    return networks(str(request.META.get("REMOTE_ADDR", "")))


def is_this_machine(request: HttpRequest) -> bool:
    """Say whether a request was made on this machine itself, and not by a proxy that speaks for others."""
    peer = str(request.META.get("REMOTE_ADDR", ""))
    proxied = "HTTP_X_FORWARDED_FOR" in request.META
    return (
        peer in OWN and not proxied and not any(_address(peer) in each for each in settings.TRUSTED_PROXIES)
    )


def is_own_browser(request: HttpRequest) -> bool:
    """Say whether a request was made on this machine, by whichever of its addresses."""
    return is_this_machine(request) or request.META.get("REMOTE_ADDR") in phone_addresses()


def trusted_hosts() -> list[str]:
    """The proxies that are believed, as uvicorn reads them; an IPv4 address may come as one of IPv6."""
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
    """Read an address; one of IPv4 that is written as one of IPv6 is that of IPv4."""
    try:
        address = ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


# --- How this machine is reached


def is_private(text: str) -> bool:
    """Say whether `text` is an IP address of this machine or of a private network.

    >>> is_private("192.168.1.5"), is_private("8.8.8.8"), is_private("table.example.org")
    (True, False, False)
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return any(address in network for network in PRIVATE)


def phone_hosts() -> list[str]:
    """Return what phones may call this machine: its `.local` name if it has one, then its addresses."""
    addresses = phone_addresses()
    names = [local_name(address) for address in addresses[:1]]
    return [*filter(None, names), *addresses]


@lru_cache(maxsize=64)
def local_name(address: str) -> str:
    """Return the `.local` name of this machine if phones near this address of it can resolve it, or nothing.

    It asks as a phone does, by multicast DNS (RFC 6762); Avahi, macOS or Windows answer.  The system's own
    resolver is not asked: it may know the name of its machine where nobody answers phones.
    """
    label = socket.gethostname().partition(".")[0].lower()
    if not _LABEL.fullmatch(label):
        return ""
    question = bytes([len(label)]) + label.encode() + b"\5local\0" + b"\0\1\0\1"  # an A record
    own = socket.inet_aton(address)
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(MULTICAST_SECONDS)
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
        asking.sendto(b"\0\0\0\0\0\1\0\0\0\0\0\0" + question, _MULTICAST_DNS)
        if own in asking.recv(9000):
            return f"{label}.local"
    return ""


def phone_addresses() -> list[str]:
    """Return the private IPv4 addresses of this machine, the likeliest for a phone first."""
    result = dict.fromkeys([*_towards(), *_local_routes()])
    return [address for address in result if is_private(address) and not is_loopback(address)]


def _towards() -> Iterator[str]:
    """Ask which own address a packet would carry; connecting a UDP socket sends none."""
    for target in _FAR:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _local_routes() -> Iterator[str]:
    """Read the own addresses from the kernel's routing table, where there is one to read."""
    before = ""
    with suppress(OSError):
        for line in _ROUTES.read_text("ascii").splitlines():
            if "/32 host LOCAL" in line:
                yield before
            before = line.rpartition(" ")[2]


# --- Which names are let in


def machine_names() -> frozenset[str]:
    """Return the name of this machine, in full and without its domain, in small letters."""
    name = socket.gethostname().lower().rstrip(".")
    return frozenset({name, name.partition(".")[0]} - {""})


class AllowedHosts:
    """The names that are let in: private addresses, `localhost`, `*.local`, and those given."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(sent_name(name.strip("[].")) for name in names) | {"localhost"}

    def __contains__(self, header: object) -> bool:
        name, _port = split_domain_port(str(header))
        bare = name.strip("[]")
        return bool(bare) and (bare in self.names or bare.endswith(".local") or is_private(bare))


def allowed_hosts() -> AllowedHosts:
    return AllowedHosts([*machine_names(), *settings.EXTRA_HOSTS])


class HostMiddleware:
    """Refuse unknown hosts before anything else looks at the request.

    `ALLOWED_HOSTS` cannot say "any private address", so it is left open and this stands before it; what
    asks for the host later, such as the check of a form's origin, sees only hosts that have passed.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.allowed = allowed_hosts()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with suppress(DisallowedHost):  # not even a name
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
