"""Connections to PostgreSQL that the threads of a server share."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from django.db import close_old_connections, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

POSTGRESQL = "django.db.backends.postgresql"
POOLED = "scorekeeper.server.postgresql"
CONNECT_SECONDS = 5
"""How long a thread waits for a machine that does not answer."""
NEXT_SECONDS = 2
"""The same where another machine can be tried: as short as the driver allows."""
AGAIN_SECONDS = 1.0
"""How long the pool tries to connect before it leaves that to whoever asks next."""


def share_connections(threads: int) -> None:
    """Let so many threads take their connections to PostgreSQL out of a pool, where there is one.

    Threads that had a connection before keep to their own.  Commands have no use for a pool.
    """
    chosen = connections.databases["default"]
    if chosen["ENGINE"] != POSTGRESQL or find_spec("psycopg_pool") is None:
        return
    hosts = str(chosen.get("HOST", "")).count(",") + 1
    pool = {
        "min_size": 1,
        "max_size": threads,
        "timeout": CONNECT_SECONDS * hosts,
        "reconnect_timeout": AGAIN_SECONDS,
    }
    shared = {"ENGINE": POOLED, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
    connections.databases["default"] = {**chosen, **shared, "OPTIONS": {**chosen["OPTIONS"], "pool": pool}}


def own_connection() -> BaseDatabaseWrapper:
    """A way to the database for one purpose, past the pool."""
    found = connection.copy()
    found.settings_dict["OPTIONS"].pop("pool", None)
    return found


@contextmanager
def between_requests() -> Iterator[None]:
    """Ask the database outside of a request: with a connection that answers, given back afterwards."""
    close_old_connections()
    try:
        yield
    finally:
        close_old_connections()


def close_pool() -> None:
    """Close the connections that nobody holds, and whatever else is given back."""
    getattr(connection, "close_pool", lambda: None)()
