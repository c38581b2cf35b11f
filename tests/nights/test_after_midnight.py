"""夜の日付: a table that began after midnight has the day of its night on every page and in every file."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from scorekeeper.circles.models import Player
from scorekeeper.play.models import GameSession
from tests.api.tables import column, read
from tests.doors import ask, page, send
from tests.helpers import DOBON, Phone, forms, text
from tests.nights.example import ONE
from tests.nights.test_night_paid import suggested, tick
from tests.play.evenings import begin_at

pytestmark = pytest.mark.postgresql

HALF_PAST_ONE = datetime(2026, 3, 10, 16, 30, tzinfo=UTC)
"""On the 11th in Tokyo."""


@pytest.fixture(name="late")
def _late(phone: Phone) -> Phone:
    """A phone at a table of 1円 a point that is over: Ben lost 330 to あき, and Chie 70."""
    phone.record(DOBON)
    GameSession.objects.update(rate=ONE)
    phone.press("session_end")
    begin_at(phone.session, HALF_PAST_ONE)
    return phone


def test_on_pages(late: Phone) -> None:
    ben, aki = (Player.objects.get(name=name).pk for name in ("Ben", "あき"))
    assert "円 Gamble Dobon Mar 10, 2026 Ben → pays あき 330円" in text(ask(late, "bills"))
    assert "Worst round Mar 10, 2026 · Round 1 −330" in text(ask(late, "person", ben))
    assert "B Ben pays あ あき Mar 10, 2026 · Round 1" in text(ask(late, "pair", ben, aki))
    assert "Gamble Dobon · Mar 10, 2026" in text(ask(late, "circle_delete"))
    assert "Gamble Dobon · Mar 10, 2026" in text(ask(late, "person_forget", ben))
    late.open_table(cid=late.session.circle.public_id)
    assert "Gamble Dobon Mar 10, 2026 Ben → pays あき 330円" in text(late.show("table"))


def test_in_files(late: Phone) -> None:
    assert late.show("export")["Content-Disposition"] == 'attachment; filename="gamble-2026-03-10.json"'
    begin_at(late.session, datetime(2026, 3, 10, 22, 30, tzinfo=UTC))
    assert late.show("export")["Content-Disposition"] == 'attachment; filename="gamble-2026-03-11.json"'


def test_of_what_is_paid_later(late: Phone) -> None:
    tick(late, paid=suggested(late)[0])
    assert "Settled together Mar 10, 2026 Chie → pays あき 70円" in text(ask(late, "bills"))
    assert column(read(late, page(late, "circle_payments_csv")), "Day") == ["2026-03-10"]


def test_of_a_season(late: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened at half past one it begins with that night, and closed then it ends with it."""
    monkeypatch.setattr(timezone, "now", lambda: HALF_PAST_ONE)
    form = next(form for form in forms(ask(late, "seasons")).values() if "first" in form)
    assert form["first"] == ["2026-03-10"]
    assert send(late, "seasons", **form | {"name": "Spring"}).status_code == 302
    assert "Spring from Mar 10, 2026 1 あ あき" in text(ask(late, "ranking"))
    season = late.session.circle.seasons.get()
    form = forms(ask(late, "season", season.pk))["season"]
    send(late, "season", season.pk, **form | {"action": "close"})
    shown = text(late.get(f"{page(late, 'ranking')}?by=season"))
    assert "Mar 10, 2026 to Mar 10, 2026 Champion あ あき" in shown
