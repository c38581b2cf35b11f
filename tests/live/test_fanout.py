"""One answer for all phones that would see the same, and for nobody else."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.circles.limits import MEMBERS
from scorekeeper.circles.models import Device, Membership, Role
from scorekeeper.live.access import find_visits
from scorekeeper.live.fanout import Ask, Fanout, Lookups, View, Visit
from scorekeeper.play.models import GameSession
from scorekeeper.server.limits import CIRCLE_READS, Rate
from scorekeeper.server.pages import SHARED
from scorekeeper.server.shell import Message, Receive, Scope, Send
from tests.doors import membership
from tests.helpers import Phone
from tests.seated import sit

HERE = View(session=5, revision=7, pad=0, writes=True, seat=None)
PEER = "198.51.100.7"


class House:
    """Pages that say how often they were made, and what everybody sees of the table "abc"."""

    def __init__(self, **visits: View) -> None:
        self.visits, self.made, self.asked = visits, 0, list[list[Ask]]()
        self.status, self.extra = 200, list[tuple[bytes, bytes]]()
        self.meant: View | None = HERE
        self.open = asyncio.Event()
        self.open.set()
        self.fanout = Fanout(self.page, Lookups(self.look))
        for key in visits:
            MEMBERS.add(key)

    def look(self, asked: list[Ask]) -> Mapping[Ask, Visit]:
        self.asked.append(asked)
        found = {ask: self.visits.get(ask[0]) for ask in asked}
        return {ask: Visit(len(ask[0]), 9, view) for ask, view in found.items() if view}

    async def page(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.made += 1
        number = self.made
        scope[SHARED] = self.meant
        await self.open.wait()
        await send({"type": "http.response.start", "status": self.status, "headers": self.extra})
        await send({"type": "http.response.body", "body": f"page {number}".encode()})

    async def get(
        self,
        key: str,
        query: bytes = b"live=1",
        method: str = "GET",
        path: str = "/t/abc/",
        again: tuple[tuple[bytes, bytes], ...] = (),
        **headers: str,
    ) -> str:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        given = {"host": "localhost", "cookie": f"device={key}", "accept_language": "en", **headers}
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query,
            "client": (PEER, 1),
            "headers": [
                *((name.replace("_", "-").encode(), value.encode()) for name, value in given.items()),
                *again,
            ],
        }
        await self.fanout(scope, receive, send)
        return str(sent[-1]["body"].decode())


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_phones_that_ask_while_it_is_made_get_the_same() -> None:
    async def test() -> None:
        house = House(ann=HERE, ben=HERE, chie=HERE)
        house.open.clear()
        asked = [asyncio.create_task(house.get(key)) for key in ("ann", "ben", "chie")]
        while not house.made:
            await asyncio.sleep(0)
        house.open.set()
        assert await asyncio.gather(*asked) == ["page 1"] * 3
        assert await house.get("ben") == "page 1"

    run(test)


def test_many_are_looked_up_at_once() -> None:
    async def test() -> None:
        house = House(**{f"phone{number}": HERE for number in range(20)})
        await house.get("phone0")
        house.asked.clear()
        assert set(await asyncio.gather(*map(house.get, house.visits))) == {"page 1"}
        assert [len(asked) for asked in house.asked] == [20]

    run(test)


@pytest.mark.parametrize(
    "other",
    [
        HERE._replace(session=6),
        HERE._replace(revision=8),
        HERE._replace(pad=1),
        HERE._replace(writes=False),
        HERE._replace(seat=3),
    ],
)
def test_who_would_see_something_else_gets_something_else(other: View) -> None:
    async def test() -> None:
        house = House(ann=HERE, ben=other)
        assert [await house.get(key) for key in ("ann", "ben", "ann")] == ["page 1", "page 2", "page 1"]

    run(test)


@pytest.mark.parametrize(
    "headers",
    [
        {"accept_language": "ja"},
        {"accept_encoding": "gzip"},
        {"host": "192.168.1.5"},
        {"x_forwarded_proto": "https"},
    ],
)
def test_what_changes_an_answer_keeps_it_apart(headers: dict[str, str]) -> None:
    async def test() -> None:
        house = House(ann=HERE, ben=HERE)
        assert [await house.get("ann"), await house.get("ben", **headers)] == ["page 1", "page 2"]

    run(test)


def test_ways_to_say_the_same_language_share_an_answer() -> None:
    async def test() -> None:
        house = House(ann=HERE, ben=HERE)
        asked = [("ann", "ja"), ("ben", "ja-JP,ja;q=0.9,en;q=0.8")]
        assert [await house.get(key, accept_language=said) for key, said in asked] == ["page 1"] * 2

    run(test)


@pytest.mark.parametrize("name", [b"accept-language", b"accept-encoding", b"host", b"x-forwarded-proto"])
def test_a_header_that_comes_twice_is_left_to_django(name: bytes) -> None:
    """Django joins both, so that its answer is neither that of the first nor that of the last alone."""

    async def test() -> None:
        house = House(ann=HERE, ben=HERE)
        twice = ((name, b"ja"), (name, b"en"))
        assert [await house.get("ann", again=twice) for _ in range(2)] == ["page 1", "page 2"]
        assert [await house.get("ben") for _ in range(2)] == ["page 3"] * 2

    run(test)


def test_whoever_is_out_is_answered_by_django() -> None:
    """Every time: an answer that is kept is for those who are found in the circle now."""

    async def test() -> None:
        house = House(ann=HERE, ben=HERE)
        await house.get("ben")
        del house.visits["ben"]
        assert [await house.get(key) for key in ("ann", "ben", "ben")] == ["page 1", "page 2", "page 3"]

    run(test)


@pytest.mark.parametrize(
    "change",
    [{"meant": None}, {"status": 404}, {"extra": [(b"set-cookie", b"a=b")]}],
)
def test_what_is_one_phones_alone_is_never_kept(change: dict[str, Any]) -> None:
    async def test() -> None:
        house = House(ann=HERE, ben=HERE)
        vars(house).update(change)
        assert [await house.get(key) for key in ("ann", "ben")] == ["page 1", "page 2"]

    run(test)


def test_a_view_that_changed_while_the_page_was_made_is_not_kept() -> None:
    async def test() -> None:
        house = House(ann=HERE, ben=HERE)
        house.meant = HERE._replace(writes=False)
        assert [await house.get(key) for key in ("ann", "ben")] == ["page 1", "page 2"]

    run(test)


@pytest.mark.parametrize(
    "more",
    [
        *({"query": b""}, {"query": b"xlive=1"}, {"method": "POST"}, {"content_length": "3"}),
        *({"path": "/t/\0/"}, {"path": "/t/a'b/"}, {"path": "/t//"}),
    ],
)
def test_all_other_requests_go_straight_through(more: dict[str, Any]) -> None:
    async def test() -> None:
        house = House(ann=HERE)
        assert [await house.get("ann", **more) for _ in range(2)] == ["page 1", "page 2"]
        assert house.asked == []

    run(test)


def test_strangers_ask_the_database_nothing() -> None:
    async def test() -> None:
        house = House()
        assert await house.get("nobody-knows-it") == "page 1"
        assert house.asked == []

    run(test)


def test_a_database_that_cannot_be_read_is_left_to_django() -> None:
    async def test() -> None:
        house = House(ann=HERE)

        def fail(_asked: list[Ask]) -> Mapping[Ask, Visit]:
            raise OSError

        house.fanout = Fanout(house.page, Lookups(fail))
        assert [await house.get("ann") for _ in range(2)] == ["page 1", "page 2"]

    run(test)


def test_an_answer_is_counted_like_one_of_django(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        house, counted = House(ann=HERE), list[tuple[str, tuple[str, ...]]]()
        circles = list[tuple[Rate, int]]()

        def wait(device: str, networks: tuple[str, ...], reading: bool) -> int:
            counted.append((device, networks))
            return len(counted) // 2

        def wait_of_circle(rate: Rate, circle: int) -> int:
            circles.append((rate, circle))
            return 0

        monkeypatch.setattr("scorekeeper.live.fanout.wait_of_member", wait)
        monkeypatch.setattr("scorekeeper.live.fanout.wait_of_circle", wait_of_circle)
        assert [await house.get("ann") for _ in range(3)] == ["page 1", "page 1", "page 2"]
        assert counted == [("device 3", (PEER,))] * 2
        assert circles == [(CIRCLE_READS, 9)]

    run(test)


def test_answers_are_kept_for_a_moment_and_not_too_many() -> None:
    async def test() -> None:
        house = House(ann=HERE)
        house.fanout = Fanout(house.page, Lookups(house.look), fresh=0)
        assert [await house.get("ann") for _ in range(2)] == ["page 1", "page 2"]
        house.fanout = Fanout(house.page, Lookups(house.look), fresh=60, most=3)
        for number in range(5):
            await house.get("ann", query=b"live=1&page=%d" % number)
        assert len(house.fanout.kept) == 3

    run(test)


@pytest.mark.postgresql
def test_the_database_knows_who_sees_what(phone: Phone, second: Phone, stranger: Phone) -> None:
    """A host and a player see the same; who has a seat sees that, and a viewer cannot write."""
    session = GameSession.objects.get(public_id=phone.sid)
    keys = {name: each.cookies["device"].value for name, each in {"a": phone, "b": second}.items()}
    asked = [(key, phone.sid) for key in [*keys.values(), "nobody"]]
    found = find_visits(asked)
    assert found.keys() == {(key, phone.sid) for key in keys.values()}
    seen = View(session.pk, session.revision, session.pad, writes=True, seat=None)
    assert {visit.view for visit in found.values()} == {seen}
    sit(second, "Ben")
    Membership.objects.filter(pk=membership(phone).pk).update(role=Role.VIEWER)
    views = {key: visit.view for (key, _sid), visit in find_visits(asked).items()}
    assert views == {keys["a"]: seen._replace(writes=False), keys["b"]: seen._replace(seat=1)}
    Membership.objects.filter(device=found[keys["b"], phone.sid].device).update(ended_at=session.started_at)
    assert find_visits(asked).keys() == {(keys["a"], phone.sid)}
    Device.objects.update(last_seen=session.started_at.replace(year=2020))
    assert find_visits(asked) == {}


@pytest.mark.postgresql
def test_the_database_is_asked_once_for_many(phone: Phone, second: Phone, stranger: Phone) -> None:
    """However many ask, and at however many tables: each sees what it sees alone, in one query for all."""
    keys = [each.cookies["device"].value for each in (phone, second, stranger)]
    sids = [phone.sid, stranger.open_table().sid, *(f"nothing-{number}" for number in range(30))]
    asked = [(key, sid) for sid in sids for key in keys]
    alone = {ask: visit for one in asked[:6] for ask, visit in find_visits([one]).items()}
    assert alone.keys() == {*asked[:2], asked[5]}
    for count in (6, 10, 11, len(asked)):
        with CaptureQueriesContext(connection) as queries:
            assert find_visits(asked[:count]) == alone
        assert len(queries) == 1
