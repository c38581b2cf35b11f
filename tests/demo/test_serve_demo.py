"""manage.py serve --demo: a folder, a port and a cookie of its own, and a banner on every page."""

import json
import re
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command

from scorekeeper.circles import access
from scorekeeper.circles.models import Circle
from scorekeeper.live import stream
from scorekeeper.server.environment import take_environment
from scorekeeper.server.management.commands import serve
from tests.archive.test_circle import FILE
from tests.helpers import Phone, html, text
from tests.server.running import manage, running

BANNER = "Demo: everything here is made up."
SETTINGS = "scorekeeper.settings"
ASKED = """
import json, django
django.setup()
from scorekeeper.circles import access
from scorekeeper.live import stream
settings = django.conf.settings
facts = [str(settings.DATA_DIR), str(settings.DATABASES["default"]["NAME"]), access.COOKIE, stream.COOKIE]
print(json.dumps(facts))
"""


@pytest.fixture
def demo(settings: LazySettings, db: None, monkeypatch: pytest.MonkeyPatch) -> LazySettings:
    """A demo that has been started, with one evening in place of a year; ``test_demo.py`` makes the year."""
    settings.DEMO = True
    monkeypatch.setattr(
        "scorekeeper.archive.management.commands.demo.sample_file", lambda _language: json.dumps(FILE)
    )
    call_command("demo", stdout=StringIO())
    return settings


def served(folder: Path, **more: str) -> list[object]:
    """What the settings make of an environment."""
    result: list[object] = json.loads(manage(folder, "-c", ASKED, program=(sys.executable,), **more).stdout)
    return result


def test_the_command_line_tells_the_settings(tmp_path: Path) -> None:
    environ: dict[str, str] = {}
    take_environment(["manage.py", "serve", "--demo", "--data", str(tmp_path)], environ)
    assert environ == {"SCOREKEEPER_DATA": str(tmp_path), "SCOREKEEPER_DEMO": "1"}


def test_folder_database_and_cookie_are_its_own(tmp_path: Path) -> None:
    address = "postgres://somebody@localhost/scores"
    file = tmp_path / "demo" / "scorekeeper.sqlite3"
    result = served(tmp_path, SCOREKEEPER_DEMO="1", DATABASE_URL=address)
    assert result == [str(tmp_path / "demo"), str(file), "demo_device", "demo_device"]
    assert (access.COOKIE, stream.COOKIE) == ("device", "device")


def test_the_port_is_its_own(settings: LazySettings) -> None:
    for settings.DEMO, port in ((False, 8000), (True, 8001)):
        assert serve.Command().create_parser("manage.py", "serve").get_default("port") == port


def test_a_visitor_comes_in_and_every_page_says_what_it_is(demo: LazySettings) -> None:
    """What people make beside it is not handed out."""
    Phone().open_table(("X", "Y"))
    visitor = Phone()
    start = visitor.get("/")
    assert BANNER in text(start)
    way = re.search(r'href="(/join/[^"]+)"', html(start))
    assert way
    circle = Circle.objects.order_by("pk")[0]
    assert visitor.get(way[1]).headers["location"] == f"/circles/{circle.public_id}/"
    session = circle.sessions.filter(ended_at=None).get()
    for page in (
        f"/circles/{circle.public_id}/",
        f"/t/{session.public_id}/",
        f"/t/{session.public_id}/rounds/new/",
    ):
        assert BANNER in text(visitor.get(page))
    assert "/join/" not in html(visitor.get("/"))
    assert BANNER in text(visitor.get("/nothing/"))
    for language, words in (("ja", "これは見本です"), ("zh-hans", "演示：牌局均为虚构")):
        assert words in text(Phone().get("/", headers={"accept-language": language}))


def test_without_it_no_page_says_so_and_nobody_is_let_in(phone: Phone) -> None:
    assert BANNER not in text(phone.get("/"))
    assert "/join/" not in html(Phone().get("/"))


@pytest.mark.long
def test_the_year_is_made_at_the_first_start_alone(tmp_path: Path) -> None:
    with running(tmp_path, "--demo", settings=SETTINGS) as server:
        until = time.monotonic() + 120
        while "Stop with" not in server.output and time.monotonic() < until:
            time.sleep(0.1)
        printed = server.output
        address = re.search(r"http://[0-9.]+:(\d+)/", printed)
        assert BANNER in printed
        assert f"{tmp_path}/demo" in printed
        assert address
        server.first_line = address[0]
        assert BANNER in server.ask("GET", "/", headers={"Accept-Language": "en"})[2]
    with running(tmp_path, "--demo", settings=SETTINGS) as server:
        assert re.search(r"http://[0-9.]+:\d+/", server.first_line)
