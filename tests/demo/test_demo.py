"""manage.py demo."""

import json
from collections import Counter
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.archive.circle_reading import read_evenings, read_head
from scorekeeper.archive.management.commands import demo
from scorekeeper.archive.sample import LANGUAGES, sample_file, up_to
from scorekeeper.circles.models import Circle
from scorekeeper.play.documents import load_lasting
from scorekeeper.play.models import GameSession, Round
from scorekeeper.play.table import Table
from tests.archive.test_circle import FILE
from tests.helpers import Phone

pytestmark = pytest.mark.django_db

FIVE = {"gamble", "kawagoe", "teyaku", "dotenko", "doudizhu"}


def make(*more: str) -> str:
    out = StringIO()
    call_command("demo", *more, stdout=out)
    return out.getvalue()


def test_a_year_that_a_replay_agrees_with_and_a_link_that_lets_a_host_in() -> None:
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_evenings_as_real_cards_and_people_would_have_them(language: str) -> None:
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


def test_every_language_has_one_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Japanese one is made by the test before, the English one by ``tests/tables/test_documents.py``; the
    first, here a short one, is made by a start of the demo."""
    with monkeypatch.context() as patch:
        patch.setattr(demo, "sample_file", lambda _language: json.dumps(FILE))
        assert not make("--once", "--language", "en")
        assert Circle.objects.get().name == "Friday"
    assert "/join/" in make("--language", "zh-hans")
    assert sorted(LANGUAGES) == ["en", "ja", "zh-hans"]
    assert len(set(Circle.objects.values_list("name", flat=True))) == 2
    with pytest.raises(CommandError):
        make("--language", "fr")


def test_its_last_evening_is_less_than_a_year_old_and_days_of_the_week_stay() -> None:
    """3 and 24 January 2025 were Fridays; 52 weeks after the second comes 23 January 2026, a Friday."""
    text = '{"at":"2025-01-03T11:00:00+00:00","first":"2025-01-24"}'
    assert up_to(text, date(2025, 2, 1)) == text
    assert up_to(text, date(2026, 1, 22)) == text
    moved = up_to(text, date(2026, 1, 23))
    assert moved == '{"at":"2026-01-02T11:00:00+00:00","first":"2026-01-23"}'
    assert up_to(text, date(2020, 1, 1)) == text
