"""Subscriptions and their limits."""

import asyncio

import pytest

from scorekeeper.live import hub as module
from scorekeeper.live.hub import Full, Hub, News, Subscriber, Subscription
from tests.live.clients import in_a_loop

Asked = tuple[Subscriber, tuple[str, ...]]
"""A subscriber and its networks."""


def place(session: int = 1, device: int = 1, membership: int | None = None) -> Subscriber:
    return Subscriber(session, 1, device, device if membership is None else membership)


ADDRESS, OTHER = ("10.0.0.1",), ("10.0.0.2",)


@pytest.mark.parametrize(
    ("limits", "first", "more", "elsewhere"),
    [
        ({"most": 1}, (place(), ADDRESS), (place(device=2), ADDRESS), None),
        ({"most_of_device": 1}, (place(1), ()), (place(2), ()), (place(1, device=2), ())),
        (
            {"most_of_circle": 1},
            (Subscriber(1, 7, 1, 1), ()),
            (Subscriber(2, 7, 2, 2), ()),
            (Subscriber(3, 8, 2, 2), ()),
        ),
        (
            {"most_of_address": 1},
            (place(), ADDRESS),
            (place(device=2), ADDRESS),
            (place(device=2), OTHER),
        ),
    ],
)
@in_a_loop
async def test_the_limits_of_subscriptions(
    limits: dict[str, int], first: Asked, more: Asked, elsewhere: Asked | None
) -> None:
    """In all, of a device, of a circle, of an address; others are not affected, a closed one leaves room."""
    hub = Hub(**limits)
    line = hub.join(first[0], News(0), first[1])
    with pytest.raises(Full) as full:
        hub.join(more[0], News(0), more[1])
    assert full.value.own == ("most_of_device" in limits)
    if elsewhere:
        hub.leave(hub.join(elsewhere[0], News(0), elsewhere[1]))
    hub.leave(line)
    hub.join(more[0], News(0), more[1])
    assert len(hub) == 1


@in_a_loop
async def test_an_old_subscription_of_a_device_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = Hub(most_of_device=2)
    old, other = hub.join(place(1), News(0)), hub.join(place(1), News(0))
    monkeypatch.setattr(module, "SETTLED_SECONDS", 0.0)
    hub.join(place(1), News(0))
    assert (old.closed, old.revoked, other.closed, len(hub)) == (True, False, False, 2)


@in_a_loop
async def test_a_full_hub_closes_one_of_the_address_with_the_most() -> None:
    """Of four, three are from one address; the others get these one by one, until all have as many."""
    hub = Hub(most=4)
    table = hub.join(place(device=1), News(0), ("10.0.0.1",))
    flood = [hub.join(place(device=device), News(0), ("10.0.0.2",)) for device in (2, 3, 4)]
    hub.join(place(device=5), News(0), ("10.0.0.1",))
    assert [line.closed for line in (table, *flood)] == [False, True, False, False]
    for address in ("10.0.0.2", "10.0.0.1"):
        with pytest.raises(Full):
            hub.join(place(device=6), News(0), (address,))
    hub.join(place(device=7), News(0), ("10.0.0.3",))
    assert len(hub) == 4


def room(number: int) -> tuple[str, str]:
    """An IPv6 /64 network and its /48 network."""
    return f"2001:db8:1:{number}::/64", "2001:db8:1::/48"


@in_a_loop
async def test_a_wider_network_is_limited_too() -> None:
    """A /64 network may have 2, a /48 network 8; if the hub is full, its oldest is closed."""
    hub = Hub(most=10, most_of_address=2)
    lines = [hub.join(place(device=number), News(0), room(number // 2)) for number in range(8)]
    for number in (0, 4):
        with pytest.raises(Full):
            hub.join(place(device=9), News(0), room(number))
    for device in (9, 10, 11):
        hub.join(place(device=device), News(0), (f"10.0.0.{device}",))
    assert [line.closed for line in lines] == [True, *[False] * 7]
    hub.leave(lines[1])
    hub.join(place(device=12), News(0), room(0))


def test_publishing_from_another_thread() -> None:
    """Before and after the event loop it does nothing."""
    hub = Hub()
    hub.publish_soon(1, News(1))

    async def run() -> None:
        line, bell = hub.join(place(), News(0)), asyncio.Event()
        line.wake = bell.set
        await asyncio.to_thread(hub.publish_soon, 1, News(9))
        await asyncio.wait_for(bell.wait(), 1)
        assert line.news == News(9)

    asyncio.run(run())
    hub.publish_soon(1, News(2))


def test_the_newest_state_and_the_end_call_wake() -> None:
    """Of revision and pad the newest in any order; what is no news wakes nobody."""
    line, heard = Subscription(place(), News(1)), list[tuple[News, bool]]()
    line.wake = lambda: heard.append((line.news, line.closed))
    for news in (News(2), News(2), News(1), News(3, 5), News(4, 4)):
        line.push(news)
    line.close()
    line.close()
    line.push(News(9))
    assert heard == [(News(2), False), (News(3, 5), False), (News(4, 5), False), (News(4, 5), True)]
