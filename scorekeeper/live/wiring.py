"""The one hub of this process, and what feeds it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import transaction

from scorekeeper.play.signals import session_changed

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


def on_session_changed(session_id: int, revision: int, pad: int = 0, **_signal: object) -> None:
    """Tell the subscriptions of this process, once it is written for good: the transaction may still fail."""
    transaction.on_commit(partial(hub.publish_soon, session_id, News(revision, pad)))


session_changed.connect(on_session_changed, dispatch_uid="live")
