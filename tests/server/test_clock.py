"""The clock of the machine is set back to 1970 and forth to 2099 in the middle of an evening.

Nobody is thrown out, rounds and their history keep their order, and nothing grows old by it.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorekeeper.archive import uploads
from scorekeeper.archive.models import Arrival
from scorekeeper.circles.models import Circle, Device
from scorekeeper.server.clock import housekeeping_time, keep_time, last_time
from tests.doors import circle_of, come_in, send
from tests.helpers import OUT, Phone
from tests.live.lines import Sender, friend_of
from tests.server.running import Running, running

TODAY = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
PAST, FUTURE = TODAY.replace(year=1970), TODAY.replace(year=2099)
YEARS = 70 * 365 * 24 * 3600


class Clock:
    """What the machine believes; it stands still."""

    now = TODAY


@pytest.fixture(name="clock")
def _clock(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Clock:
    """A clock to set, and a data folder in which nobody has kept house yet."""
    clock, settings.DATA_DIR = Clock(), tmp_path
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

    def test_a_group_deleted_in_1970_comes_back(self, clock: Clock) -> None:
        """Its month begins with the last housekeeping: at once it would be over at the next one."""
        host = Phone().open_table()
        host.play(OUT)
        keep_time(TODAY)
        clock.now = PAST
        assert send(host, "circle_delete", typed=circle_of(host).name).status_code == 302
        clock.now = TODAY + timedelta(days=1)
        call_command("housekeeping", verbosity=0)
        assert host.post("/bring-back/", {"circle": circle_of(host).public_id}).status_code == 302
        assert host.show("table").status_code == 200

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
        assert uploads.is_stalled(silent)
        uploads.reset_stalled(silent)
        silent.refresh_from_db()
        assert silent.state == Arrival.State.ASKING


@pytest.mark.postgresql
@pytest.mark.django_db
class TestHousekeeping:
    def test_a_minute_in_2099_makes_nothing_old(self, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
        Phone().open_table()
        deleted = Phone().open_table()
        deleted.play(OUT)
        send(deleted, "circle_delete", typed=circle_of(deleted).name)
        call_command("housekeeping", verbosity=0)
        clock.now = FUTURE
        call_command("housekeeping", verbosity=0)
        [line] = [record.getMessage() for record in caplog.records]
        assert line.startswith("The clock says 2099-11-20 20:00 UTC")
        assert "set it" in line
        clock.now = TODAY + timedelta(days=1)
        call_command("housekeeping", verbosity=0)
        assert Circle.objects.count() == Device.objects.count() == 2
        assert deleted.post("/bring-back/", {"circle": circle_of(deleted).public_id}).status_code == 302

    def test_every_day_all_goes_when_its_time_has_come(self, clock: Clock) -> None:
        Phone().open_table()
        for day in range(31):
            clock.now = TODAY + timedelta(days=day)
            call_command("housekeeping", verbosity=0)
            assert Circle.objects.count() == 1
        clock.now = TODAY + timedelta(days=31)
        call_command("housekeeping", verbosity=0)
        assert Circle.objects.count() == 0

    def test_only_looking_keeps_no_time(self, clock: Clock) -> None:
        call_command("housekeeping", "--dry-run", verbosity=0)
        assert last_time() is None


DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("kept", "now", "found"),
    [
        (None, FUTURE, FUTURE),
        (TODAY, TODAY + DAY, TODAY + DAY),
        (TODAY, TODAY + 2 * DAY, TODAY + 2 * DAY),
        (TODAY, TODAY + 3 * DAY, TODAY + 2 * DAY),
        (TODAY, TODAY - DAY, TODAY),
        (TODAY, PAST, TODAY),
    ],
)
def test_the_time_of_housekeeping(
    clock: Clock, kept: datetime | None, now: datetime, found: datetime
) -> None:
    if kept:
        keep_time(kept)
    assert housekeeping_time(now) == found


@pytest.mark.parametrize("text", ["", "soon", "2026-11-20", "\x00"])
@pytest.mark.usefixtures("clock")
def test_a_time_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "housekeeping.time").write_text(text)
    assert last_time() is None


@pytest.mark.long
def test_a_real_server_whose_clock_is_set(tmp_path: Path) -> None:
    """An evening through the ages, and then a start in 2096: a table without a round is still there."""
    moved, settings = tmp_path / "moved", "tests.server.moved_settings"
    with running(tmp_path, settings=settings, fresh=True) as server:
        host = Sender(server).open_table()
        friend, empty = friend_of(host), Sender(server).open_table()
        for seconds, who in ((YEARS, host), (0, friend), (-YEARS // 2, friend), (0, host)):
            moved.write_text(str(seconds))
            who.play()
        clocked(server, tmp_path)
    moved.write_text(str(YEARS))
    with running(tmp_path, settings=settings) as server:
        clocked(server, tmp_path, "The clock says 20")
        host.server = friend.server = server
        for who in (host, friend):
            who.play()
    moved.write_text("0")
    with running(tmp_path, settings=settings) as server:
        host.server = friend.server = empty.server = server
        for who in (host, friend, empty):
            who.play()
        assert "5" in host.get(f"/t/{host.sid}/rounds/8/")
    assert "Traceback" not in server.output


def clocked(server: Running, folder: Path, said: str = "") -> None:
    """Wait until it is up and the house has been kept, and hear what was said of the clock."""
    kept, end = folder / "housekeeping.time", monotonic() + 20
    while not (kept.exists() and said in server.output and "Open " in server.output):
        assert monotonic() < end
        sleep(0.05)
    assert "Traceback" not in server.output
    server.first_line = server.output[server.output.index("Open ") :]
