"""Where a request comes from, and under which addresses this machine is reached."""

import ipaddress
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest

from .hosts import is_private

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
