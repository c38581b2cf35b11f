import os
import sys
from pathlib import Path

import pytest
from django.core import management

from scorekeeper import __main__
from scorekeeper.server.database import database
from scorekeeper.server.environment import network, public_url, take_environment


def settings_after(*words: str, **before: str) -> dict[str, str]:
    environ = dict(before)
    take_environment(["manage.py", *words], environ)
    return environ


def test_serve_tells_the_settings(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    result = settings_after("serve", "--data", str(folder), "--public-url", "https://cards.example.org/")
    assert result == {
        "SCOREKEEPER_DATA": str(folder),
        "SCOREKEEPER_PUBLIC_URL": "https://cards.example.org/",
    }


@pytest.mark.parametrize(
    ("words", "before", "hosts"),
    [
        (["--host", "0.0.0.0"], "", ""),
        (["--host", "::"], "", ""),
        (["--host", "203.0.113.4"], "", "203.0.113.4"),
        (["--host", "b"], "a", "a b"),
        (["--port", "9000", "--verbosity", "2"], "", ""),
    ],
)
def test_names(words: list[str], before: str, hosts: str) -> None:
    assert settings_after("serve", *words, SCOREKEEPER_HOSTS=before)["SCOREKEEPER_HOSTS"] == hosts


def test_the_data_folder_is_the_same_for_processes_that_run_elsewhere() -> None:
    result = settings_after("rescore", SCOREKEEPER_DATA="kept")
    assert result["SCOREKEEPER_DATA"] == str(Path.cwd() / "kept")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("sqlite:///cards.sqlite3", "{here}/cards.sqlite3"),
        ("sqlite:///a%20b/c.sqlite3", "{here}/a b/c.sqlite3"),
        ("sqlite:////srv/cards.sqlite3", "/srv/cards.sqlite3"),
    ],
)
def test_a_file_of_sqlite_is_the_same_for_processes_that_run_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, name: str
) -> None:
    here = tmp_path / "100% #1"
    here.mkdir()
    monkeypatch.chdir(here)
    result = settings_after("rescore", DATABASE_URL=url)
    monkeypatch.chdir(tmp_path)
    assert database(result["DATABASE_URL"], tmp_path)["NAME"] == name.format(here=here)


@pytest.mark.parametrize(
    ("given", "run"),
    [
        (["manage.py", "rescore", "--check"], ["manage.py", "rescore", "--check"]),
        (["/usr/bin/scorekeeper"], ["scorekeeper", "serve"]),
        (["scorekeeper.pyz"], ["scorekeeper.pyz", "serve"]),
        (["/srv/scorekeeper/__main__.py", "help"], ["scorekeeper", "help"]),
    ],
)
def test_without_a_command_it_serves(
    monkeypatch: pytest.MonkeyPatch, given: list[str], run: list[str]
) -> None:
    """By whatever name it is called."""
    begun: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", given)
    monkeypatch.setattr(os, "umask", lambda _mask: None)
    for name in ("stop_in_order", "set_encodings"):
        monkeypatch.setattr(__main__, name, lambda: None)
    monkeypatch.setattr(management, "execute_from_command_line", begun.append)
    __main__.main()
    assert begun == [run]


@pytest.mark.parametrize("text", ["proxy.example.org", "192.0.2.7/8", "192.0.2", "", "*"])
def test_what_is_no_address_of_a_proxy(text: str) -> None:
    with pytest.raises(ValueError, match=r"not an address like 192\.0\.2\.7 or a network"):
        network(text)


@pytest.mark.parametrize("words", [["migrate", "--data", "x"], [], ["serve", "--help", "--data", "x"]])
def test_other_commands_are_left_alone(words: list[str]) -> None:
    assert settings_after(*words) == {}


@pytest.mark.parametrize(
    "given",
    [
        *(f"--port={text}" for text in ("-1", "65536", "x", "", "８０")),
        *(f"--processes={text}" for text in ("0", "33", "1.5")),
    ],
)
def test_numbers_that_are_none(given: str) -> None:
    with pytest.raises(SystemExit):
        settings_after("serve", given)


@pytest.mark.parametrize(
    "text",
    [
        "cards.example.org",
        "ftp://cards.example.org",
        "https://",
        "https://cards.example.org/cards",
        "https://cards.example.org/?a",
        "https://me:pw@cards.example.org",
        "https://cards.example.org:99999",
        "https://cards.example.org:0",
    ],
)
def test_not_a_public_url(text: str) -> None:
    with pytest.raises(ValueError):
        public_url(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://cards.example.org:8443", "https://cards.example.org:8443"),
        (" http://Laptop.local/ ", "http://laptop.local"),
        ("https://トランプ.example:8443", "https://xn--fdk4a1cxb.example:8443"),
        ("https://[FD12::1]:8443", "https://[fd12::1]:8443"),
    ],
)
def test_a_public_url(text: str, expected: str) -> None:
    assert public_url(text) == expected
