"""What is shown of a table is of one moment, whatever others write while it is being read."""

import json
from collections.abc import Sequence
from io import StringIO
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import connection
from django.template.base import Template
from django.test.utils import instrumented_test_render

from scorekeeper.archive.exporting import evenings
from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import GameSession, Round, Seat
from scorekeeper.play.services import add_round
from scorekeeper.play.table import Table
from tests.helpers import DOBON, OUT, Phone, text

pytestmark = pytest.mark.postgresql


def record(sid: str) -> None:
    """Another thread records a round, and is through before this one goes on."""

    def write() -> None:
        session = GameSession.objects.get(public_id=sid)
        add_round(Table(session), {"kind": "nogame"}, FormVersion(session.revision, new_key(), None))
        connection.close()

    thread = Thread(target=write)
    thread.start()
    thread.join()


@pytest.fixture(name="table")
def _table(shared_database: None) -> Phone:
    phone = Phone().open_table()
    phone.record(DOBON, OUT)
    return phone


@pytest.fixture(name="meddle")
def _meddle(table: Phone, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Anyone who stands here records a round as soon as the seats of the table were read."""
    sids: list[str] = []
    seats = vars(Table)["seats"]
    read = seats.func

    def meddled(table: Table) -> Sequence[Seat]:
        rows: Sequence[Seat] = read(table)
        if sids:
            record(sids.pop())
        return rows

    monkeypatch.setattr(seats, "func", meddled)
    return sids


@pytest.mark.parametrize("page", ["table", "rounds", "sheet", "settle", "round_new"])
def test_a_page_shows_what_was_there_when_it_was_asked_for(
    table: Phone, meddle: list[str], monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.setattr(Template, "_render", instrumented_test_render)
    meddle.append(table.sid)
    shown = table.show(page).context["game_session"]
    assert (meddle, table.session.revision) == ([], 3)
    assert (shown.revision, shown.length) == (2, 2)
    again = table.show(page).context["game_session"]
    assert (again.revision, again.length) == (3, 3)


def test_a_form_of_that_moment_is_shown_again_once_it_is_sent(table: Phone, meddle: list[str]) -> None:
    """The form shows two rounds: a third came meanwhile, so it has to be confirmed once more."""
    meddle.append(table.sid)
    form = table.fill(OUT)
    assert table.send(form).status_code == 409
    assert Round.objects.count() == 3


def test_a_round_that_others_came_behind_is_still_that_round(table: Phone, meddle: list[str]) -> None:
    row = Round.objects.get(position=2)
    meddle.append(table.sid)
    assert "Edit round 2" in text(table.get(table.url("round_edit", 2), {"row": row.pk}))


def test_a_command_prints_a_session_of_one_moment(table: Phone, meddle: list[str]) -> None:
    out = StringIO()
    meddle.append(table.sid)
    call_command("export_session", table.sid, stdout=out)
    assert (meddle, len(json.loads(out.getvalue())["rounds"])) == ([], 2)
    meddle.append(table.sid)
    call_command("rescore", "--check", stdout=StringIO())
    assert not meddle


def test_the_file_of_a_circle_has_evenings_of_one_moment(table: Phone) -> None:
    names = {seat.player_id: seat.player.name for seat in table.session.seats.select_related("player")}
    left = [table.sid]

    def name_of(player: int) -> str:
        if left:
            record(left.pop())
        return names[player]

    [evening] = evenings(GameSession.objects.all(), name_of)
    assert (left, len(evening.entries)) == ([], 2)
