import sys
from ast import literal_eval
from pathlib import Path

import pytest
from django.conf import settings

from tests.server.running import manage

NAMES = [
    "SECURE_COOKIES",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "LANGUAGE_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS",
    "SECURE_PROXY_SSL_HEADER",
    "CSRF_TRUSTED_ORIGINS",
    "EXTRA_HOSTS",
]


def load(folder: Path, **environ: str) -> dict[str, object]:
    code = f"from django.conf import settings; print([getattr(settings, name) for name in {NAMES}])"
    done = manage(folder, "-c", code, program=(sys.executable,), **environ)
    return dict(zip(NAMES, literal_eval(done.stdout), strict=True))


def test_at_home_nothing_needs_https(tmp_path: Path) -> None:
    values = load(tmp_path)
    assert not any(values.values()), values


def test_behind_a_proxy_all_is_secure(tmp_path: Path) -> None:
    values = load(
        tmp_path, SCOREKEEPER_PUBLIC_URL="https://cards.example.org:8443/", SCOREKEEPER_HOSTS="a, b c"
    )
    assert all(values.values()), values
    assert values["CSRF_TRUSTED_ORIGINS"] == ["https://cards.example.org:8443"]
    assert values["EXTRA_HOSTS"] == ("a", "b", "c", "cards.example.org")


@pytest.mark.parametrize(
    "public", [pytest.param("", marks=pytest.mark.long, id="home"), "https://cards.example.org"]
)
def test_nothing_is_wrong_with_how_it_is_served(tmp_path: Path, public: str) -> None:
    answer = manage(tmp_path, "check", "--deploy", "--fail-level", "DEBUG", SCOREKEEPER_PUBLIC_URL=public)
    assert (answer.returncode, answer.stderr) == (0, ""), answer.stderr
    assert "System check identified no issues" in answer.stdout


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCOREKEEPER_PUBLIC_URL", "cards.example.org"),
        ("TZ", "JST-9"),
        pytest.param("SCOREKEEPER_TRUSTED_PROXIES", "10.0.0.5 caddy", marks=pytest.mark.long),
        pytest.param("DATABASE_URL", "pigeon://db", marks=pytest.mark.long),
        pytest.param("TZ", "/etc/localtime", marks=pytest.mark.long),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(tmp_path: Path, name: str, value: str) -> None:
    answer = manage(tmp_path, "check", **{name: value})
    assert answer.returncode == 1
    assert name in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


def test_what_is_never_installed() -> None:
    for name in ("sessions", "auth", "admin"):
        assert f"django.contrib.{name}" not in settings.INSTALLED_APPS
    assert settings.DEBUG is False
