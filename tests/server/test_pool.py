"""Threads share connections to PostgreSQL, and none of them meets a dead one."""

import socket
from collections.abc import Iterator
from contextlib import closing
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from django.db import OperationalError, connection, connections

from scorekeeper.server import pool
from scorekeeper.server.trouble import Trouble, trouble_of

pytestmark = pytest.mark.postgresql

MOST = 6


@pytest.fixture(name="shared")
def _shared(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """What threads that begin now take their connections from."""
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL's connections are shared")
    monkeypatch.setitem(connections.databases, "default", connections.databases["default"])
    pool.share_connections(MOST)
    made = connections.create_connection("default")
    yield made
    made.close()
    made.close_pool()


def ask(wrapper: Any) -> int:
    """The number of the connection that answers."""
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def opened(shared: Any, count: int) -> set[int]:
    """Let so many connections be used at the same time, and give them back."""
    wrappers = [shared.copy() for _ in range(count)]
    found = {ask(each) for each in wrappers}
    for each in wrappers:
        each.close()
    return found


def test_a_connection_goes_from_hand_to_hand(shared: Any) -> None:
    first = opened(shared, 3)
    assert len(first) == 3
    assert all(opened(shared, 1) <= first for _ in range(5))


def test_none_that_is_dead_is_given_out(shared: Any) -> None:
    """As after PostgreSQL was started again: all that lay in the pool are dead."""
    before = opened(shared, MOST)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid, 5000) FROM unnest(%s) AS pid", [list(before)])
    assert not opened(shared, MOST) & before


def test_nobody_waits_for_a_database_that_cannot_be_reached(shared: Any) -> None:
    shared.settings_dict["PORT"] = "1"
    begin = monotonic()
    for _ in range(MOST + 1):
        with pytest.raises(OperationalError) as away:
            ask(shared)
        assert trouble_of(away.value) is Trouble.AWAY
    assert monotonic() - begin < pool.CONNECT_SECONDS


def test_a_machine_that_is_silent_keeps_nobody_from_the_next(shared: Any) -> None:
    """It takes a connection and says nothing, as one does whose power is gone."""
    own = shared.settings_dict
    with socket.create_server(("127.0.0.1", 0)) as silent:
        own["HOST"] = f"127.0.0.1,{own['HOST']}"
        own["PORT"] = f"{silent.getsockname()[1]},{own['PORT'] or 5432}"
        own["OPTIONS"] = {**own["OPTIONS"], "connect_timeout": pool.NEXT_SECONDS}
        begin = monotonic()
        assert len(opened(shared, 2)) == 2
        assert monotonic() - begin < 6 * pool.NEXT_SECONDS


def test_who_listens_takes_none_of_them(shared: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "connection", shared)
    with closing(pool.own_connection()) as own:
        assert ask(own) not in opened(shared, 2)
        assert own.pool is None


def test_a_question_outside_of_requests_gives_its_connection_back(shared: Any) -> None:
    held: list[object] = []

    def ask_once() -> None:
        with pool.between_requests():
            ask(connections["default"])
            held.append(connections["default"].connection)
        held.append(connections["default"].connection)

    thread = Thread(target=ask_once)
    thread.start()
    thread.join(10)
    assert held[0] is not None
    assert held[1] is None
