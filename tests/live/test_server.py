"""A real server with two processes."""

import asyncio
from collections.abc import Iterator
from time import perf_counter

import pytest

from tests.live.clients import EventStream, Sender, friend_of, in_a_loop
from tests.server.running import Running, running

SETTINGS = "scorekeeper.settings"


@pytest.fixture(name="two", scope="module")
def _two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("two"), "--processes", "2", settings=SETTINGS) as result:
        yield result


@pytest.mark.postgresql
@in_a_loop
async def test_two_processes_see_each_other_within_a_second(two: Running) -> None:
    """That all twelve streams are in one process happens once in 2048 times; the test passes then too."""
    sender = await asyncio.to_thread(Sender(two).open_table)
    friend = await asyncio.to_thread(friend_of, sender)
    cookies = [sender.cookie, friend.cookie] * 6
    lines = [await EventStream.open(two.port, sender.sid, cookie) for cookie in cookies]
    assert [line.status for line in lines] == [200] * 12
    for line in lines:
        await line.event()
    for number in (1, 2):
        form = await asyncio.to_thread(sender.entry)
        begin = perf_counter()
        assert await asyncio.to_thread(sender.send, form) == 302
        taken = [(await line.revision(number)).at - begin for line in lines]
        assert max(taken) < 1.0, taken
    for line in lines:
        line.close()


@pytest.mark.postgresql
@in_a_loop
async def test_a_removed_device_is_disconnected_from_all_processes(two: Running) -> None:
    sender = await asyncio.to_thread(Sender(two).open_table)
    friend = await asyncio.to_thread(friend_of, sender)
    lines = [await EventStream.open(two.port, sender.sid, friend.cookie) for _ in range(4)]
    own = await EventStream.open(two.port, sender.sid, sender.cookie)
    begin = await asyncio.to_thread(sender.remove_other_devices)
    assert max([(await line.event("out")).at - begin for line in lines]) < 1.0
    with pytest.raises(EOFError):
        await lines[0].event()
    await asyncio.to_thread(sender.play)
    assert (await own.revision(1)).name == "revision"
    assert (await EventStream.open(two.port, sender.sid, friend.cookie)).status == 404
    assert (await asyncio.to_thread(friend.ask, "GET", f"/t/{sender.sid}/?live=1"))[0] == 404
