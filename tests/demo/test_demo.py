"""manage.py demo, and serve --demo: a folder, a port and a cookie of its own, and a banner on every page."""

import json
import re
import sys
import time
from collections import Counter
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from scorekeeper.archive.circle_reading import read_evenings, read_head
from scorekeeper.archive.sample import LANGUAGES, sample_file, up_to
from scorekeeper.circles import access
from scorekeeper.circles.models import Circle
from scorekeeper.live import stream
from scorekeeper.play.documents import load_lasting
from scorekeeper.play.models import GameSession, Round
from scorekeeper.play.table import Table
from scorekeeper.server.environment import apply_options
from scorekeeper.server.management.commands import serve
from tests.archive.test_circle import FILE
from tests.helpers import Phone, html, text
from tests.server.running import manage, running

SAMPLE = "scorekeeper.archive.management.commands.demo.sample_file"
FIVE = {"gamble", "kawagoe", "teyaku", "dotenko", "doudizhu"}


def make(*more: str) -> str:
    out = StringIO()
    call_command("demo", *more, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_demo_year_equals_its_replay_and_its_link_makes_a_host() -> None:
    public_id, link = make().split()[-2:]
    call_command("rescore", check=True, stdout=StringIO())
    sessions = list(GameSession.objects.order_by("started_at", "pk"))
    assert {session.game for session in sessions} == FIVE
    assert [session for session in sessions if session.ended_at is None] == sessions[-1:]
    for session in sessions:
        table = Table(session)
        start = (session.stake or {}).get("start", 0)
        assert sum(table.state.balances.values()) + table.state.elsewhere == start * len(table.seats)
    assert Round.objects.filter(voided=True).exists()
    phone = Phone()
    assert phone.get(link).status_code == 302
    assert phone.get(f"/circles/{public_id}/settings/").status_code == 200, "who comes by it is a host"
    for session in sessions[:3]:
        for page in ("", "rounds/", "rounds/1/", "settle/", "rules/"):
            assert phone.get(f"/t/{session.public_id}/{page}").status_code == 200
    make("--once")
    assert Circle.objects.filter(deleted_at=None).count() == 1, "once is only where there is nothing yet"


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_demo_sessions_have_no_objections_and_every_feature(language: str) -> None:
    """The rules object to nothing: no claim that a hand cannot make, no more cards than a deck has."""
    data = load_lasting(sample_file(language))
    evenings = list(read_evenings(data, read_head(data)))
    for evening in evenings:
        assert not any(scored.outcome.problems for scored in evening.document.replay().scored), evening.id
    nights = Counter(session["started"][:10] for session in data["sessions"])
    assert sum(tables > 1 for tables in nights.values()) * 3 >= len(nights)
    kinds = {facts["kind"] for session in data["sessions"] for facts in session["document"]["rounds"]}
    assert kinds >= {"seats", "rules"}, "some come late, and people agree on other rules"
    assert data["nights"]
    assert data["rule_sets"]
    assert all(bill["payments"] for bill in data["bills"])
    assert {"night" in bill for bill in data["bills"]} == {True, False}


@pytest.mark.django_db
def test_there_is_one_demo_for_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Japanese one is made by the test before, the English one by ``tests/tables/test_documents.py``; the
    first, here a short one, is made by a start of the demo."""
    with monkeypatch.context() as patch:
        patch.setattr(SAMPLE, lambda _language: json.dumps(FILE))
        assert not make("--once", "--language", "en")
        assert Circle.objects.get().name == "Friday"
    assert "/join/" in make("--language", "zh-hans")
    assert sorted(LANGUAGES) == ["en", "ja", "zh-hans"]
    assert len(set(Circle.objects.values_list("name", flat=True))) == 2
    with pytest.raises(CommandError):
        make("--language", "fr")


@pytest.mark.django_db
def test_the_demo_is_moved_by_whole_weeks_to_the_last_year() -> None:
    """3 and 24 January 2025 were Fridays; 52 weeks after the second comes 23 January 2026, a Friday."""
    text = '{"at":"2025-01-03T11:00:00+00:00","first":"2025-01-24"}'
    assert up_to(text, date(2025, 2, 1)) == text
    assert up_to(text, date(2026, 1, 22)) == text
    moved = up_to(text, date(2026, 1, 23))
    assert moved == '{"at":"2026-01-02T11:00:00+00:00","first":"2026-01-23"}'
    assert up_to(text, date(2020, 1, 1)) == text


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
    """A demo that has been started, with one evening in place of a year."""
    settings.DEMO = True
    monkeypatch.setattr(SAMPLE, lambda _language: json.dumps(FILE))
    call_command("demo", stdout=StringIO())
    return settings


def served(folder: Path, **more: str) -> list[object]:
    """What the settings make of an environment."""
    result: list[object] = json.loads(manage(folder, "-c", ASKED, program=(sys.executable,), **more).stdout)
    return result


def test_the_demo_has_a_folder_database_cookie_and_port_of_its_own(
    tmp_path: Path, settings: LazySettings
) -> None:
    environ: dict[str, str] = {}
    apply_options(["manage.py", "serve", "--demo", "--data", str(tmp_path)], environ)
    assert environ == {"SCOREKEEPER_DATA": str(tmp_path), "SCOREKEEPER_DEMO": "1"}
    file = tmp_path / "demo" / "scorekeeper.sqlite3"
    result = served(tmp_path, SCOREKEEPER_DEMO="1", DATABASE_URL="postgres://somebody@localhost/scores")
    assert result == [str(tmp_path / "demo"), str(file), "demo_device", "demo_device"]
    assert (access.COOKIE, stream.COOKIE) == ("device", "device")
    for settings.DEMO, port in ((False, 8000), (True, 8001)):
        assert serve.Command().create_parser("manage.py", "serve").get_default("port") == port


def test_visitors_of_the_demo_see_a_link_and_a_banner(demo: LazySettings) -> None:
    """What people make beside it is not handed out; without the demo there is neither."""
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
    demo.DEMO = False
    for phone in (visitor, Phone()):
        start = phone.get("/")
        assert BANNER not in text(start)
        assert "/join/" not in html(start)


@pytest.mark.long
def test_the_demo_year_is_made_only_at_the_first_start(tmp_path: Path) -> None:
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
