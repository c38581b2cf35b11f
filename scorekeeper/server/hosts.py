"""Which names in the Host header are let in.

A page of a stranger can make its own name point at a machine of the home network; the browser then
treats the scorekeeper as part of that page. Literal private addresses and names known here cannot be
taken over like that, so these pass and every other name is refused.
"""

import ipaddress
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress

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


def machine_names() -> frozenset[str]:
    """Return the name of this machine, in full and without its domain, in small letters."""
    name = socket.gethostname().lower().rstrip(".")
    return frozenset({name, name.partition(".")[0]} - {""})


class AllowedHosts:
    """The names that are let in: private addresses, `localhost`, `*.local`, and those given."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(sent_name(name.strip("[].")) for name in names) | {"localhost"}

    def __contains__(self, header: object) -> bool:
        """Say whether a Host header, with or without a port, is let in."""
        name, _port = split_domain_port(str(header))
        bare = name.strip("[]")
        return bool(bare) and (bare in self.names or bare.endswith(".local") or is_private(bare))


def allowed_hosts() -> AllowedHosts:
    """Return the names let in by the settings and by the name of this machine."""
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
