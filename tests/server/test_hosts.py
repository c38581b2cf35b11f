"""Client addresses, addresses of this machine, and allowed hosts."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from django.test import Client, RequestFactory, override_settings

from scorekeeper.server import hosts
from scorekeeper.server.environment import Network, trusted_proxies
from scorekeeper.server.hosts import (
    AllowedHosts,
    Networks,
    is_own_browser,
    is_this_machine,
    local_name,
    machine_names,
    phone_addresses,
    phone_hosts,
)
from scorekeeper.server.management.commands.serve import server_config
from scorekeeper.server.shell import Receive, Scope, Send, origin

pytestmark = pytest.mark.urls("tests.server.stub_urls")

LET_IN = [
    "localhost",
    "LOCALHOST.",
    "127.0.0.1:8000",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.5:8000",
    "100.127.255.254",
    "[fd12:3456::1]",
    "[fe80::1]:80",
    "laptop.local:8000",
    "cards.example.org",
    "kitchen",
    "xn--fdk4a1cxb.example:8000",
]
REFUSED = [
    "",
    "example.org",
    "evil.cards.example.org",
    "evil-local",
    ".local.evil.example",
    "cards.example.org.evil.example",
    "8.8.8.8",
    "172.32.0.1",
    "0.0.0.0:8000",
    "[::ffff:8.8.8.8]",
    "192.168.1.5@evil.example",
    "127.1",
    "192.168.001.005",
    "localhost, evil.example",
    "localhost:80:80",
]


def test_allowed_hosts() -> None:
    allowed = AllowedHosts(["cards.example.org", "kitchen", "トランプ.example"])
    assert [header for header in LET_IN if header not in allowed] == []
    assert [header for header in REFUSED if header in allowed] == []


def test_machine_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a name allows no empty host."""
    for name, known in {"Laptop.home.example": {"laptop", "laptop.home.example"}, "": set()}.items():
        monkeypatch.setattr("socket.gethostname", lambda name=name: name)
        assert machine_names() == known
        assert "" not in AllowedHosts(machine_names())


def test_forms_are_accepted_only_from_pages_of_the_same_origin() -> None:
    client = Client(enforce_csrf_checks=True, headers={"host": "192.168.1.5:8000"})
    sent = {"name": "太郎", "csrfmiddlewaretoken": client.get("/").content.decode()}
    answer = client.post("/echo/", sent, headers={"origin": "http://192.168.1.5:8000"})
    assert (answer.status_code, answer.content.decode()) == (200, "太郎")
    for other in ("http://evil.example", "http://192.168.1.5", "null"):
        assert client.post("/echo/", sent, headers={"origin": other}).status_code == 403, other


PUBLIC = "https://cards.example.org"
CASES = [
    # public URL, proxies that were named, who speaks, what the header says, whom we believe it to be
    ("", "", "127.0.0.1", "203.0.113.9", "127.0.0.1"),
    ("", "", "2001:db8:1:2:aaaa::1", "", "2001:db8:1:2::/64"),
    ("", "", "::ffff:192.168.1.7", "", "192.168.1.7"),
    ("", "", "", "", "unknown"),
    (PUBLIC, "", "::1", "198.51.100.1, 203.0.113.9", "203.0.113.9"),
    (PUBLIC, "", "::ffff:127.0.0.1", "[2001:db8:1:2:aaaa::1]:51234", "2001:db8:1:2::/64"),
    (PUBLIC, "", "192.168.1.7", "203.0.113.9", "192.168.1.7"),
    (PUBLIC, "", "127.0.0.1", "made up", "unknown"),
    ("", "10.0.0.5, 192.168.1.0/24", "192.168.1.77", "198.51.100.1, 203.0.113.9, 10.0.0.5", "203.0.113.9"),
    ("", "10.0.0.5", "::ffff:10.0.0.5", "203.0.113.9", "203.0.113.9"),
    ("", "2001:db8::5", "2001:db8::5", "203.0.113.9", "203.0.113.9"),
    ("", "192.168.1.0/24", "192.168.2.77", "203.0.113.9", "192.168.2.77"),
]


def sender(proxies: tuple[Network, ...], remote: str, forwarded: str) -> str:
    """The client's address that uvicorn passes to the application, with these trusted proxies."""
    asked: list[Networks] = []

    async def probe(scope: Scope, _receive: Receive, _send: Send) -> None:
        asked.append(origin(scope))

    with override_settings(TRUSTED_PROXIES=proxies):
        config = server_config()
    config.app = probe
    config.load()
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    asyncio.run(config.loaded_app({"type": "http", "client": (remote, 9), "headers": headers}, None, None))
    return asked[0][0]


@pytest.mark.parametrize(("public", "named", "remote", "forwarded", "expected"), CASES)
def test_the_address_of_the_client(
    public: str, named: str, remote: str, forwarded: str, expected: str
) -> None:
    assert sender(trusted_proxies(named, public), remote, forwarded) == expected


@pytest.mark.parametrize(
    ("remote", "forwarded", "public", "own"),
    [
        ("127.0.0.1", "", "", True),
        ("::1", "", "", True),
        ("127.0.0.1", "203.0.113.9", "", False),
        ("127.0.0.1", "127.0.0.1", "", False),
        ("127.0.0.1", "", PUBLIC, False),
        ("127.0.0.2", "", "", False),
        ("192.168.1.7", "", "", False),
        ("", "", "", False),
    ],
)
def test_is_this_machine(remote: str, forwarded: str, public: str, own: bool) -> None:
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR=remote)
    with override_settings(TRUSTED_PROXIES=trusted_proxies("", public)):
        assert is_this_machine(request) == own


def test_private_addresses_are_read_from_the_routing_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = tmp_path / "fib_trie"
    table.write_text(
        "Local:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 127.0.0.1\n        /32 host LOCAL\n"
        "     |-- 192.168.7.2\n        /32 host LOCAL\n     |-- 192.168.7.2\n        /32 host LOCAL\n"
        "     |-- 192.168.7.255\n        /32 link BROADCAST\n"
        "     |-- 203.0.113.4\n        /32 host LOCAL\n"
    )
    monkeypatch.setattr(hosts, "_ROUTES", table)
    monkeypatch.setattr(hosts, "_PROBE_TARGETS", ())
    assert phone_addresses() == ["192.168.7.2"]


def test_is_own_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "phone_addresses", lambda: ["192.168.7.2"])
    for remote, own in {"127.0.0.1": True, "192.168.7.2": True, "192.168.7.3": False, "": False}.items():
        assert is_own_browser(RequestFactory().get("/", REMOTE_ADDR=remote)) is own


QUESTION = b"\0\0\0\0\0\1\0\0\0\0\0\0\6laptop\5local\0\0\1\0\1"
"""A query of RFC 1035 for the A record of laptop.local."""


@pytest.fixture(name="responder")
def _responder(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A socket in place of the multicast address, for a machine called laptop."""
    local_name.cache_clear()
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop.home.example")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as result:
        result.bind(("127.0.0.1", 0))
        result.settimeout(5)
        monkeypatch.setattr(hosts, "_MULTICAST_DNS", result.getsockname())
        yield result
    local_name.cache_clear()


def answer(responder: socket.socket, with_address: str) -> bytes:
    """Answer a query with an A record; return the query."""
    asked, who = responder.recvfrom(9000)
    record = b"\xc0\x0c\0\1\0\1\0\0\0\x78\0\4" + socket.inet_aton(with_address)
    responder.sendto(b"\0\0\x84\0\0\1\0\1\0\0\0\0" + asked[12:] + record, who)
    return asked


@pytest.mark.parametrize(("with_address", "expected"), [("127.0.0.1", "laptop.local"), ("192.168.7.9", "")])
def test_the_local_name_must_have_the_address_of_this_machine(
    responder: socket.socket, with_address: str, expected: str
) -> None:
    """Another machine may have the same name."""
    asked: list[bytes] = []
    thread = threading.Thread(target=lambda: asked.append(answer(responder, with_address)))
    thread.start()
    assert local_name("127.0.0.1") == expected
    thread.join()
    assert asked == [QUESTION]


@pytest.mark.parametrize(
    ("name", "asked"), [("laptop", True), ("", False), ("my laptop", False), ("ノート", False)]
)
def test_no_local_name_without_an_answer_and_none_asked_for_an_invalid_one(
    responder: socket.socket, monkeypatch: pytest.MonkeyPatch, name: str, asked: bool
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: name)
    monkeypatch.setattr(hosts, "MDNS_SECONDS", 0.05)
    assert local_name("127.0.0.1") == ""
    responder.setblocking(False)
    with nullcontext() if asked else pytest.raises(BlockingIOError):
        assert responder.recv(9000) == QUESTION


@pytest.mark.parametrize(
    ("addresses", "name", "expected"),
    [
        (["192.168.7.2", "10.0.0.2"], "laptop.local", ["laptop.local", "192.168.7.2", "10.0.0.2"]),
        (["192.168.7.2"], "", ["192.168.7.2"]),
        ([], "laptop.local", []),
    ],
)
def test_phone_hosts_begin_with_the_name(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str], name: str, expected: list[str]
) -> None:
    monkeypatch.setattr(hosts, "phone_addresses", lambda: addresses)
    monkeypatch.setattr(hosts, "local_name", lambda _address: name)
    assert phone_hosts() == expected
