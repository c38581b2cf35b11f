"""The one hub of this process, and what feeds it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from .access import Touched, find_subscriber
from .hub import Hub, News, Subscriber
from .notify import Listener, listen_on_postgres
from .stream import Stream
from .watch import Watch

DOORS = 2
"""Threads that let subscriptions in, of members and of strangers."""

HEARS = connection.vendor == "postgresql"
"""Whether other processes announce their news; asked once, since asking within a
subscription would give it a connection to the database, larger than itself."""

_doors = ThreadPoolExecutor(DOORS, thread_name_prefix="live-door")


async def _find(key: str, sid: str) -> tuple[Subscriber, News] | None:
    return await asyncio.get_running_loop().run_in_executor(_doors, find_subscriber, key, sid)


def _start() -> None:
    watch.start()
    if HEARS:
        listener.start()


def close() -> None:
    """End the threads, once nobody is connected any more; called in the loop."""
    listener.stop()
    _doors.shutdown()
    watch.close()


hub = Hub()
watch = Watch(hub, touched=Touched(), needed=lambda: not listener.up)
listener: Listener = Listener(listen_on_postgres, hub.publish_soon, watch.hurry_soon)
stream = Stream(hub, _find, _start, doors=DOORS, look_again=watch.hurry_soon)
