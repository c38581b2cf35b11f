import ipaddress

import pytest
from django.test import RequestFactory, override_settings

from scorekeeper.server import address
from scorekeeper.server.address import client_address, phone_addresses

CASES = [
    # public URL, who speaks, what the header says, whom we believe it to be
    ("", "192.168.1.7", "", "192.168.1.7"),
    ("", "127.0.0.1", "203.0.113.9", "127.0.0.1"),
    ("https://cards.example.org", "127.0.0.1", "203.0.113.9", "203.0.113.9"),
    ("https://cards.example.org", "::1", "198.51.100.1, 203.0.113.9", "203.0.113.9"),
    ("https://cards.example.org", "192.168.1.7", "203.0.113.9", "192.168.1.7"),
    ("https://cards.example.org", "127.0.0.1", "made up", "unknown"),
    ("", "2001:db8:1:2:aaaa::1", "", "2001:db8:1:2::/64"),
    ("", "::ffff:192.168.1.7", "", "192.168.1.7"),
    ("", "", "", "unknown"),
]


@pytest.mark.parametrize(("public", "remote", "forwarded", "expected"), CASES)
def test_who_asks(public: str, remote: str, forwarded: str, expected: str) -> None:
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR=remote)
    with override_settings(PUBLIC_URL=public):
        assert client_address(request) == expected


def test_the_addresses_for_phones_are_private_and_listed_once() -> None:
    found = phone_addresses()
    assert len(found) == len(set(found))
    for each in found:
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
