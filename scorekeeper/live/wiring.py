"""The one hub of this process, and what feeds it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from .access import find_subscriber
from .hub import Hub, News, Subscriber
from .stream import Stream
from .watch import Watch

LOOKUPS = 2
"""Threads that let subscriptions in, of members and of strangers."""

_lookups = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="live-lookup")


async def _find(key: str, sid: str) -> tuple[Subscriber, News] | None:
    return await asyncio.get_running_loop().run_in_executor(_lookups, find_subscriber, key, sid)


def close() -> None:
    """End the threads, once nobody is connected any more; called in the loop."""
    _lookups.shutdown()
    watch.close()


hub = Hub()
watch = Watch(hub)
stream = Stream(hub, _find, watch.start, lookups=LOOKUPS)
