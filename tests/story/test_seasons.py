"""シーズン: hosts open, change and close seasons; everybody sees the winners of closed ones."""

from datetime import date, timedelta

import pytest
from django.http import HttpResponse
from django.utils import timezone

from scorekeeper.circles.models import CircleChange
from scorekeeper.play.models import GameSession
from scorekeeper.play.nights import tonight
from scorekeeper.story.models import Season
from tests.circle_pages import ask, circle_of, join_by_link, page, send
from tests.helpers import DOBON, OUT, Phone, forms, html, text
from tests.play.evenings import begin_at


def day(days: int) -> date:
    return tonight() + timedelta(days=days)


def open_season(phone: Phone, name: str, first: int, last: int | None = None) -> Season:
    """Open a season; its days are counted from tonight."""
    days = {"first": day(first).isoformat(), "last": day(last).isoformat() if last is not None else ""}
    assert send(phone, "seasons", name=name, **days).status_code == 302
    return Season.objects.get(name=name)


def ranking(phone: Phone, query: str = "") -> str:
    return text(phone.get(f"{page(phone, 'ranking')}?{query}"))


def test_the_running_season_comes_first_in_the_ranking(phone: Phone) -> None:
    phone.record(DOBON)
    assert "Season" not in ranking(join_by_link(phone, "viewer"))
    season = open_season(phone, "Spring", 0)
    assert "Season Year Month Table Rating Spring from" in ranking(phone)
    assert "Champion" not in ranking(phone)
    assert "running" in text(ask(phone, "seasons"))
    made = CircleChange.objects.get(action="ranking")
    assert made.before is None
    assert made.after == {"season": "Spring", "first": season.first.isoformat(), "last": ""}


def test_a_closed_season_shows_its_winner_and_its_ranking(phone: Phone) -> None:
    """Within it あき wins 400 and nobody else gains; today's evening is no part of it."""
    phone.record(DOBON)
    begin_at(GameSession.objects.get(), timezone.now() - timedelta(days=10))
    phone.open_table(cid=circle_of(phone).public_id).record(OUT)
    old = open_season(phone, "Winter", -20, -5)
    open_season(phone, "Spring", -4)
    assert "Gamble Dobon: あき" in text(ask(phone, "seasons"))
    shown = ranking(phone, f"by=season&at={old.pk}")
    assert "Champion あ あき" in shown
    assert "1 あ あき 1 table · 1 first place · average place 1.0 +400" in shown
    now = ranking(phone)
    assert "1 ▲ up 2 C Chie 1 table · 1 first place · average place 1.0 +80" in now


def test_a_future_season_has_no_ranking(phone: Phone) -> None:
    """It cannot be closed, and a change of it leads to the list."""
    phone.record(DOBON)
    season = open_season(phone, "Next", 5)
    assert phone.get(f"{page(phone, 'ranking')}?by=season&at={season.pk}").status_code == 404
    assert "Year Month Table" in ranking(phone)
    listed = ask(phone, "seasons")
    assert "Next" in text(listed)
    assert "running" not in text(listed)
    assert f"by=season&amp;at={season.pk}" not in html(listed)
    assert send_season(phone, season, action="close").status_code == 422
    changed = send_season(phone, season, name="夏", first=day(6).isoformat())
    assert changed["Location"] == page(phone, "seasons")


OVERLAPPING = [(-5, -3), (-20, -10), (-30, -5), (-12, -11), (-30, None), (-7, None)]


def test_invalid_and_overlapping_seasons_are_refused(phone: Phone) -> None:
    """Adjacent ones are not.  Only hosts see the form."""
    assert "Open a season" not in text(ask(join_by_link(phone), "seasons"))
    for name, start, end in NO_SEASONS:
        assert send(phone, "seasons", name=name, first=start, last=end).status_code == 422
        assert not Season.objects.exists()
    old = open_season(phone, "Winter", -20, -5)
    for first, last in OVERLAPPING:
        data = {"first": day(first).isoformat(), "last": day(last).isoformat() if last is not None else ""}
        refused = send(phone, "seasons", name="Another", **data)
        assert refused.status_code == 422
        assert "These days overlap with “Winter”" in text(refused)
        assert 'value="Another"' in refused.content.decode()
        assert list(Season.objects.all()) == [old]
    open_season(phone, "Autumn", -30, -21)
    open_season(phone, "Spring", -4)


NO_SEASONS = [
    ("", "2025-01-01", ""),
    ("x" * 41, "2025-01-01", ""),
    ("A", "", ""),
    ("A", "1999-12-31", ""),
    ("A", "2025-02-30", ""),
    ("A", "2025-02-03", "2025-02-02"),
    ("A", "2025-02-03", "9999-12-31"),
]


@pytest.fixture
def season(phone: Phone) -> Season:
    return open_season(phone, "Spring", -10)


def send_season(phone: Phone, season: Season, **fields: object) -> HttpResponse:
    """Send the form of a season with some other fields."""
    return send(phone, "season", season.pk, **{**forms(ask(phone, "season", season.pk))["season"], **fields})


def test_a_season_is_renamed_and_moved(phone: Phone, season: Season) -> None:
    form = forms(ask(phone, "season", season.pk))["season"]
    assert form["first"] == [season.first.isoformat()]
    changed = send_season(phone, season, name="春", first=day(-9).isoformat())
    assert changed.status_code == 302
    assert changed["Location"].endswith(f"?by=season&at={season.pk}")
    season.refresh_from_db()
    assert (season.name, season.first, season.last) == ("春", day(-9), None)
    text = CircleChange.objects.filter(action="ranking").latest("pk")
    assert text.before == {"season": "Spring", "first": day(-10).isoformat(), "last": ""}
    assert text.after == {"season": "春", "first": day(-9).isoformat(), "last": ""}


def test_a_season_is_closed_and_reopened(phone: Phone, season: Season) -> None:
    """Not into the next one; an invalid form changes nothing."""
    assert "Close the season today" in text(ask(phone, "season", season.pk))
    assert send_season(phone, season, action="close").status_code == 302
    season.refresh_from_db()
    assert (season.last, season.closed) == (tonight(), True)
    assert "Reopen the season" in text(ask(phone, "season", season.pk))
    assert send_season(phone, season, action="reopen").status_code == 302
    season.refresh_from_db()
    assert season.last is None

    old = open_season(phone, "Winter", -20, -11)
    refused = send_season(phone, old, action="reopen")
    assert refused.status_code == 422
    assert "These days overlap with “Spring”" in text(refused)
    assert send_season(phone, old, name="", first="x").status_code == 422
    before = old.columns
    old.refresh_from_db()
    assert old.columns == before


def test_a_stale_form_or_button_is_refused(phone: Phone, season: Season) -> None:
    """The form keeps what was typed; the button shows the new last day."""
    opened_before = forms(ask(phone, "season", season.pk))["season"]
    assert send_season(join_by_link(phone, "host"), season, last=day(-3).isoformat()).status_code == 302
    late = send(phone, "season", season.pk, **{**opened_before, "name": "春"})
    assert late.status_code == 409
    assert "Somebody has changed this meanwhile." in text(late)
    pressed = send(phone, "season", season.pk, seen=opened_before["seen"], action="close")
    assert pressed.status_code == 409
    assert forms(pressed)["season"]["last"] == [day(-3).isoformat()]
    season.refresh_from_db()
    assert (season.name, season.last) == ("Spring", day(-3))
    again = forms(late)["season"]
    assert (again["name"], again["last"]) == (["春"], [""])
    assert send(phone, "season", season.pk, **again).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.last) == ("春", None)
