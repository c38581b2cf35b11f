"""A snapshot in which every statement that is not a SELECT is an error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from scorekeeper.server.database import snapshot


class Written(AssertionError):
    """A page that should only read has written."""


def refuse(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    if not sql.lstrip("( ").startswith(("SELECT", "WITH", "EXPLAIN")):
        raise Written(sql)
    return execute(sql, params, many, context)


@contextmanager
def only_reading() -> Iterator[None]:
    with snapshot(), connection.execute_wrapper(refuse):
        yield
