"""A page that a change overtook while it was being read is made anew, of one moment."""

import json
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.template.base import Template
from django.test.utils import instrumented_test_render

from scorekeeper.play import moments
from scorekeeper.play.evenings import evenings
from scorekeeper.play.models import GameSession, Round
from scorekeeper.play.services import Stamp, add_round
from scorekeeper.play.stamps import new_key
from scorekeeper.play.table import READS, Moved, Table
from tests.helpers import DOBON, OUT, Phone, text

Query = Any
Read = Callable[[Table, Query], Iterator[Any]]


def record(phone: Phone) -> None:
    session = phone.session
    add_round(Table(session), {"kind": "nogame"}, Stamp(session.revision, new_key(), None))


@pytest.fixture(name="meddle")
def _meddle(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """So many times somebody records a round just before a page reads more rows."""
    left, read = [0], Table._of_now

    def meddled(table: Table, query: Query, **values: int) -> Iterator[Any]:
        if left[0]:
            left[0] -= 1
            record(phone)
        yield from read(table, query, **values)

    monkeypatch.setattr(Table, "_of_now", meddled)
    return left


@pytest.mark.parametrize("times", [1, READS, READS + 1])
@pytest.mark.parametrize("page", ["table", "rounds", "sheet", "settle"])
def test_a_page_that_was_overtaken_is_made_anew(
    phone: Phone, meddle: list[int], monkeypatch: pytest.MonkeyPatch, page: str, times: int
) -> None:
    monkeypatch.setattr(Template, "_render", instrumented_test_render)
    phone.play(DOBON)
    phone.play(OUT)
    meddle[0] = times
    shown = phone.show(page)
    assert shown.context["game_session"].revision == 2 + times
    assert shown.context["game_session"].next_position == 3 + times
    assert not meddle[0]


@pytest.mark.parametrize(("times", "waits"), [(3, False), (4, True)])
def test_writers_wait_once_three_more_tries_were_overtaken(
    phone: Phone, meddle: list[int], monkeypatch: pytest.MonkeyPatch, times: int, waits: bool
) -> None:
    held: list[GameSession] = []
    monkeypatch.setattr(moments, "hold", held.append)
    phone.play(DOBON)
    meddle[0] = times
    phone.show("rounds")
    assert held == ([phone.session] if waits else [])


def test_a_round_that_somebody_put_another_before_is_still_that_round(
    phone: Phone, meddle: list[int]
) -> None:
    phone.play(DOBON)
    row = Round.objects.get()
    meddle[0] = 1
    page = text(phone.get(phone.url("round_edit", 1), {"row": row.pk}))
    assert "Edit round 1" in page


def test_whoever_reads_without_a_page_is_told(phone: Phone) -> None:
    phone.play(DOBON)
    table = Table(phone.session)
    rounds = Table(phone.session).rounds
    phone.play(OUT)
    for read in (table.rounds_from, lambda number: table.balances_at([number])):
        with pytest.raises(Moved):
            read(1)
    with pytest.raises(Moved):
        table.shares(rounds)


@pytest.mark.parametrize("times", [1, READS])
def test_a_command_reads_again_what_was_overtaken(phone: Phone, meddle: list[int], times: int) -> None:
    phone.play(DOBON)
    meddle[0] = times
    call_command("rescore", "--check", stdout=StringIO())
    meddle[0] = times
    out = StringIO()
    call_command("export_session", phone.sid, stdout=out)
    assert not meddle[0]
    assert len(json.loads(out.getvalue())["rounds"]) == 1 + 2 * times


@pytest.mark.parametrize("times", [1, READS])
def test_the_file_of_a_circle_reads_again_what_was_overtaken(phone: Phone, times: int) -> None:
    """So many times somebody records a round after the rounds were read, and before the names are."""
    phone.play(DOBON)
    names = {seat.player_id: seat.player.name for seat in phone.session.seats.select_related("player")}
    reads = []

    def name_of(player: int) -> str:
        if names[player] == "あき":
            reads.append(player)
            if len(reads) <= times:
                record(phone)
        return names[player]

    [evening] = evenings(GameSession.objects.all(), name_of)
    assert len(evening.entries) == len(reads) == 1 + times
