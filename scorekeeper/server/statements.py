"""Queries of every request: Django makes their SQL once, and each use only brings other values.

To put a query together takes Django ten times as long as the database takes to answer it.
"""

from collections.abc import Callable
from threading import local
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, QuerySet
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row", covariant=True)


class Slot(Expression):
    """The place of a value in a query: a number or a text as the database takes it, by its name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        """A parameter of the statement, for which the slot itself stands until there is a value."""
        return "%s", (self,)


class Select(Generic[Row]):
    """A query with slots; calling it with their values gives its rows, as the query itself would.

    ``build`` makes the query; it is called once for each connection.
    """

    def __init__(self, build: Callable[[], QuerySet[Any, Row]]) -> None:  # any model
        self._build = build
        self._made = local()

    def __call__(self, **values: int | str) -> list[Row]:
        connection = connections[DEFAULT_DB_ALIAS]
        if getattr(self._made, "connection", None) is not connection:
            self._make(connection)
        self._made.compiler.values = values
        return list(self._made.rows)

    def first(self, **values: int | str) -> Row | None:
        """The first row, None where there is none."""
        return next(iter(self(**values)), None)

    def _make(self, connection: BaseDatabaseWrapper) -> None:
        found: Any = self._build().using(DEFAULT_DB_ALIAS)  # what follows is between Django and itself
        compiler = _Compiled(found.query, connection, DEFAULT_DB_ALIAS)
        found.query.get_compiler = lambda *_args, **_kwargs: compiler
        self._made.rows = found._iterable_class(found)
        self._made.connection, self._made.compiler = connection, compiler


class _Compiled(SQLCompiler):
    """What runs a query whose SQL is known."""

    values: dict[str, int | str]

    def __init__(self, query: Query, connection: BaseDatabaseWrapper, using: str) -> None:
        super().__init__(query, connection, using)
        self._sql, parameters = super().as_sql()
        self._parameters: tuple[Any, ...] = parameters  # slots among them
        self._converters = super().get_converters([chosen[0] for chosen in self.select])

    def as_sql(self, *_args: object, **_kwargs: object) -> tuple[str, tuple[Any, ...]]:
        return self._sql, tuple(
            self.values[each.name] if isinstance(each, Slot) else each for each in self._parameters
        )

    def get_converters(self, _expressions: object) -> dict[int, Any]:
        return self._converters
