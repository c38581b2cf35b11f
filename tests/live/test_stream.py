"""Event streams as an ASGI application."""

import asyncio
from collections.abc import Callable

import pytest
from django.db import OperationalError

from scorekeeper.live.hub import Hub, News, Subscriber
from scorekeeper.live.stream import Find, Stream
from tests.live.clients import in_a_loop
from tests.server.in_process import AsgiClient

BEAT = 0.05
HERE = Subscriber(session=5, circle=1, device=2, membership=3)


def browser(stream: Stream, **other: str) -> AsgiClient:
    """The client's end of a stream."""
    return AsgiClient(stream, **{"method": "GET", "path": "/live/t/abc/", "cookie": "device=k"} | other)


async def find(key: str, sid: str) -> tuple[Subscriber, News] | None:
    return (HERE, News(4)) if (key, sid) == ("k", "abc") else None


def stream_of(hub: Hub, find: Find = find, watching: Callable[[], object] = lambda: None) -> Stream:
    return Stream(hub, find, watching, BEAT)


async def listening(hub: Hub) -> AsgiClient:
    """A client that has received the current state."""
    phone = browser(stream_of(hub))
    await phone.head()
    assert [await phone.text() for _ in range(2)]
    return phone


@in_a_loop
async def test_the_current_state_is_sent_at_once() -> None:
    """And the new subscription is announced."""
    hub, woken = Hub(), list[int]()
    phone = browser(stream_of(hub, watching=lambda: woken.append(len(hub))))
    names = await phone.head()
    assert (phone.status, woken) == (200, [1])
    assert names["content-type"].startswith("text/event-stream")
    assert (names["cache-control"], names["x-accel-buffering"]) == ("no-store", "no")
    assert await phone.text() == "retry: 1000\n\n"
    assert await phone.text() == 'event: revision\nid: 4\ndata: {"revision":4,"pad":0}\n\n'
    await phone.leave()


@in_a_loop
async def test_changes_and_heartbeats_are_sent() -> None:
    hub = Hub()
    phone = await listening(hub)
    hub.publish(HERE.session, News(6, 1))
    assert await phone.text() == 'event: revision\nid: 6\ndata: {"revision":6,"pad":1}\n\n'
    assert await phone.text() == ': still here\nevent: beat\nid: 6\ndata: {"revision":6,"pad":1}\n\n'
    await phone.leave()


@in_a_loop
async def test_a_slow_client_gets_the_newest_state_and_delays_nobody() -> None:
    hub = Hub()
    stream = Stream(hub, find, lambda: None)
    slow, quick = browser(stream), browser(stream)
    for phone in (slow, quick):
        await phone.head()
        assert [await phone.text() for _ in range(2)]
    slow.reads.clear()
    for revision in (5, 6, 7):
        hub.publish(HERE.session, News(revision))
        assert (await quick.text()).startswith(f"event: revision\nid: {revision}\n")
    slow.reads.set()
    heard = [(await slow.text()).split("\n")[1] for _ in range(2)]
    assert heard == ["id: 5", "id: 7"]
    for phone in (slow, quick):
        await phone.leave()


@pytest.mark.parametrize(("removed", "last"), [(True, "event: out\n"), (False, "")])
@in_a_loop
async def test_nothing_is_sent_after_the_end(removed: bool, last: str) -> None:
    """Of a server that stops, or when the device is removed, which it is told."""
    hub = Hub()
    phone = await listening(hub)
    if not removed:
        hub.close()
    hub.close_others(set())
    hub.publish(HERE.session, News(9))
    assert (await phone.text()).partition("id:")[0] == last
    await asyncio.wait_for(phone.task, 2)
    await asyncio.sleep(2 * BEAT)
    assert phone.sent.empty()
    assert len(hub) == 0


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"cookie": "device=other"}, 404),
        ({"cookie": ""}, 404),
        ({"cookie": "; ;=;device"}, 404),
        ({"path": "/live/t/other/"}, 404),
        ({"path": "/live/t/"}, 404),
        ({"path": "/live/t/abc/more/"}, 404),
        ({"method": "POST"}, 405),
        ({"method": "HEAD"}, 405),
    ],
)
@in_a_loop
async def test_refused(request_: dict[str, str], status: int) -> None:
    hub = Hub()
    phone = browser(stream_of(hub), **request_)
    names = await phone.head()
    assert phone.status == status
    assert names["cache-control"] == "no-store"
    assert (names.get("allow") == "GET") == (status == 405)
    assert len(hub) == 0


@pytest.mark.parametrize(("limits", "status"), [({"most_of_device": 1}, 429), ({"most": 1}, 503)])
@in_a_loop
async def test_too_many(limits: dict[str, int], status: int) -> None:
    stream = stream_of(Hub(**limits))
    first, second = browser(stream), browser(stream)
    await first.head()
    assert int((await second.head())["retry-after"]) > 0
    assert second.status == status
    await first.leave()


@in_a_loop
async def test_a_database_that_does_not_answer() -> None:
    async def find(key: str, sid: str) -> None:
        raise OperationalError("no answer")

    phone = browser(stream_of(Hub(), find=find))
    assert int((await phone.head())["retry-after"]) > 0
    assert phone.status == 503
