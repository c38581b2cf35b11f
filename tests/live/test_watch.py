"""Seeing what others wrote: how often the database is asked, and what comes of it."""

import asyncio
from collections.abc import Collection, Iterable
from threading import Thread

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.circles.models import Circle, Membership
from scorekeeper.live.hub import Hub, News, Subscriber, Subscription
from scorekeeper.live.stream import Stream
from scorekeeper.live.watch import LiveState, Watch, WriteDetector, find_subscriber, read_state
from tests.helpers import DOBON, OUT, Phone
from tests.live.lines import in_a_loop
from tests.live.test_stream import browser

EVERY = 0.01


class Database:
    """What is looked up, and how often."""

    def __init__(self, seen: LiveState) -> None:
        self.seen = seen
        self.asked: list[tuple[list[int], set[int]]] = []
        self.broken = 0
        self.problem: Exception = OperationalError()

    def __call__(self, sessions: Iterable[int], memberships: Collection[int]) -> LiveState:
        self.asked.append((list(sessions), set(memberships)))
        if self.broken:
            self.broken -= 1
            raise self.problem
        return self.seen


def watching(database: Database, written: bool = True) -> tuple[Hub, Watch]:
    """With a database that is written to all the time, or never."""
    hub = Hub()
    return hub, Watch(hub, written=lambda: written, read=database, every=EVERY)


async def woken(line: Subscription, seconds: float = 1.0) -> None:
    """Wait until something happens on a line; raises TimeoutError."""
    bell = asyncio.Event()
    line.wake = bell.set
    await asyncio.wait_for(bell.wait(), seconds)


def opened(hub: Hub, watch: Watch) -> Subscription:
    """A line that has said how table 1 stands, at 7, and that is watched."""
    line = hub.join(Subscriber(1, 1, 1, 1), News(7))
    watch.start()
    return line


@in_a_loop
async def test_a_change_by_somebody_else_is_told() -> None:
    database = Database(LiveState({1: News(8), 2: News(0)}, {1, 2}))
    hub, watch = watching(database)
    here, there = hub.join(Subscriber(1, 1, 1, 1), News(7)), hub.join(Subscriber(2, 1, 2, 2), News(0))
    watch.start()
    await woken(here)
    assert (here.news, there.news) == (News(8), News(0))
    assert database.asked[0] == ([1, 2], {1, 2})


@in_a_loop
async def test_an_ended_membership_ends_the_line() -> None:
    hub, watch = watching(Database(LiveState({1: News(7)}, {2})))
    other = hub.join(Subscriber(1, 1, 2, 2), News(7))
    line = opened(hub, watch)
    await woken(line)
    assert (line.revoked, other.revoked) == (True, False)


@in_a_loop
async def test_a_quiet_database_is_read_once_for_each_new_line() -> None:
    """What a phone was told when its line opened may have changed by then."""
    database = Database(LiveState({1: News(8)}, {1}))
    hub, watch = watching(database, written=False)
    for times in (1, 2):
        line = opened(hub, watch)
        await woken(line)
        await asyncio.sleep(10 * EVERY)
        assert (line.news, len(database.asked)) == (News(8), times)


async def asked_beyond(database: Database, times: int) -> None:
    """Until the database has been asked more often; a busy machine may be slow."""
    async with asyncio.timeout(5):
        while len(database.asked) <= times:
            await asyncio.sleep(EVERY)


@in_a_loop
async def test_it_ends_with_the_last_line_and_starts_again() -> None:
    database = Database(LiveState({1: News(7)}, {1}))
    hub, watch = watching(database)
    line = opened(hub, watch)
    await asked_beyond(database, 0)
    hub.leave(line)
    await asyncio.sleep(3 * EVERY)
    before = len(database.asked)
    await asyncio.sleep(5 * EVERY)
    assert len(database.asked) == before > 0
    opened(hub, watch)
    await asked_beyond(database, before)


@pytest.mark.parametrize(("problem", "traced"), [(OperationalError("no answer"), False), (KeyError(1), True)])
def test_a_database_that_fails_for_long_is_told_of_once(
    caplog: pytest.LogCaptureFixture, problem: Exception, traced: bool
) -> None:
    async def run() -> None:
        database = Database(LiveState({1: News(8)}, {1}))
        database.broken, database.problem = 20, problem
        line = opened(*watching(database))
        await woken(line, 5)
        assert line.news == News(8)

    asyncio.run(run())
    lines = [record for record in caplog.records if record.name == "scorekeeper.live.watch"]
    assert [bool(record.exc_info) for record in lines] == [traced]
    assert str(problem) in lines[0].getMessage()


@pytest.mark.parametrize("problem", [OperationalError(), RuntimeError("cannot start new thread")])
@in_a_loop
async def test_who_is_out_hears_of_it_although_the_look_failed(problem: Exception) -> None:
    """Nobody else writes, so nothing else would look again."""
    database = Database(LiveState({1: News(7)}, set()))
    database.broken, database.problem = 2, problem
    line = opened(*watching(database, written=False))
    await woken(line, 2)
    assert line.revoked
    assert len(database.asked) == 3


@in_a_loop
async def test_who_loses_access_while_being_let_in_hears_of_it() -> None:
    hub, watch = watching(Database(LiveState({1: News(7)}, set())), written=False)

    async def find(_key: str, _sid: str) -> tuple[Subscriber, News]:
        return Subscriber(1, 1, 1, 1), News(7)

    phone = browser(Stream(hub, find, watch.start))
    await phone.head()
    assert "event: out" in [await phone.text() for _ in range(3)][-1]
    await phone.leave()


@pytest.mark.postgresql
def test_all_tables_cost_two_queries(phone: Phone) -> None:
    phone.record(DOBON)
    first = phone.session
    second = Phone().open_table().session
    with CaptureQueriesContext(connection) as queries:
        seen = read_state([first.pk, second.pk], {1, 2, 3})
    assert len(queries) == 2
    assert seen.news == {first.pk: News(1), second.pk: News(0)}


@pytest.mark.postgresql
def test_the_place_of_a_device(phone: Phone, stranger: Phone) -> None:
    phone.record(OUT)
    place = find_subscriber(phone.cookies["device"].value, phone.sid)
    member = Membership.objects.get(circle=phone.session.circle)
    assert place == (Subscriber(phone.session.pk, member.circle_id, member.device_id, member.pk), News(1))
    assert find_subscriber(stranger.cookies["device"].value, phone.sid) is None
    assert find_subscriber("no such key", phone.sid) is None
    assert find_subscriber(phone.cookies["device"].value, "no-such-table") is None


@pytest.mark.postgresql
def test_who_was_removed_has_no_place(phone: Phone) -> None:
    members = Membership.objects.filter(circle=phone.session.circle)
    assert read_state([], {members.get().pk}).memberships == {members.get().pk}
    members.update(ended_at=timezone.now())
    assert find_subscriber(phone.cookies["device"].value, phone.sid) is None
    assert read_state([], {members.get().pk}).memberships == set()


@pytest.mark.usefixtures("shared_database")
@pytest.mark.postgresql
def test_writing_is_noticed_and_reading_is_not() -> None:
    written = WriteDetector()
    table = Phone().open_table()
    assert written(), "the first time"
    assert not written()
    assert table.show("table").status_code == 200
    assert not written()

    def write() -> None:
        Circle.objects.update(name="other")
        connection.close()

    other = Thread(target=write)
    other.start()
    other.join()
    assert written()
    assert not written()
