"""What `serve` prints, and which addresses it offers."""

import errno
import io
import socket
import sys
from types import SimpleNamespace

import pytest
from django.test import override_settings
from django.utils import translation

from scorekeeper.server.management.commands import serve
from scorekeeper.server.terminal import set_encodings

PUBLIC = override_settings(PUBLIC_URL="https://cards.example.org")


@pytest.fixture(autouse=True)
def _two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "phone_hosts", lambda: ["192.168.1.5", "10.0.0.2"])


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("0.0.0.0", ["http://192.168.1.5:81/", "http://10.0.0.2:81/", "http://127.0.0.1:81/"]),
        ("::", ["http://192.168.1.5:81/", "http://10.0.0.2:81/", "http://127.0.0.1:81/"]),
        ("127.0.0.1", ["http://127.0.0.1:81/"]),
        ("fd00::5", ["http://[fd00::5]:81/"]),
    ],
)
def test_addresses(host: str, expected: list[str]) -> None:
    assert serve.addresses(host, 81) == expected


def test_behind_a_proxy_only_the_public_address_and_only_this_machine_listens() -> None:
    def usual_host() -> object:
        return serve.Command().create_parser("manage.py", "serve").get_default("host")

    assert usual_host() == "0.0.0.0"
    with PUBLIC:
        assert serve.addresses("127.0.0.1", 81) == ["https://cards.example.org/"]
        assert usual_host() == "127.0.0.1"


@override_settings(DEMO=False)
def test_the_name_of_the_machine_comes_first_and_its_number_right_after_the_code() -> None:
    urls = ["http://laptop.local:81/", "http://192.168.1.5:81/", "http://10.0.0.2:81/"]
    with translation.override("en"):
        first, rest = serve.greeting(urls).split("\n\n", 1)
    assert first == "Open http://laptop.local:81/ on a phone in the same network"
    named, also, *_others = rest.replace(serve.qr_code(urls[0]), "").strip().splitlines()
    assert named == "on phones that cannot open this name (Android before 12): http://192.168.1.5:81/"
    assert also == "also: http://10.0.0.2:81/"


def test_no_network_is_missed_where_one_address_was_asked_for() -> None:
    url = "http://127.0.0.1:81/"
    with translation.override("en"):
        assert serve.greeting([url], searched=False).startswith(f"Open {url} on this machine\n")
        assert serve.greeting([url]).startswith(f"Open {url} on this machine; no network")


@pytest.mark.parametrize(("encoding", "shown"), [("utf-8", True), ("ascii", False), ("cp932", False)])
def test_a_terminal_without_half_blocks_gets_no_qr_code(
    monkeypatch: pytest.MonkeyPatch, encoding: str, shown: bool
) -> None:
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding=encoding))
    assert bool(serve.qr_code("http://192.168.1.5:81/")) is shown


@pytest.mark.parametrize(("terminal", "expected"), [(True, b"http://192.168.1.5:81/ ??"), (False, None)])
def test_a_terminal_without_japanese_shows_the_address_and_a_file_all(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, expected: bytes | None
) -> None:
    words, shown = "http://192.168.1.5:81/ です", io.BytesIO()
    stdout = io.TextIOWrapper(shown, encoding="cp1252")
    monkeypatch.setattr(stdout, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys, "stdout", stdout)
    set_encodings()
    serve.say(words)
    assert shown.getvalue() == (expected or words.encode())


def test_a_port_is_refused_only_while_it_is_in_use() -> None:
    with serve.listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(OSError) as caught:
            serve.listen("127.0.0.1", port)
    assert str(port) in serve.reason(caught.value, "127.0.0.1", port)
    serve.listen("127.0.0.1", port).close()


def test_small_packets_will_not_be_delayed() -> None:
    with serve.listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        (OSError(errno.EACCES, "Permission denied"), "permission denied; choose port 1024 or higher"),
        (OSError(errno.EADDRNOTAVAIL, "Cannot assign"), "this machine has no such address"),
        (socket.gaierror(socket.EAI_NONAME, "Name not known"), "there is no such name"),
        (OSError(errno.ENETDOWN, "Network is down"), "Network is down"),
    ],
)
def test_other_reasons_name_the_address(problem: OSError, why: str) -> None:
    with translation.override("en"):
        text = serve.reason(problem, "nowhere", 80)
    assert "nowhere" in text
    assert "80" in text
    assert text.endswith(why)
