"""What every request asks: Django makes the SQL once, and each use only brings other values.

To put a query together takes Django ten times as long as the database takes to answer it.
"""

from collections.abc import Callable, Mapping
from copy import copy
from threading import local
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, QuerySet
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler
from django.utils.functional import cached_property

Row = TypeVar("Row", covariant=True)
Parameters = tuple[Any, ...]
"""Values as the driver of the database takes them."""


class Slot(Expression):
    """The place of a value in a query: a number or a text as the database takes it, by its name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        """A parameter of the statement, for which the slot itself stands until there is a value."""
        return "%s", (self,)


def _filled(parameters: Parameters, values: Mapping[str, object]) -> Parameters:
    return tuple(values[each.name] if isinstance(each, Slot) else each for each in parameters)


class Select(Generic[Row]):
    """A query with slots; calling it with their values gives its rows, as the query itself would.

    ``build`` makes the query; it is called once, and each connection gets a copy of what came of it.
    """

    def __init__(self, build: Callable[[], QuerySet[Any, Row]]) -> None:  # any model
        self._build = build
        self._own = local()

    def __call__(self, **values: int | str) -> list[Row]:
        connection = connections[DEFAULT_DB_ALIAS]
        if getattr(self._own, "connection", None) is not connection:
            self._copy(connection)
        self._own.compiler.values = values
        return list(self._own.rows)

    def first(self, **values: int | str) -> Row | None:
        """The first row, None where there is none."""
        return next(iter(self(**values)), None)

    @cached_property
    def _made(self) -> tuple[QuerySet[Any, Row], "_Compiled"]:
        result = self._build().using(DEFAULT_DB_ALIAS)
        return result, _Compiled(result.query, connections[DEFAULT_DB_ALIAS], DEFAULT_DB_ALIAS)

    def _copy(self, connection: BaseDatabaseWrapper) -> None:
        made, compiled = self._made
        result: Any = made.all()  # what follows is between Django and itself
        compiler = copy(compiled)
        compiler.connection = connection
        result.query.get_compiler = lambda *_args, **_kwargs: compiler
        self._own.rows = result._iterable_class(result)
        self._own.connection, self._own.compiler = connection, compiler


class _Compiled(SQLCompiler):
    """What runs a query whose SQL is known."""

    values: dict[str, int | str]

    def __init__(self, query: Query, connection: BaseDatabaseWrapper, using: str) -> None:
        super().__init__(query, connection, using)
        self._sql, parameters = super().as_sql()
        self._parameters: Parameters = parameters  # slots among them
        self._converters = super().get_converters([chosen[0] for chosen in self.select])

    def as_sql(self, *_args: object, **_kwargs: object) -> tuple[str, Parameters]:
        return self._sql, _filled(self._parameters, self.values)

    def get_converters(self, _expressions: object) -> dict[int, Any]:
        return self._converters
