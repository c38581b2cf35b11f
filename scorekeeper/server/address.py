"""Where a request comes from, and under which addresses this machine is reached."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest

from scorekeeper.server.hosts import is_private

UNKNOWN = "unknown"
_ROUTES = Path("/proc/net/fib_trie")
# One address of each private network, and one that leads to the default route. Nothing is sent there.
_FAR = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "169.254.255.254")


def client_address(request: HttpRequest) -> str:
    """Return the address a request comes from; an IPv6 address stands for its /64 network.

    Behind the proxy of `--public-url` it is the last entry of X-Forwarded-For, which the proxy itself
    wrote; entries before it, and the header of anybody else, could be made up.
    """
    address = str(request.META.get("REMOTE_ADDR", ""))
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", ""))
    if forwarded and settings.PUBLIC_URL and is_loopback(address):
        address = forwarded.rpartition(",")[2].strip()
    return _network(address)


def is_loopback(text: str) -> bool:
    """Say whether `text` is an address of this very machine."""
    try:
        return ipaddress.ip_address(text).is_loopback
    except ValueError:
        return False


def _network(text: str) -> str:
    try:
        address = ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


def phone_addresses() -> list[str]:
    """Return the private IPv4 addresses of this machine, the likeliest for a phone first."""
    found = dict.fromkeys([*_towards(), *_local_routes()])
    return [address for address in found if is_private(address) and not is_loopback(address)]


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
