"""Query plans: which tables are read completely."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import connection

SQLITE_SCAN = re.compile(r"SCAN (?!\(|CONSTANT)(\S+)")
ALIAS = '"([a-z_]+)" (?:AS )?"?{}"?[ )]'
ASKED = ("SELECT", "UPDATE", "DELETE", "(SELECT")
FREE = {"Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Index Scan"}
"""Plan nodes of PostgreSQL that read a whole table if they have no index condition."""
BY_INDEX = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_material", "enable_memoize")
"""What PostgreSQL prefers for small tables; without it plans are as for large ones."""

MIGRATIONS = "django_migrations"
"""The table of migrations, which the health check reads completely."""

Whole = tuple[str, str]
"""A table that was read completely, and the query."""


class Plans:
    """Asks for the plan of every query, once for each text."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.whole: list[Whole] = []
        self._asking = False

    def beside(self, *known: str) -> list[Whole]:
        """What was read completely, except for these tables."""
        return [(table, sql) for table, sql in self.whole if table not in known]

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not (self._asking or many or sql in self.seen) and sql.startswith(ASKED):
            self.seen.add(sql)
            self._asking = True
            try:
                self.whole += [(table, sql) for table in read_whole(sql, params)]
            finally:
                self._asking = False
        return execute(sql, params, many, context)


@contextmanager
def plans() -> Iterator[Plans]:
    """The plans of all queries of this thread in the block."""
    result = Plans()
    with ExitStack() as stack:
        if connection.vendor == "postgresql":
            stack.enter_context(_as_if_large())
        stack.enter_context(connection.execute_wrapper(result))
        yield result


@contextmanager
def _as_if_large() -> Iterator[None]:
    with connection.cursor() as cursor:
        for name in BY_INDEX:
            cursor.execute(f"SET {name} = off")
        yield
        for name in BY_INDEX:
            cursor.execute(f"RESET {name}")


def read_whole(sql: str, params: Any) -> list[str]:
    """The tables that a query reads completely."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            names = [match[1] for row in cursor.fetchall() if (match := SQLITE_SCAN.match(row[3]))]
            return [table for name in names if (table := _table(name, sql))]
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        [[plan]] = cursor.fetchall()
    return list(_walked((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]))


def _table(name: str, sql: str) -> str:
    """The table with that name or alias; empty for a subquery."""
    if name in connection.introspection.django_table_names() or name == "django_migrations":
        return name
    match = re.search(ALIAS.format(re.escape(name)), sql)
    return match[1] if match else ""


def _walked(node: dict[str, Any], table: str = "") -> Iterator[str]:
    table = node.get("Relation Name", table)
    if node["Node Type"] in FREE and "Index Cond" not in node:
        yield table
    for each in node.get("Plans", ()):
        yield from _walked(each, table)
