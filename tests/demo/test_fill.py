"""manage.py fill: copies of a few made-up circles, and a busy one among them."""

from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F

from scorekeeper.circles.models import Circle
from scorekeeper.demo import store
from scorekeeper.play.models import GameSession, Round, RoundResult, SeatResult
from scorekeeper.stats.models import Tally
from scorekeeper.stats.tallies import count
from tests.helpers import Phone

CIRCLES, PLAYED, EVENINGS = 6, 2, 2
AMOUNT = ("--circles", str(CIRCLES), "--evenings", str(EVENINGS), "--rounds", "2", "--busy", "3")


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PLAYED", PLAYED)


def fill(*more: str) -> str:
    out = StringIO()
    call_command("fill", *AMOUNT, *more, stdout=out)
    return out.getvalue()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_copies_that_a_replay_agrees_with() -> None:
    """The rows of a circle are copied together, lie among those of others, and are as the engine says."""
    told = fill()
    call_command("rescore", check=True, stdout=StringIO())
    assert f"{CIRCLES + 1} circles" in told
    assert f"{Round.objects.count()} rounds" in told
    busy = Circle.objects.get(public_id=told.split()[-2])
    others = Circle.objects.exclude(pk=busy.pk)
    assert others.count() == CIRCLES
    shapes = [(each.sessions.count(), each.players.count(), each.links.count()) for each in others]
    assert len(set(shapes)) <= PLAYED
    assert all(sessions >= EVENINGS for sessions, _players, _links in shapes)
    own = SeatResult.objects.filter(result__session__circle=busy)
    first, last = (own.order_by(key).values_list("pk", flat=True)[0] for key in ("pk", "-pk"))
    assert SeatResult.objects.filter(pk__gt=first, pk__lt=last).count() > own.count()
    assert not RoundResult.objects.exclude(session=F("round__session")).exists()
    assert not SeatResult.objects.exclude(seat__session=F("result__session")).exists()
    assert {count(circle, 0) for circle in Circle.objects.all()} == {0}
    assert Tally.objects.values("session__circle").distinct().count() == CIRCLES + 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_a_phone_plays_on() -> None:
    """The keys of new rows follow those of the copies, and the printed link opens the busy circle."""
    public_id, link = fill().split()[-2:]
    Phone().open_table().play()
    phone = Phone()
    phone.get(link)
    assert phone.get(f"/circles/{public_id}/").status_code == 200


@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_the_busy_circle_is_the_same_alone() -> None:
    busy = fill().split()[-2]
    told = [(one.public_id, one.revision, one.standing) for one in sessions_of(busy)]
    call_command("flush", interactive=False, verbosity=0)
    assert fill("--circles", "0").split()[-2] == busy
    assert Circle.objects.count() == 1
    assert [(one.public_id, one.revision, one.standing) for one in sessions_of(busy)] == told


def sessions_of(circle: str) -> list[GameSession]:
    return list(GameSession.objects.filter(circle__public_id=circle).order_by("started_at"))


def test_where_anything_is_there_already_nothing_comes(phone: Phone) -> None:
    with pytest.raises(CommandError, match="空ではない"):
        fill()
    assert Circle.objects.count() == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps nothing in the folder")
@pytest.mark.django_db
def test_the_usual_folder_is_never_filled(settings: LazySettings) -> None:
    settings.DATA_DIR = settings.BASE_DIR / "data"
    with pytest.raises(CommandError, match="専用のフォルダー"):
        fill()
    assert not Circle.objects.exists()
