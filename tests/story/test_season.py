"""One season: its name and days, closing and reopening it."""

import pytest
from django.utils import timezone

from scorekeeper.circles.models import CircleChange
from scorekeeper.story.models import Season
from tests.doors import ask, come_in, page, send
from tests.helpers import Phone, forms, text
from tests.story.test_seasons import day, opened


@pytest.fixture
def season(phone: Phone) -> Season:
    return opened(phone, "Spring", -10)


def test_rename_and_move(phone: Phone, season: Season) -> None:
    form = forms(ask(phone, "season", season.pk))["season"]
    assert form["first"] == [season.first.isoformat()]
    changed = send(phone, "season", season.pk, name="春", first=day(-9).isoformat(), last="")
    assert changed.status_code == 302
    assert changed["Location"].endswith(f"?by=season&at={season.pk}")
    season.refresh_from_db()
    assert (season.name, season.first, season.last) == ("春", day(-9), None)
    text = CircleChange.objects.filter(action="ranking").latest("pk")
    assert text.before == {"season": "Spring", "first": day(-10).isoformat(), "last": ""}
    assert text.after == {"season": "春", "first": day(-9).isoformat(), "last": ""}


def test_close_and_reopen(phone: Phone, season: Season) -> None:
    assert "Close the season today" in text(ask(phone, "season", season.pk))
    assert send(phone, "season", season.pk, action="close").status_code == 302
    season.refresh_from_db()
    assert (season.last, season.closed) == (timezone.localdate(), True)
    assert "Reopen the season" in text(ask(phone, "season", season.pk))
    assert send(phone, "season", season.pk, action="reopen").status_code == 302
    season.refresh_from_db()
    assert season.last is None


def test_reopening_into_the_next_season_is_refused(phone: Phone, season: Season) -> None:
    old = opened(phone, "Winter", -20, -11)
    refused = send(phone, "season", old.pk, action="reopen")
    assert refused.status_code == 422
    assert "These days overlap with “Spring”" in text(refused)
    old.refresh_from_db()
    assert old.last == day(-11)


def test_a_season_to_come_cannot_be_closed(phone: Phone, season: Season) -> None:
    send(phone, "season", season.pk, action="close")
    later = opened(phone, "Summer", 5)
    assert send(phone, "season", later.pk, action="close").status_code == 422


def test_a_bad_form_changes_nothing(phone: Phone, season: Season) -> None:
    refused = send(phone, "season", season.pk, name="", first="x", last="")
    assert refused.status_code == 422
    season.refresh_from_db()
    assert season.name == "Spring"
    assert CircleChange.objects.filter(action="ranking").count() == 1
    assert send(phone, "season", season.pk, name="Spring", first=season.first, last="").status_code == 302
    assert CircleChange.objects.filter(action="ranking").count() == 1  # nothing was changed


def test_only_hosts(phone: Phone, season: Season) -> None:
    player = come_in(phone, "player")
    assert ask(player, "season", season.pk).status_code == 403
    assert send(player, "season", season.pk, action="close").status_code == 403
    assert phone.get(page(phone, "season", 0)).status_code == 404
