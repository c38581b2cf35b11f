"""書き込み: transactions of changes: the order of their locks, and retries.

A change is one transaction.  To avoid deadlocks it takes its locks in this order: the session's row
(``lock_row``, or the update that raises the revision), the open round, its hands, the session's bill.  A new
session locks its circle while it adds people.  PostgreSQL locks rows; SQLite has one lock, taken when the
transaction begins.  A transaction that PostgreSQL aborts in favour of another one is retried.
"""

from collections.abc import Callable
from functools import wraps
from time import sleep
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

from scorekeeper.circles.models import Circle

from .models import Bill, GameSession, Night

P = ParamSpec("P")
R = TypeVar("R")

RETRYABLE = ("40001", "40P01")
"""SQLSTATEs of PostgreSQL: serialization failure, deadlock detected."""
PAUSES = (0.02, 0.1, 0.5)
"""Seconds before each retry; without a pause it would take its locks again before the other one goes on."""


def retry_transaction(change: Callable[P, R]) -> Callable[P, R]:
    """Run a change in a transaction, and retry it after a pause where the database aborted it.

    Within another transaction it is a part of that, and is retried with it.
    """

    @wraps(change)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        for pause in PAUSES:
            try:
                with transaction.atomic():
                    return change(*args, **kwargs)
            except OperationalError as error:
                if connection.in_atomic_block or getattr(error.__cause__, "sqlstate", "") not in RETRYABLE:
                    raise
            sleep(pause)
        with transaction.atomic():
            return change(*args, **kwargs)

    return run


def lock_row(row: GameSession | Circle | Bill | Night) -> None:
    """Lock a row until the end of the transaction."""
    type(row).objects.select_for_update(no_key=True).filter(pk=row.pk).values_list("pk").get()
