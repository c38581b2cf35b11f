"""manage.py demo."""

import json
from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.circles.models import Circle, Role
from scorekeeper.demo.year import TOKYO
from scorekeeper.play.models import GameSession, Hand, Round, RoundEdit, SettlementPaid
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import write_document
from tests.helpers import Phone

pytestmark = pytest.mark.django_db

FIVE = {"gamble", "kawagoe", "teyaku", "dotenko", "doudizhu"}
FEW = ("--evenings", "6", "--rounds", "3")


def make(*more: str) -> str:
    out = StringIO()
    call_command("demo", *FEW, *more, stdout=out)
    return out.getvalue()


def exports() -> list[str]:
    return [
        json.dumps(
            [session.public_id, session.started_at.isoformat(), write_document(Table(session).document())]
        )
        for session in GameSession.objects.order_by("pk")
    ]


@pytest.mark.postgresql
def test_a_circle_with_its_evenings_that_a_replay_agrees_with() -> None:
    make()
    call_command("rescore", check=True, stdout=StringIO())
    sessions = list(GameSession.objects.order_by("started_at", "pk"))
    assert {session.game for session in sessions} == FIVE
    assert [session for session in sessions if session.ended_at is None] == sessions[-1:]
    for session in sessions:
        table = Table(session)
        start = (session.stake or {}).get("start", 0)
        assert sum(table.state.balances.values()) + table.state.elsewhere == start * len(table.seats)


def test_the_same_seed_gives_the_same_files() -> None:
    make()
    first = exports()
    GameSession.objects.all().delete()
    Circle.objects.all().delete()
    make()
    assert exports() == first


def test_everything_lies_in_its_year_and_comes_in_its_order() -> None:
    make("--year", "2019")
    begin, end = datetime(2019, 1, 1, tzinfo=TOKYO), datetime(2020, 1, 1, tzinfo=TOKYO)
    for model, column in (
        (GameSession, "started_at"),
        (Round, "created_at"),
        (Hand, "entered_at"),
        (RoundEdit, "at"),
        (SettlementPaid, "at"),
        (Circle, "created_at"),
    ):
        found = list(model.objects.values_list(column, flat=True))  # type: ignore[attr-defined]
        assert found
        assert all(begin <= at < end for at in found), model
    for session in GameSession.objects.exclude(ended_at=None):
        times = list(session.edits.order_by("revision").values_list("at", flat=True))
        assert [*times, session.started_at] == [*sorted(times), min(*times, session.started_at)]
        assert session.ended_at is not None
        assert session.started_at < session.ended_at


def test_rounds_were_put_right_and_payments_ticked() -> None:
    make()
    actions = set(RoundEdit.objects.values_list("action", flat=True))
    assert {"add", "edit", "void", "restore", "end", "pay"} <= actions
    for session in GameSession.objects.all():
        assert session.revision == session.edits.count()


def test_twice_is_refused_in_words_and_changes_nothing() -> None:
    make()
    before = exports()
    with pytest.raises(CommandError, match="--seed"):
        make()
    assert exports() == before
    assert not make("--once")
    assert exports() == before


def test_what_is_there_is_left_alone(phone: Phone) -> None:
    kept = phone.show("export").json()
    make()
    make("--seed", "2")
    make("--language", "en")
    assert phone.show("export").json() == kept
    assert Circle.objects.count() == 4


def test_the_link_lets_a_host_in_and_every_page_of_the_circle_opens() -> None:
    public_id, link = make().split()[-2:]
    phone = Phone()
    assert phone.get(link).status_code == 302
    assert phone.get(f"/circles/{public_id}/").status_code == 200
    circle = Circle.objects.get(public_id=public_id)
    assert circle.memberships.filter(role=Role.HOST).count() == 2
    for session in circle.sessions.all()[:3]:
        for page in ("", "rounds/", "rounds/1/", "settle/", "rules/"):
            assert phone.get(f"/t/{session.public_id}/{page}").status_code == 200


@pytest.mark.parametrize("words", [("--people", "2"), ("--rounds", "x"), ("--language", "fr")])
def test_a_wish_that_cannot_be_met_is_refused(words: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        make(*words)
