"""A page of a table reads one snapshot, and a change of a table changes no other table of its circle."""

import json
from collections.abc import Sequence
from copy import copy
from io import StringIO
from threading import Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.template.base import Template
from django.test.utils import instrumented_test_render

from scorekeeper.archive.exporting import evenings
from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.models import (
    GameSession,
    Hand,
    Round,
    RoundEdit,
    RoundResult,
    Seat,
    SeatResult,
    SettlementPaid,
)
from scorekeeper.play.services import add_round, rescore
from scorekeeper.play.table import Table
from scorekeeper.rounds.models import OpenHand, OpenRound
from tests.helpers import DOBON, OUT, Phone, text
from tests.money.test_settle import press, values
from tests.rounds.test_seats import change
from tests.seated import collect, confirm, opened, send_hand, sit, wish

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
    """For each id in this list a round is recorded as soon as the seats of a table were read."""
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
def test_a_page_reads_one_snapshot(
    table: Phone, meddle: list[str], monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.setattr(Template, "_render", instrumented_test_render)
    meddle.append(table.sid)
    shown = table.show(page).context["game_session"]
    assert (meddle, table.session.revision) == ([], 3)
    assert (shown.revision, shown.length) == (2, 2)
    again = table.show(page).context["game_session"]
    assert (again.revision, again.length) == (3, 3)


def test_a_form_of_an_older_snapshot_is_stale(table: Phone, meddle: list[str]) -> None:
    """The form shows two rounds: a third came meanwhile, so it has to be confirmed once more.

    A round is loaded by its key, also while others are recorded.
    """
    meddle.append(table.sid)
    form = table.fill(OUT)
    assert table.send(form).status_code == 409
    assert Round.objects.count() == 3
    meddle.append(table.sid)
    row = Round.objects.get(position=2)
    assert "Edit round 2" in text(table.get(table.url("round_edit", 2), {"row": row.pk}))
    assert not meddle


def test_commands_read_one_snapshot(table: Phone, meddle: list[str]) -> None:
    out = StringIO()
    meddle.append(table.sid)
    call_command("export_session", table.sid, stdout=out)
    assert (meddle, len(json.loads(out.getvalue())["rounds"])) == ([], 2)
    meddle.append(table.sid)
    call_command("rescore", "--check", stdout=StringIO())
    assert not meddle


def test_an_export_reads_each_session_in_one_snapshot(table: Phone) -> None:
    left = [table.sid]

    class Names(dict[int | None, str]):
        def __missing__(self, player: int) -> str:
            if left:
                record(left.pop())
            return f"P{player}"

    [evening] = evenings(GameSession.objects.all(), Names())
    assert (left, len(evening.entries)) == ([], 2)


# ── apart from all others ─────────────────────────────────────────────────────────────────────────

OWNED = {
    GameSession: "pk",
    Seat: "session",
    Round: "session",
    Hand: "round__session",
    RoundResult: "session",
    SeatResult: "result__session",
    RoundEdit: "session",
    SettlementPaid: "session",
    OpenRound: "session",
    OpenHand: "open_round__session",
}
"""Rows of a table, and by what they name it."""


def rows_of(phone: Phone) -> list[list[dict[str, Any]]]:
    """Everything that is kept of a table."""
    pk = phone.session.pk
    return [list(model.objects.filter(**{by: pk}).order_by("pk").values()) for model, by in OWNED.items()]


def rounds(phone: Phone) -> None:
    """Rounds are recorded, corrected, inserted, taken back and brought back."""
    phone.record(DOBON)
    phone.play(OUT, "round_edit", 1)
    phone.play(DOBON, "round_insert", 1)
    phone.confirm_change("round_void", 1)
    phone.confirm_change("round_restore", 1)


def seats(phone: Phone) -> None:
    change(phone, join="えみ")
    change(phone, leave="4")
    rescore(phone.session)


def ending(phone: Phone) -> None:
    press(phone, paid=values(phone)[0])
    press(phone, undo=str(SettlementPaid.objects.latest("pk").pk))
    phone.press("session_end")


def together(phone: Phone) -> None:
    """Somebody sends a hand and takes it back, the round is cancelled; the next one is recorded."""
    phone.press("session_reopen")
    sit(phone, "あき")
    for cards in ("K 2", " "):
        collect(phone)
        send_hand(phone, cards)
    phone.post(phone.url("pads_cancel"), {"round": opened(phone).pk})
    collect(phone)
    send_hand(phone, "5")
    confirm(phone, **{"hand-1": "K", "hand-3": "2 10"})
    wish(phone, hidden_hands="on")


def test_nothing_of_another_table_changes(phone: Phone) -> None:
    """Both have the same people, the same device, and the same things done before."""
    other = copy(phone).open_table(cid=phone.session.circle.public_id)
    for one in (phone, other):
        one.record(DOBON, OUT)
        press(one, paid=values(one)[0])
        sit(one, "あき")
        collect(one)
        send_hand(one, "K")
    before = rows_of(other)
    for done in (rounds, seats, ending, together):
        mine = rows_of(phone)
        done(phone)
        assert rows_of(phone) != mine
        assert rows_of(other) == before
    assert all(before)
