"""One season: its name and days, closing and reopening it."""

import pytest
from django.http import HttpResponse

from scorekeeper.circles.models import CircleChange
from scorekeeper.play.nights import tonight
from scorekeeper.story.models import Season
from tests.doors import ask, come_in, page, send
from tests.helpers import Phone, forms, text
from tests.story.test_seasons import day, opened


@pytest.fixture
def season(phone: Phone) -> Season:
    return opened(phone, "Spring", -10)


def sent(phone: Phone, season: Season, **fields: object) -> HttpResponse:
    """The form of a season as it comes, with other fields."""
    return send(phone, "season", season.pk, **{**forms(ask(phone, "season", season.pk))["season"], **fields})


def test_rename_and_move(phone: Phone, season: Season) -> None:
    form = forms(ask(phone, "season", season.pk))["season"]
    assert form["first"] == [season.first.isoformat()]
    changed = sent(phone, season, name="春", first=day(-9).isoformat())
    assert changed.status_code == 302
    assert changed["Location"].endswith(f"?by=season&at={season.pk}")
    season.refresh_from_db()
    assert (season.name, season.first, season.last) == ("春", day(-9), None)
    text = CircleChange.objects.filter(action="ranking").latest("pk")
    assert text.before == {"season": "Spring", "first": day(-10).isoformat(), "last": ""}
    assert text.after == {"season": "春", "first": day(-9).isoformat(), "last": ""}


def test_close_and_reopen(phone: Phone, season: Season) -> None:
    assert "Close the season today" in text(ask(phone, "season", season.pk))
    assert sent(phone, season, action="close").status_code == 302
    season.refresh_from_db()
    assert (season.last, season.closed) == (tonight(), True)
    assert "Reopen the season" in text(ask(phone, "season", season.pk))
    assert sent(phone, season, action="reopen").status_code == 302
    season.refresh_from_db()
    assert season.last is None


def test_reopening_into_the_next_season_is_refused(phone: Phone, season: Season) -> None:
    old = opened(phone, "Winter", -20, -11)
    refused = sent(phone, old, action="reopen")
    assert refused.status_code == 422
    assert "These days overlap with “Spring”" in text(refused)
    old.refresh_from_db()
    assert old.last == day(-11)


def test_a_season_to_come_cannot_be_closed(phone: Phone, season: Season) -> None:
    sent(phone, season, action="close")
    later = opened(phone, "Summer", 5)
    assert sent(phone, later, action="close").status_code == 422


def test_a_season_to_come_is_changed_and_leads_to_the_list(phone: Phone) -> None:
    season = opened(phone, "Summer", 5)
    changed = sent(phone, season, name="夏", first=day(6).isoformat())
    assert changed["Location"] == page(phone, "seasons")


def test_a_bad_form_changes_nothing(phone: Phone, season: Season) -> None:
    refused = sent(phone, season, name="", first="x")
    assert refused.status_code == 422
    season.refresh_from_db()
    assert season.name == "Spring"
    assert CircleChange.objects.filter(action="ranking").count() == 1


def test_what_another_host_changed_meanwhile_is_not_overwritten(phone: Phone, season: Season) -> None:
    """Neither by the form, which keeps what was typed, nor by the button, which knows another last day."""
    opened_before = forms(ask(phone, "season", season.pk))["season"]
    assert sent(come_in(phone, "host"), season, last=day(-3).isoformat()).status_code == 302
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
