"""Whatever goes through everything needs no more memory the more there is."""

import gc
import tracemalloc
from collections.abc import Callable
from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from scorekeeper.archive import exporting
from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.models import GameSession, Seat
from scorekeeper.play.nights import night_at
from scorekeeper.scoring.registry import RULESETS

FEW, MANY = 10, 100
AT_ONCE = 5
LONG = "x" * 10_000
"""As much as many rounds would be."""
SOME = AT_ONCE * len(LONG) * 4
"""What the sessions that are read together may take, before and after they are sorted out."""

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "AT_ONCE", AT_ONCE)


@pytest.fixture
def circle() -> Circle:
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
