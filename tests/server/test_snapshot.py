"""Within a snapshot the database is as it was at one moment, and afterwards nothing of it is left."""

from contextlib import suppress
from threading import Thread

import pytest
from django.db import DatabaseError, connection, transaction

from scorekeeper.circles.models import Circle
from scorekeeper.server.database import in_transaction, snapshot

pytestmark = pytest.mark.postgresql


def names() -> list[str]:
    return list(Circle.objects.order_by("pk").values_list("name", flat=True))


def open_elsewhere(name: str) -> None:
    """Another thread commits a circle."""

    def write() -> None:
        Circle.objects.create(name=name)
        connection.close()

    thread = Thread(target=write)
    thread.start()
    thread.join()


def test_what_others_commit_is_seen_afterwards(shared_database: None) -> None:
    open_elsewhere("A")
    with snapshot():
        assert names() == ["A"]
        open_elsewhere("B")
        assert names() == ["A"]
    assert names() == ["A", "B"]


def test_a_snapshot_within_a_snapshot_is_the_same(shared_database: None) -> None:
    with snapshot():
        assert names() == []
        with snapshot():
            open_elsewhere("A")
            assert names() == []
        assert names() == []
    assert names() == ["A"]


def test_within_a_transaction_it_does_nothing(db: None) -> None:
    with transaction.atomic():
        with snapshot():
            Circle.objects.create(name="A")
        assert names() == ["A"]


def test_no_change_can_begin_within_it(shared_database: None) -> None:
    with snapshot():
        names()
        with pytest.raises(DatabaseError):
            transaction.atomic().__enter__()
    assert not in_transaction()


@pytest.mark.parametrize("statement", ["SELECT nothing FROM nowhere", "ROLLBACK"])
def test_nothing_is_left_open_whatever_happened_within_it(shared_database: None, statement: str) -> None:
    with snapshot(), connection.cursor() as cursor, suppress(DatabaseError):
        assert in_transaction()
        cursor.execute(statement)
    assert not in_transaction()
    open_elsewhere("A")
    assert names() == ["A"]


def test_nothing_is_left_open_where_the_connection_was_closed(shared_database: None) -> None:
    with snapshot():
        connection.close()
    assert not in_transaction()
    assert names() == []
