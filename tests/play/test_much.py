"""A session holds so many rounds, which can always be saved as a file and brought in again; and whatever goes
through everything needs no more memory the more there is."""

import gc
import json
import tracemalloc
from collections.abc import Callable
from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from scorekeeper.archive import exporting
from scorekeeper.circles.models import Circle, Player
from scorekeeper.play import services
from scorekeeper.play.models import GameSession, Round, Seat
from scorekeeper.play.nights import night_at
from scorekeeper.play.services import change_seats, rescore, void_round
from scorekeeper.play.table import Table
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.limits import MOST_ROUNDS
from scorekeeper.scoring.registry import RULESETS
from tests.helpers import DOBON, OUT, Phone, text
from tests.play.evenings import form_version
from tests.rounds.test_seats import change


@pytest.fixture(name="three")
def _three(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session of three rounds is full."""
    monkeypatch.setattr(services, "MOST_ROUNDS", 3)


def no_games(phone: Phone, rounds: int) -> None:
    Round.objects.bulk_create(
        Round(session=phone.session, position=number, happened={"kind": "nogame"})
        for number in range(1, rounds + 1)
    )
    rescore(phone.session)


@pytest.mark.usefixtures("three")
def test_no_round_beyond_the_limit(phone: Phone) -> None:
    no_games(phone, 2)
    assert phone.play().status_code == 302
    answer = phone.send(phone.fill(OUT))
    assert answer.status_code == 409
    assert "4 rounds; at most 3" in text(answer)
    assert change(phone, join="えみ").status_code == 409
    assert phone.session.rounds.count() == 3
    assert phone.session.seats.count() == 4


@pytest.mark.usefixtures("three")
def test_a_voided_round_leaves_room_and_cannot_be_restored_without_room(phone: Phone) -> None:
    phone.record()
    phone.confirm_change("round_void", 1)
    for _ in range(3):
        assert phone.play().status_code == 302
    answer = phone.confirm_change("round_restore", 1)
    assert "4 rounds; at most 3" in text(answer)
    assert Round.objects.get(position=1).voided


@pytest.mark.postgresql
def test_number_of_rounds_of_a_prefetched_table(phone: Phone) -> None:
    assert Table(phone.session, prefetched=True).length == 0
    phone.record(DOBON, OUT)
    assert Table(phone.session, prefetched=True).length == 2


@pytest.mark.long
def test_a_full_session_can_be_imported_and_a_longer_one_opened(phone: Phone) -> None:
    no_games(phone, MOST_ROUNDS)
    assert len(read_document(json.loads(phone.show("export").content)).rounds) == MOST_ROUNDS
    Round.objects.create(session=phone.session, position=MOST_ROUNDS + 1, happened={"kind": "nogame"})
    rescore(phone.session)
    for name in ("table", "rounds", "sheet", "settle"):
        assert phone.show(name).status_code == 200
    assert phone.show("round_edit", MOST_ROUNDS + 1).status_code == 200


def test_as_many_payments_as_a_file_can_hold(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three losers pay in each round: the third round would make nine payments."""
    monkeypatch.setattr(services, "MOST_PAYMENTS", 6)
    for _ in range(2):
        assert phone.send(phone.fill(OUT)).status_code == 302
    answer = phone.send(phone.fill(OUT))
    assert answer.status_code == 409
    assert "more than 6 payments at one table What you typed is still here." in text(answer)
    assert "Confirm again" not in text(answer)
    assert phone.session.rounds.count() == 2
    assert phone.confirm_change("round_void", 2).status_code == 302
    assert phone.send(phone.fill(OUT)).status_code == 302
    monkeypatch.setattr(services, "MOST_PAYMENTS", 2)
    assert phone.confirm_change("round_void", 1).status_code == 302, "of too many any can be taken back"


def test_more_people_than_the_game_takes_can_be_read_back(phone: Phone) -> None:
    """One leaves and another joins, over and over; then those who left are said never to have left."""
    session = phone.session
    for number, name in enumerate("ABCDEFGHIJ"):
        change_seats(session, name, "", (), form_version(session))
        change_seats(session, "", str(number), (), form_version(session))
    for row in session.rounds.all():
        if "leave" in row.facts:
            void_round(row, form_version(session))
    assert len(Table(phone.session).replay.state.seats) == 14
    read = read_document(phone.show("export").json())
    assert dict(read.replay().state.balances) == phone.points()


# ── memory ─────────────────────────────────────────────────────────────────────────────────────

FEW, MANY = 10, 100
AT_ONCE = 5
LONG = "x" * 10_000
"""As much as many rounds would be."""
SOME = AT_ONCE * len(LONG) * 4
"""What the sessions that are read together may take, before and after they are sorted out."""


@pytest.fixture
def circle(db: None, monkeypatch: pytest.MonkeyPatch) -> Circle:
    monkeypatch.setattr(exporting, "AT_ONCE", AT_ONCE)
    if connection.vendor == "postgresql":  # SQLite takes a title of any length
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE play_gamesession ALTER COLUMN title TYPE text")
    return Circle.objects.create(name="Friday")


def sessions(circle: Circle, number: int) -> None:
    """Tables at which nothing happened yet, as many as that."""
    people = list(circle.players.all()) or [Player.objects.create(circle=circle, name=name) for name in "AB"]
    standing = {"points": {"1": 0, "2": 0}, "rounds": 0, "elsewhere": 0}
    kept = {"game": "gamble", "ruleset_version": RULESETS["gamble"].version, "standing": standing}
    night = night_at(circle, date(2026, 1, 1))
    made = [GameSession(circle=circle, night=night, title=LONG, **kept) for _ in range(number)]
    GameSession.objects.bulk_create(made)
    seats = [
        Seat(session=one, player=player, number=place)
        for one in made
        for place, player in enumerate(people, 1)
    ]
    Seat.objects.bulk_create(seats)


def most(work: Callable[[], object]) -> int:
    """The most memory in use at once, in bytes; garbage is collected soon, whatever else there is."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(1000, 1, 1)
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.set_threshold(*usual)
        gc.unfreeze()


def check() -> None:
    call_command("rescore", check=True, stdout=StringIO())


def export() -> None:
    """Rows that name each other in circles are given back now, and not some time later."""
    for number, _piece in enumerate(exporting.export_circle(Circle.objects.get())):
        if number % AT_ONCE == 0:
            gc.collect()


@pytest.mark.long
@pytest.mark.parametrize("work", [check, export])
def test_ten_times_the_sessions(circle: Circle, work: Callable[[], None]) -> None:
    sessions(circle, MANY)
    work()  # what is read or made once, and the room in which it is kept
    many = most(work)
    GameSession.objects.filter(pk__gt=GameSession.objects.order_by("pk")[FEW - 1].pk).delete()
    few = most(work)
    assert many < few + SOME
    assert MANY * len(LONG) > few + SOME  # which would be seen
