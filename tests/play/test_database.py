"""The columns of all tables, and changes that the database broke off."""

from threading import Event, Thread

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, transaction

from scorekeeper.play import transactions
from scorekeeper.play.models import GameSession
from scorekeeper.play.transactions import RETRYABLE, lock_row, retry_transaction
from tests.helpers import Phone


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


# ── a change that was broken off is tried again, and no other ─────────────────────────────────────


class Cause(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def broken(times: int, sqlstate: str, done: list[bool]) -> None:
    """A change that the database breaks off so many times."""
    done.append(transaction.get_connection().in_atomic_block)
    if len(done) <= times:
        raise OperationalError("no") from Cause(sqlstate)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sqlstate", RETRYABLE)
def test_an_aborted_transaction_is_retried(sqlstate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a pause each time, so that whom it gave way to is awake before it is back."""
    done: list[bool] = []
    pauses: list[float] = []
    monkeypatch.setattr(transactions, "sleep", pauses.append)
    retry_transaction(broken)(3, sqlstate, done)
    assert done == [True] * 4
    assert pauses == list(transactions.PAUSES)
    with pytest.raises(OperationalError):
        retry_transaction(broken)(4, sqlstate, again := [])
    assert len(again) == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sqlstate", ["", "53300", "55P03", "57014", "57P01"])
def test_other_errors_are_not_retried(sqlstate: str) -> None:
    done: list[bool] = []
    with pytest.raises(OperationalError):
        retry_transaction(broken)(1, sqlstate, done)
    assert len(done) == 1


@pytest.mark.django_db(transaction=True)
def test_a_nested_transaction_is_retried_with_the_outer_one() -> None:
    parts: list[bool] = []
    wholes: list[int] = []

    @retry_transaction
    def whole() -> None:
        wholes.append(1)
        retry_transaction(broken)(1, "40P01", parts)

    whole()
    assert (len(wholes), len(parts)) == (2, 2)


@pytest.mark.postgresql
@pytest.mark.usefixtures("shared_database")
def test_two_transactions_in_a_deadlock_both_succeed() -> None:
    """PostgreSQL breaks one of them off; SQLite lets them in one by one."""
    one, other = Phone().open_table(), Phone().open_table(("X", "Y"))
    met, done = [Event(), Event()], []

    @retry_transaction
    def both(place: int, first: GameSession, then: GameSession) -> None:
        lock_row(first)
        met[place].set()
        met[1 - place].wait(0.5)
        lock_row(then)
        done.append(place)

    def run(place: int, *sessions: GameSession) -> None:
        try:
            both(place, *sessions)
        finally:
            connection.close()

    pair = (one.session, other.session)
    threads = [Thread(target=run, args=(0, *pair)), Thread(target=run, args=(1, *pair[::-1]))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [0, 1]
