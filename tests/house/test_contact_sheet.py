"""The contact sheet shows every page that there is."""

import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from django.urls import resolve

from tests.addresses.test_access import ADDRESSES
from tests.browser.evenings import GAMES
from tests.browser.screens import NO_SCREENS, screens
from tests.server.running import running


def shown() -> set[str]:
    """The names of the URLs of all screens."""
    places = {
        "circle": "/circles/a/",
        "pair": "1/2/",
        "season": "/circles/a/seasons/1/",
        "plan": "/circles/a/file/b/",
        "there": "/circles/a/file/c/",
        "bill": "/circles/a/bills/b/",
        "link": "/circles/a/links/1/",
        "device": "/circles/a/devices/1/",
        "token": "/circles/a/tokens/1/",
        "somebody": "/circles/a/people/1/",
        "year": "/circles/a/year/2025/",
        "kept": "/circles/a/rules/b/",
        "key": "b",
        "code": "a",
        "part": "/circles/a/clear/part/",
        "page": "/r/a.b/",
        "night": "/circles/a/nights/2026-01-01/",
        "night_page": "/n/a.b/",
    }
    paths = defaultdict(lambda: "/t/a/", places)
    opened = {screen.where.format_map(paths).partition("?")[0] for screen in screens(GAMES) if screen.where}
    return {str(resolve(path).url_name) for path in opened}


def test_every_page_is_on_the_sheet_or_listed_as_left_out() -> None:
    pages = {name for name, at in ADDRESSES.items() if "GET" in at.access}
    assert pages - shown() == set(" ".join(NO_SCREENS.values()).split())


def test_every_screen_has_a_name_of_its_own() -> None:
    """Otherwise pictures would overwrite each other."""
    named = Counter((screen.group, screen.name) for screen in screens(GAMES))
    assert [name for name, count in named.items() if count > 1] == []


def test_its_server_starts_outside_of_a_test_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FIRST_START")
    with running(tmp_path / "data", program=(sys.executable, "-c", "print('up')")) as server:
        assert server.first_line == "up\n"
