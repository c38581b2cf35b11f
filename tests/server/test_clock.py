"""The clock of the machine is set back to 1970 and forth to 2099 in the middle of an evening.

Nobody is thrown out, and rounds and their history keep their order.
"""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from scorekeeper.archive import arrivals
from scorekeeper.archive.models import Arrival
from scorekeeper.circles.models import Device
from tests.doors import circle_of, come_in
from tests.helpers import OUT, Phone

TODAY = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
PAST, FUTURE = TODAY.replace(year=1970), TODAY.replace(year=2099)


class Clock:
    """What the machine believes; it stands still."""

    now = TODAY


@pytest.fixture(name="clock")
def _clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock to set."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    monkeypatch.setattr("time.time", lambda: clock.now.timestamp())
    return clock


@pytest.mark.postgresql
@pytest.mark.django_db
class TestAnEvening:
    def test_goes_on(self, clock: Clock) -> None:
        host = Phone().open_table()
        friend = come_in(host)
        for clock.now, who in ((TODAY, host), (FUTURE, friend), (PAST, host), (TODAY, friend)):
            assert who.play(OUT).status_code == 302
        newcomer = come_in(host)
        assert newcomer.show("rounds").status_code == 200
        session = host.session
        assert session.started_at == TODAY
        assert list(session.rounds.values_list("position", "created_at")) == [
            (1, TODAY),
            (2, FUTURE),
            (3, PAST),
            (4, TODAY),
        ]
        assert list(session.edits.order_by("pk").values_list("revision", flat=True)) == [1, 2, 3, 4]
        assert host.show("rounds").status_code == host.show("session_changes").status_code == 200

    def test_a_file_that_was_coming_in_2099_holds_up_no_other(self, clock: Clock) -> None:
        host = Phone().open_table()
        clock.now = FUTURE
        silent = Arrival.objects.create(
            circle=circle_of(host),
            device=Device.objects.get(),
            state=Arrival.State.COMING,
            outline={"sessions": []},
        )
        clock.now = TODAY
        assert arrivals.is_silent(silent)
        arrivals.ask_again(silent)
        silent.refresh_from_db()
        assert silent.state == Arrival.State.ASKING
