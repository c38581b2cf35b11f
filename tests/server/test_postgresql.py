"""Each thread keeps a connection to PostgreSQL, and never works with a dead one."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import monotonic
from typing import Any

import pytest
from django.db import OperationalError, connection, connections

from scorekeeper.server.database import CONNECT_SECONDS, NEXT_SECONDS, between_requests
from scorekeeper.server.trouble import Trouble, trouble_of

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs PostgreSQL"),
]

THREADS = 6


@pytest.fixture(name="own")
def _own() -> Iterator[Any]:
    made = connection.copy()
    yield made
    made.close()


def ask(wrapper: Any) -> int:
    """The number of the connection that answers."""
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_all_answer_at_once_after_a_restart() -> None:
    """Every thread has a connection, and every one of them dies."""
    together = Barrier(THREADS)

    def ask_between(_number: int) -> int:
        together.wait(10)
        with between_requests():
            return ask(connections["default"])

    with ThreadPoolExecutor(THREADS) as threads:
        before = set(threads.map(ask_between, range(THREADS)))
        assert set(threads.map(ask_between, range(THREADS))) == before, "each is used again"
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pid, 5000) FROM unnest(%s) AS pid", [list(before)])
        begin = monotonic()
        after = set(threads.map(ask_between, range(THREADS)))
        assert monotonic() - begin < 2
        list(threads.map(lambda _number: (together.wait(10), connections.close_all()), range(THREADS)))
    assert len(before) == len(after) == THREADS
    assert not before & after


def test_nobody_waits_for_a_database_that_cannot_be_reached(own: Any) -> None:
    own.settings_dict["PORT"] = "1"
    begin = monotonic()
    for _ in range(THREADS):
        with pytest.raises(OperationalError) as away:
            ask(own)
        assert trouble_of(away.value) is Trouble.AWAY
    assert monotonic() - begin < CONNECT_SECONDS


def test_a_machine_that_is_silent_keeps_nobody_from_the_next(own: Any) -> None:
    """It takes a connection and says nothing, as one does whose power is gone."""
    chosen = own.settings_dict
    with socket.create_server(("127.0.0.1", 0)) as silent:
        chosen["HOST"] = f"127.0.0.1,{chosen['HOST']}"
        chosen["PORT"] = f"{silent.getsockname()[1]},{chosen['PORT'] or 5432}"
        chosen["OPTIONS"] = {**chosen["OPTIONS"], "connect_timeout": NEXT_SECONDS}
        begin = monotonic()
        assert ask(own)
        assert monotonic() - begin < 3 * NEXT_SECONDS
