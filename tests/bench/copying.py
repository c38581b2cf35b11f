"""写し: the rows of a few made-up circles, copied with other keys until a database is as full as is wanted.

What the engine has derived once is right in every copy too: rows name each other by their keys, and nothing
in them depends on which keys these are.  Some rows stay together, as those do that are written in one go, and
their copies lie side by side: so the rows of one circle are spread over their tables, as they are where many
circles meet at the same time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.db.models import ForeignKey, Model

from scorekeeper.server.database import Column

AT_ONCE = 100_000
"""Rows written by one statement."""
TOGETHER = 8
"""Rows that follow each other everywhere: a round's are as many, or a table's sums."""
NUMBERS = "copied_numbers"
LONGEST_NUMBER = 6
"""How many characters say a copy's name from that of the others."""

Rows = type[Model]


def kept_rows() -> list[Rows]:
    """Every kind of row that the app keeps, each after those that it names."""
    items = [model for model in apps.get_models() if model.__module__.startswith("scorekeeper.")]
    return list(TopologicalSorter({model: set(_named(model)) - {model} for model in items}).static_order())


def _named(model: Rows) -> Iterator[Rows]:
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey):
            yield field.related_model


@dataclass(frozen=True, slots=True)
class Original:
    """Rows that were put aside in tables of their own: ``name`` stands in front of the names of these."""

    name: str

    def forget(self) -> None:
        """Drop these tables."""
        for model in kept_rows():
            _execute(f"DROP TABLE {connection.ops.quote_name(self.table(model))}")

    def table(self, model: Rows) -> str:
        """Where the rows of a kind lie now."""
        return f"{self.name}_{model._meta.db_table}"


def put_aside(name: str) -> Original:
    """Move all there is into tables that are gone when the connection is closed."""
    original, quoted = Original(name), connection.ops.quote_name
    for model in kept_rows():
        new, old = quoted(original.table(model)), quoted(model._meta.db_table)
        _execute(f"CREATE TEMPORARY TABLE {new} AS SELECT * FROM {old}")
    tables = [model._meta.db_table for model in kept_rows()]
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables, reset_sequences=True))
    return original


class Copies:
    """So many copies of one original, and one of another that lies among them."""

    def __init__(self, many: Original, copies: int, one: Original) -> None:
        self.many, self.copies, self.one = many, copies, one
        self.models = kept_rows()
        self.most = {model: self._last(many, model) for model in self.models}
        self.stretch = {model: self._stretch(model) for model in self.models}

    def _last(self, original: Original, model: Rows) -> int:
        key, table = map(connection.ops.quote_name, (str(model._meta.pk.column), original.table(model)))
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT coalesce(max({key}), 0) FROM {table}")
            [result] = cursor.fetchone()
        return int(result)

    def _stretch(self, model: Rows) -> int:
        """How far the keys of the one are pulled apart, so that they reach as far as those of the copies."""
        rows = _counted_with(model)
        return max(1, self._last(self.many, rows) // max(1, self._last(self.one, rows)))

    def write(self) -> None:
        """Write all rows, those of one kind in the order of their keys."""
        _execute(f"CREATE TEMPORARY TABLE {NUMBERS} (copy_number integer)")
        for number in range(self.copies):
            _execute(f"INSERT INTO {NUMBERS} VALUES (%s)", number)
        for model in self.models:
            for start in range(0, self._end(model), self._step):
                _execute(self._insertion(model), *self._bounds(model, start))
        _execute(f"DROP TABLE {NUMBERS}")
        for sql in connection.ops.sequence_reset_sql(no_style(), self.models):
            _execute(sql)

    @property
    def _step(self) -> int:
        return TOGETHER * max(1, AT_ONCE // TOGETHER // max(1, self.copies))

    def _end(self, model: Rows) -> int:
        return max(self.most[model], self._last(self.one, model) * self.stretch[model]) + 1

    def _bounds(self, model: Rows, start: int) -> tuple[int, ...]:
        """The keys of the originals, from and up to, of both."""
        end, apart = start + self._step, self.stretch[model]
        return start, end, -(-start // apart), -(-end // apart)

    def _insertion(self, model: Rows) -> str:
        quoted, fields = connection.ops.quote_name, model._meta.concrete_fields
        key = quoted(str(model._meta.pk.column))
        columns = ", ".join(quoted(str(field.column)) for field in fields)
        many = ", ".join(self._copied(field) for field in fields)
        one = ", ".join(self._spread(field) for field in fields)
        return (
            f"INSERT INTO {quoted(model._meta.db_table)} ({columns})"
            f" SELECT {many} FROM {quoted(self.many.table(model))} CROSS JOIN {NUMBERS}"
            f" WHERE {key} >= %s AND {key} < %s"
            f" UNION ALL SELECT {one} FROM {quoted(self.one.table(model))}"
            f" WHERE {key} >= %s AND {key} < %s ORDER BY {fields.index(model._meta.pk) + 1}"
        )

    def _copied(self, field: Column) -> str:
        """The value of a column in the copy with a number."""
        column = connection.ops.quote_name(str(field.column))
        if _is_key(field):
            return f"{self._moved(column)} + copy_number * {TOGETHER}"
        if field.unique:
            longest = (field.max_length or 0) - LONGEST_NUMBER
            return f"substr({column}, 1, {longest}) || '-' || CAST(copy_number AS varchar(5))"
        return column

    def _spread(self, field: Column) -> str:
        """The value of a column in the one that is not copied."""
        column = connection.ops.quote_name(str(field.column))
        if not _is_key(field):
            return column
        apart = self.stretch[field.related_model if isinstance(field, ForeignKey) else field.model]
        return f"{self._moved(column, apart)} + {self.copies * TOGETHER}"

    def _moved(self, column: str, apart: int = 1) -> str:
        """A key with room behind its own few rows for all others."""
        room = TOGETHER * ((self.copies + 1) * apart - 1)
        return f"{column} + {column} / {TOGETHER} * {room}"


def _is_key(field: Column) -> bool:
    return field.primary_key or isinstance(field, ForeignKey)


def _counted_with(model: Rows) -> Rows:
    """The rows by whose keys the rows of this kind are counted: their own, as a rule."""
    key = model._meta.pk
    return _counted_with(key.related_model) if isinstance(key, ForeignKey) else model


def _execute(sql: str, *values: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
