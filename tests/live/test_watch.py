"""Polling for changes of other processes."""

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
from tests.live.clients import in_a_loop
from tests.live.test_stream import browser

EVERY = 0.01


class Database:
    """Returns a state, or fails, and records the calls."""

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
    """A watch that always, or never, detects writes."""
    hub = Hub()
    return hub, Watch(hub, written=lambda: written, read=database, every=EVERY)


async def woken(line: Subscription, seconds: float = 1.0) -> None:
    """Wait until a subscription is woken; raises TimeoutError."""
    bell = asyncio.Event()
    line.wake = bell.set
    await asyncio.wait_for(bell.wait(), seconds)


def opened(hub: Hub, watch: Watch) -> Subscription:
    """A watched subscription of table 1, at revision 7."""
    line = hub.join(Subscriber(1, 1, 1, 1), News(7))
    watch.start()
    return line


@in_a_loop
async def test_changes_and_ended_memberships_of_another_process_are_published() -> None:
    database = Database(LiveState({1: News(8), 2: News(0)}, {2}))
    hub, watch = watching(database)
    here, there = hub.join(Subscriber(1, 1, 1, 1), News(7)), hub.join(Subscriber(2, 1, 2, 2), News(0))
    watch.start()
    await woken(here)
    assert (here.news, there.news) == (News(8), News(0))
    assert (here.revoked, there.revoked) == (True, False)
    assert database.asked[0] == ([1, 2], {1, 2})


@in_a_loop
async def test_without_writes_the_database_is_read_once_for_each_subscription() -> None:
    """The state that a phone got when it subscribed may be outdated."""
    database = Database(LiveState({1: News(8)}, {1}))
    hub, watch = watching(database, written=False)
    for times in (1, 2):
        line = opened(hub, watch)
        await woken(line)
        await asyncio.sleep(10 * EVERY)
        assert (line.news, len(database.asked)) == (News(8), times)


async def asked_beyond(database: Database, times: int) -> None:
    """Wait until there were more calls."""
    async with asyncio.timeout(5):
        while len(database.asked) <= times:
            await asyncio.sleep(EVERY)


@in_a_loop
async def test_the_task_ends_with_the_last_subscription_and_starts_again() -> None:
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


@pytest.mark.parametrize(
    ("problem", "traced"),
    [(OperationalError("no answer"), False), (RuntimeError("cannot start new thread"), True)],
)
def test_failed_polls_are_logged_once_and_repeated(
    caplog: pytest.LogCaptureFixture, problem: Exception, traced: bool
) -> None:
    """Without further writes, only the failure causes another poll."""

    async def run() -> None:
        database = Database(LiveState({1: News(8)}, set()))
        database.broken, database.problem = 20, problem
        line = opened(*watching(database, written=False))
        await woken(line, 5)
        assert (line.news, line.revoked, len(database.asked)) == (News(8), True, 21)

    asyncio.run(run())
    lines = [record for record in caplog.records if record.name == "scorekeeper.live.watch"]
    assert [bool(record.exc_info) for record in lines] == [traced]
    assert str(problem) in lines[0].getMessage()


@in_a_loop
async def test_a_membership_that_ends_during_the_lookup_is_noticed() -> None:
    hub, watch = watching(Database(LiveState({1: News(7)}, set())), written=False)

    async def find(_key: str, _sid: str) -> tuple[Subscriber, News]:
        return Subscriber(1, 1, 1, 1), News(7)

    phone = browser(Stream(hub, find, watch.start))
    await phone.head()
    assert "event: out" in [await phone.text() for _ in range(3)][-1]
    await phone.leave()


@pytest.mark.postgresql
def test_all_sessions_are_read_with_two_queries(phone: Phone) -> None:
    phone.record(DOBON)
    first = phone.session
    second = Phone().open_table().session
    with CaptureQueriesContext(connection) as queries:
        seen = read_state([first.pk, second.pk], {1, 2, 3})
    assert len(queries) == 2
    assert seen.news == {first.pk: News(1), second.pk: News(0)}


@pytest.mark.postgresql
def test_finding_a_subscriber(phone: Phone, stranger: Phone) -> None:
    phone.record(OUT)
    key, member = phone.cookies["device"].value, Membership.objects.get(circle=phone.session.circle)
    place = Subscriber(phone.session.pk, member.circle_id, member.device_id, member.pk)
    assert find_subscriber(key, phone.sid) == (place, News(1))
    assert find_subscriber(stranger.cookies["device"].value, phone.sid) is None
    assert find_subscriber("no such key", phone.sid) is None
    assert find_subscriber(key, "no-such-table") is None
    assert read_state([], {member.pk}).memberships == {member.pk}
    Membership.objects.filter(pk=member.pk).update(ended_at=timezone.now())
    assert find_subscriber(key, phone.sid) is None
    assert read_state([], {member.pk}).memberships == set()


@pytest.mark.usefixtures("shared_database")
@pytest.mark.postgresql
def test_writes_are_detected_and_reads_are_not() -> None:
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
