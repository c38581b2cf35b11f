"""The bell by which an open connection is woken."""

import asyncio

import pytest

from scorekeeper.server.waking import Bell


def test_whoever_waits_goes_on_when_it_rings() -> None:
    async def run() -> None:
        bell = Bell()
        waiting = asyncio.create_task(bell.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        bell.set()
        bell.set()
        await asyncio.wait_for(waiting, 1)
        assert bell.is_set()

    asyncio.run(run())


def test_one_that_was_rung_is_not_waited_for_until_it_is_cleared() -> None:
    async def run() -> None:
        bell = Bell(rung=True)
        await asyncio.wait_for(bell.wait(), 1)
        await asyncio.wait_for(bell.wait(), 1)
        bell.clear()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(bell.wait(), 0.01)

    asyncio.run(run())


def test_whoever_gave_up_waiting_is_forgotten() -> None:
    async def run() -> None:
        bell = Bell()
        waiting = asyncio.create_task(bell.wait())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        bell.set()
        await asyncio.wait_for(bell.wait(), 1)

    asyncio.run(run())
