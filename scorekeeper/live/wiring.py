"""The hub of this process and its connections to signals, database and streams."""

import asyncio
from functools import partial

from django.db import transaction

from scorekeeper.play.signals import session_changed

from .hub import Hub, News, Subscriber
from .stream import Stream
from .watch import Watch, find_subscriber

LOOKUPS = 2
"""How many subscriptions are looked up at the same time."""


async def _find(key: str, sid: str) -> tuple[Subscriber, News] | None:
    return await asyncio.to_thread(find_subscriber, key, sid)


hub = Hub()
watch = Watch(hub)
stream = Stream(hub, _find, watch.start, lookups=LOOKUPS)


def on_session_changed(session_id: int, revision: int, pad: int = 0, **_signal: object) -> None:
    """Notify the subscriptions of this process after the commit."""
    transaction.on_commit(partial(hub.publish_soon, session_id, News(revision, pad)))


session_changed.connect(on_session_changed, dispatch_uid="live")
