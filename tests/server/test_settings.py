from pathlib import Path

import pytest

from tests.server.running import manage


@pytest.mark.parametrize(
    "own",
    [
        {"SCOREKEEPER_PUBLIC_URL": "https://cards.example.org"},
        *(pytest.param(own, marks=pytest.mark.long) for own in ({}, {"SCOREKEEPER_ADMIN": "1"})),
    ],
    ids=str,
)
def test_nothing_is_wrong_with_how_it_is_served(tmp_path: Path, own: dict[str, str]) -> None:
    answer = manage(tmp_path, "check", "--deploy", "--fail-level", "DEBUG", **own)
    assert (answer.returncode, answer.stderr) == (0, ""), answer.stderr
    assert "System check identified no issues" in answer.stdout


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCOREKEEPER_PUBLIC_URL", "cards.example.org"),
        ("TZ", "JST-9"),
        pytest.param("SCOREKEEPER_TRUSTED_PROXIES", "10.0.0.5 caddy", marks=pytest.mark.long),
        pytest.param("DATABASE_URL", "pigeon://db", marks=pytest.mark.long),
        pytest.param("SCOREKEEPER_LOG", "xml", marks=pytest.mark.long),
        pytest.param("TZ", "/etc/localtime", marks=pytest.mark.long),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(tmp_path: Path, name: str, value: str) -> None:
    answer = manage(tmp_path, "check", **{name: value})
    assert answer.returncode == 1
    assert name in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
