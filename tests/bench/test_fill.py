"""Many made-up circles: copies of a few, and a busy one among them."""

import pytest
from django.core.management import call_command
from django.db.models import F

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import Round, RoundResult, SeatResult
from scorekeeper.stats.models import Tally
from scorekeeper.stats.tallies import refresh_tallies
from tests.bench import fill, store
from tests.helpers import Phone

CIRCLES, PLAYED, EVENINGS = 6, 2, 2
AMOUNT = ["--circles", str(CIRCLES), "--evenings", str(EVENINGS), "--rounds", "2", "--busy", "3"]

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True, reset_sequences=True)]


@pytest.fixture(name="printed")
def _printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(store, "PLAYED", PLAYED)
    fill.main(AMOUNT)
    return capsys.readouterr().out


def test_copies_that_a_replay_agrees_with(printed: str) -> None:
    """The rows of a circle are copied together, lie among those of others, and are as the engine says."""
    call_command("rescore", check=True, verbosity=0)
    assert f"{CIRCLES + 1} circles" in printed
    assert f"{Round.objects.count()} rounds" in printed
    busy = Circle.objects.get(public_id=printed.split()[-2])
    others = Circle.objects.exclude(pk=busy.pk)
    assert others.count() == CIRCLES
    assert all(circle.sessions.count() >= EVENINGS for circle in others)
    own = SeatResult.objects.filter(result__session__circle=busy)
    first, last = (own.order_by(key).values_list("pk", flat=True)[0] for key in ("pk", "-pk"))
    assert SeatResult.objects.filter(pk__gt=first, pk__lt=last).count() > own.count()
    assert not RoundResult.objects.exclude(session=F("round__session")).exists()
    assert not SeatResult.objects.exclude(seat__session=F("result__session")).exists()
    assert {refresh_tallies(circle, 0) for circle in Circle.objects.all()} == {0}
    assert Tally.objects.values("session__circle").distinct().count() == CIRCLES + 1


def test_a_phone_plays_on(printed: str) -> None:
    """The keys of new rows follow those of the copies, and the printed link opens the busy circle."""
    public_id, link = printed.split()[-2:]
    Phone().open_table().play()
    phone = Phone()
    phone.get(link)
    assert phone.get(f"/circles/{public_id}/").status_code == 200
