"""The command line: options, what `serve` prints, and the addresses that it offers."""

import errno
import io
import os
import socket
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core import management
from django.test import override_settings

from scorekeeper import __main__
from scorekeeper.server.database import database_settings
from scorekeeper.server.environment import apply_options, network, public_url
from scorekeeper.server.management.commands import serve
from scorekeeper.server.terminal import set_encodings

DATA, HOSTS, PUBLIC_URL = "SCOREKEEPER_DATA", "SCOREKEEPER_HOSTS", "SCOREKEEPER_PUBLIC_URL"
HERE = Path.cwd()


def settings_after(words: str, **environ: str) -> dict[str, str]:
    apply_options(["manage.py", *words.split()], environ)
    return environ


@pytest.mark.parametrize(
    ("words", "before", "after"),
    [
        (
            "serve --data deep/data --public-url https://cards.example.org/",
            {},
            {DATA: f"{HERE}/deep/data", PUBLIC_URL: "https://cards.example.org/"},
        ),
        ("serve --host 0.0.0.0", {}, {}),
        ("serve --host ::", {}, {}),
        ("serve --host 203.0.113.4", {}, {HOSTS: "203.0.113.4"}),
        ("serve --host b", {HOSTS: "a"}, {HOSTS: "a b"}),
        ("serve --port 9000 --verbosity 2", {}, {}),
        ("serve --help --data x", {}, {}),
        ("migrate --data x", {}, {}),
        ("rescore", {DATA: "kept"}, {DATA: f"{HERE}/kept"}),  # other processes run in another folder
        ("", {}, {}),
    ],
)
def test_options_become_settings(words: str, before: dict[str, str], after: dict[str, str]) -> None:
    assert settings_after(words, **before) == after


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("sqlite:///cards.sqlite3", "{here}/cards.sqlite3"),
        ("sqlite:///a%20b/c.sqlite3", "{here}/a b/c.sqlite3"),
        ("sqlite:////srv/cards.sqlite3", "/srv/cards.sqlite3"),
    ],
)
def test_the_path_of_a_sqlite_file_becomes_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, name: str
) -> None:
    here = tmp_path / "100% #1"
    here.mkdir()
    monkeypatch.chdir(here)
    result = settings_after("rescore", DATABASE_URL=url)
    monkeypatch.chdir(tmp_path)
    assert database_settings(result["DATABASE_URL"], tmp_path)["NAME"] == name.format(here=here)


@pytest.mark.parametrize(
    ("given", "run"),
    [
        (["manage.py", "rescore", "--check"], ["manage.py", "rescore", "--check"]),
        (["/usr/bin/scorekeeper"], ["scorekeeper", "serve"]),
        (["scorekeeper.pyz"], ["scorekeeper.pyz", "serve"]),
        (["/srv/scorekeeper/__main__.py", "help"], ["scorekeeper", "help"]),
    ],
)
def test_the_default_command_is_serve(
    monkeypatch: pytest.MonkeyPatch, given: list[str], run: list[str]
) -> None:
    """Whatever the program is called."""
    begun: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", given)
    monkeypatch.setattr(os, "umask", lambda _mask: None)
    for name in ("handle_stop_signals", "set_encodings"):
        monkeypatch.setattr(__main__, name, lambda: None)
    monkeypatch.setattr(management, "execute_from_command_line", begun.append)
    __main__.main()
    assert begun == [run]


def test_invalid_values() -> None:
    for text in ("proxy.example.org", "192.0.2.7/8", "192.0.2", "", "*"):
        with pytest.raises(ValueError, match=r"not an address like 192\.0\.2\.7 or a network"):
            network(text)
    for name, texts in {"port": ("-1", "65536", "x", "", "８０"), "processes": ("0", "33", "1.5")}.items():
        for text in texts:
            with pytest.raises(SystemExit):
                settings_after(f"serve --{name}={text}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://cards.example.org:8443", "https://cards.example.org:8443"),
        (" http://Laptop.local/ ", "http://laptop.local"),
        ("https://トランプ.example:8443", "https://xn--fdk4a1cxb.example:8443"),
        ("https://[FD12::1]:8443", "https://[fd12::1]:8443"),
        ("cards.example.org", None),
        ("ftp://cards.example.org", None),
        ("https://", None),
        ("https://cards.example.org/cards", None),
        ("https://cards.example.org/?a", None),
        ("https://me:pw@cards.example.org", None),
        ("https://cards.example.org:99999", None),
        ("https://cards.example.org:0", None),
    ],
)
def test_public_urls_are_normalized_or_refused(text: str, expected: str | None) -> None:
    with nullcontext() if expected else pytest.raises(ValueError):
        assert public_url(text) == expected


# --- What `serve` prints, and which addresses it offers


@pytest.fixture(autouse=True)
def _two_networks_and_a_terminal_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "phone_hosts", lambda: ["192.168.1.5", "10.0.0.2"])
    monkeypatch.setenv("LC_ALL", "en")


def test_addresses() -> None:
    """Behind a proxy only loopback is used, and only the public URL shown."""

    def usual_host() -> object:
        return serve.Command().create_parser("manage.py", "serve").get_default("host")

    everywhere = ["http://192.168.1.5:81/", "http://10.0.0.2:81/", "http://127.0.0.1:81/"]
    assert serve.addresses("0.0.0.0", 81) == serve.addresses("::", 81) == everywhere
    assert serve.addresses("127.0.0.1", 81) == ["http://127.0.0.1:81/"]
    assert serve.addresses("fd00::5", 81) == ["http://[fd00::5]:81/"]
    assert usual_host() == "0.0.0.0"
    with override_settings(PUBLIC_URL="https://cards.example.org"):
        assert serve.addresses("127.0.0.1", 81) == ["https://cards.example.org/"]
        assert usual_host() == "127.0.0.1"


@override_settings(DEMO=False)
def test_the_local_name_comes_first_and_its_address_after_the_qr_code() -> None:
    urls = ["http://laptop.local:81/", "http://192.168.1.5:81/", "http://10.0.0.2:81/"]
    first, rest = serve.greeting(urls).split("\n\n", 1)
    assert first == "Open http://laptop.local:81/ on a phone in the same network"
    named, also, *_others = rest.replace(serve.qr_code(urls[0]), "").strip().splitlines()
    assert named == "on phones that cannot open this name (Android before 12): http://192.168.1.5:81/"
    assert also == "also: http://10.0.0.2:81/"


def test_a_missing_network_is_mentioned_unless_one_address_was_chosen() -> None:
    url = "http://127.0.0.1:81/"
    assert serve.greeting([url], searched=False).startswith(f"Open {url} on this machine\n")
    assert serve.greeting([url]).startswith(f"Open {url} on this machine; no network")


@pytest.mark.parametrize(("encoding", "shown"), [("utf-8", True), ("ascii", False), ("cp932", False)])
def test_no_qr_code_without_half_blocks_in_the_encoding(
    monkeypatch: pytest.MonkeyPatch, encoding: str, shown: bool
) -> None:
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding=encoding))
    assert bool(serve.qr_code("http://192.168.1.5:81/")) is shown


@pytest.mark.parametrize(("terminal", "expected"), [(True, b"http://192.168.1.5:81/ ??"), (False, None)])
def test_unencodable_text_is_replaced_on_a_terminal_but_not_in_a_file(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, expected: bytes | None
) -> None:
    words, shown = "http://192.168.1.5:81/ です", io.BytesIO()
    stdout = io.TextIOWrapper(shown, encoding="cp1252")
    monkeypatch.setattr(stdout, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys, "stdout", stdout)
    set_encodings()
    serve.say(words)
    assert shown.getvalue() == (expected or words.encode())


def test_a_port_is_refused_only_while_it_is_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    with serve.listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(SystemExit) as caught:
            management.call_command("serve", host="127.0.0.1", port=port)
    assert caught.value.code == 1
    wanted = f"Port {port} is in use. Stop the program using it, or choose another: --port {port + 1}\n"
    assert capsys.readouterr() == ("", wanted)
    serve.listen("127.0.0.1", port).close()


def test_asyncio_can_set_tcp_nodelay() -> None:
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
def test_other_errors_of_listening_name_the_address(
    monkeypatch: pytest.MonkeyPatch, problem: OSError, why: str
) -> None:
    """Known reasons are translated."""
    text = serve.reason(problem, "nowhere", 80)
    assert "nowhere" in text
    assert "80" in text
    assert text.endswith(why)
    monkeypatch.setenv("LC_ALL", "ja")
    assert serve.reason(problem, "nowhere", 80).endswith(why) == (problem.errno not in serve.REASONS)
