"""書き込み: the order of locks for every change of a table, so that no two changes deadlock.

A change is one transaction, and it takes its locks in one order: first the session's row (``lock_row``, or
the update that raises the revision), then the open round, then the hands of that, then the session's bill.  A
new session holds its circle while it brings in people.  PostgreSQL locks rows; SQLite has one lock for
everything, taken when the transaction begins.  What PostgreSQL breaks off all the same, for somebody else's
sake, is done again.
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

BROKEN_OFF = ("40001", "40P01")
"""What PostgreSQL says when it gives way to another transaction: no order of the two, or a deadlock."""
PAUSES = (0.02, 0.1, 0.5)
"""Seconds until it is tried again: at once it would have its locks back before the other is awake."""


def retry_transaction(change: Callable[P, R]) -> Callable[P, R]:
    """Make a change one transaction that is tried again, after a pause, where the database broke it off.

    Within another change it is a part of that, and is tried again with it.
    """

    @wraps(change)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        for pause in PAUSES:
            try:
                with transaction.atomic():
                    return change(*args, **kwargs)
            except OperationalError as error:
                if connection.in_atomic_block or getattr(error.__cause__, "sqlstate", "") not in BROKEN_OFF:
                    raise
            sleep(pause)
        with transaction.atomic():
            return change(*args, **kwargs)

    return run


def lock_row(row: GameSession | Circle | Bill | Night) -> None:
    """Keep everybody else from holding a session, circle, bill or night until the end of the transaction."""
    type(row).objects.select_for_update(no_key=True).filter(pk=row.pk).values_list("pk").get()
