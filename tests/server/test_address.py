import asyncio
import ipaddress
from pathlib import Path

import pytest
from django.test import RequestFactory, override_settings

from scorekeeper.server import address
from scorekeeper.server.address import Networks, client_networks, is_this_machine, phone_addresses
from scorekeeper.server.environment import PUBLIC_URL, Network, network, read_environment
from scorekeeper.server.management.commands.serve import server_config
from scorekeeper.server.shell import Receive, Scope, Send, origin

CASES = [
    # public URL, who speaks, what the header says, whom we believe it to be
    ("", "192.168.1.7", "", "192.168.1.7"),
    ("", "127.0.0.1", "203.0.113.9", "127.0.0.1"),
    ("https://cards.example.org", "127.0.0.1", "203.0.113.9", "203.0.113.9"),
    ("https://cards.example.org", "::1", "198.51.100.1, 203.0.113.9", "203.0.113.9"),
    ("https://cards.example.org", "192.168.1.7", "203.0.113.9", "192.168.1.7"),
    ("https://cards.example.org", "127.0.0.1", "made up", "unknown"),
    ("https://cards.example.org", "127.0.0.1", "203.0.113.9:51234", "203.0.113.9"),
    ("https://cards.example.org", "127.0.0.1", "198.51.100.1, 203.0.113.9:1", "203.0.113.9"),
    ("https://cards.example.org", "127.0.0.1", "[2001:db8:1:2:aaaa::1]:51234", "2001:db8:1:2::/64"),
    ("https://cards.example.org", "127.0.0.1", "[2001:db8:1:2:aaaa::1]", "2001:db8:1:2::/64"),
    ("https://cards.example.org", "127.0.0.1", "[::1]:7, 203.0.113.9:51234", "203.0.113.9"),
    ("https://cards.example.org", "127.0.0.1", "203.0.113.9, [::1]:7", "203.0.113.9"),
    ("https://cards.example.org", "127.0.0.1", "203.0.113.9:", "unknown"),
    ("https://cards.example.org", "127.0.0.1", "203.0.113.9:5:5", "unknown"),
    ("", "2001:db8:1:2:aaaa::1", "", "2001:db8:1:2::/64"),
    ("", "::ffff:192.168.1.7", "", "192.168.1.7"),
    ("https://cards.example.org", "::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"),
    ("", "", "", "unknown"),
]


def sender(proxies: tuple[Network, ...], remote: str, forwarded: str) -> str:
    """From where a request comes, as the server that believes these proxies tells the application."""
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


@pytest.mark.parametrize(("public", "remote", "forwarded", "expected"), CASES)
def test_who_asks(public: str, remote: str, forwarded: str, expected: str, tmp_path: Path) -> None:
    proxies = read_environment({PUBLIC_URL: public}, tmp_path).trusted_proxies
    assert sender(proxies, remote, forwarded) == expected


@pytest.mark.parametrize(
    ("remote", "forwarded", "expected"),
    [
        ("10.0.0.5", "203.0.113.8, 203.0.113.9", "203.0.113.9"),
        ("192.168.1.77", "203.0.113.9", "203.0.113.9"),
        ("192.168.2.77", "203.0.113.9", "192.168.2.77"),
        ("2001:db8::5", "203.0.113.9", "203.0.113.9"),
        ("127.0.0.1", "203.0.113.9", "127.0.0.1"),
        ("10.0.0.5", "", "10.0.0.5"),
        ("10.0.0.5", "203.0.113.8, 203.0.113.9, 192.168.1.77", "203.0.113.9"),
        ("10.0.0.5", "203.0.113.9, 2001:db8::5, 192.168.1.77", "203.0.113.9"),
        ("10.0.0.5", "192.168.1.77, 203.0.113.9, 10.0.0.6", "10.0.0.6"),
        ("10.0.0.5", "192.168.1.77", "192.168.1.77"),
        ("::ffff:10.0.0.5", "203.0.113.9", "203.0.113.9"),
    ],
)
def test_a_proxy_that_was_named_is_believed(remote: str, forwarded: str, expected: str) -> None:
    named = tuple(map(network, ("10.0.0.5", "192.168.1.0/24", "2001:db8::5")))
    assert sender(named, remote, forwarded) == expected


def test_an_address_of_version_6_is_of_two_networks() -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="2001:db8:1:2:aaaa::1")
    assert client_networks(request) == ("2001:db8:1:2::/64", "2001:db8:1::/48")


@pytest.mark.parametrize(
    ("remote", "forwarded", "public", "own"),
    [
        ("127.0.0.1", "", "", True),
        ("::1", "", "", True),
        ("127.0.0.1", "203.0.113.9", "", False),
        ("127.0.0.1", "127.0.0.1", "", False),
        ("127.0.0.1", "", "https://cards.example.org", False),
        ("127.0.0.2", "", "", False),
        ("192.168.1.7", "", "", False),
        ("", "", "", False),
    ],
)
def test_this_machine_is_who_speaks_for_nobody_else(
    remote: str, forwarded: str, public: str, own: bool, tmp_path: Path
) -> None:
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR=remote)
    proxies = read_environment({PUBLIC_URL: public}, tmp_path).trusted_proxies
    with override_settings(TRUSTED_PROXIES=proxies):
        assert is_this_machine(request) == own


def test_the_addresses_for_phones_are_private_and_listed_once() -> None:
    result = phone_addresses()
    assert len(result) == len(set(result))
    for each in result:
        assert ipaddress.IPv4Address(each).is_private or each.startswith("100.")
        assert not ipaddress.IPv4Address(each).is_loopback


def test_addresses_in_the_routing_table_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    table = tmp_path / "fib_trie"
    table.write_text(
        "Local:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 127.0.0.1\n        /32 host LOCAL\n"
        "     |-- 192.168.7.2\n        /32 host LOCAL\n     |-- 192.168.7.255\n        /32 link BROADCAST\n"
        "     |-- 203.0.113.4\n        /32 host LOCAL\n"
    )
    monkeypatch.setattr(address, "_ROUTES", table)
    monkeypatch.setattr(address, "_FAR", ())
    assert phone_addresses() == ["192.168.7.2"]
