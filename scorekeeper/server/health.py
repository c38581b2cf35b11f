"""What whoever runs the server asks it: whether it is alive, and whether it can take a round."""

import time

from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from .prepare import check_writable
from .trouble import Trouble, trouble_of

FRESH = 1.0
"""Seconds for which an answer about the database is given again: nobody holds up writers by asking."""

_last = (0.0, "")
"""When the database was asked last, and what was the matter."""


@never_cache
@require_safe
def alive(_request: HttpRequest) -> HttpResponse:
    """The process answers; whether its database does is another question."""
    return _told("")


@never_cache
@require_safe
def ready(_request: HttpRequest) -> HttpResponse:
    """Whether the database can be written and has the tables of this version: 200, or 503 with the reason."""
    global _last
    asked, matter = _last
    if time.monotonic() - asked > FRESH:
        matter = _matter()
        _last = time.monotonic(), matter
    return _told(matter)


def _told(matter: str) -> HttpResponse:
    answer = HttpResponse(f"{matter or 'ok'}\n", "text/plain; charset=utf-8", status=503 if matter else 200)
    if matter:
        answer["Retry-After"] = "5"
    return answer


def _matter() -> str:
    """What is the matter with the database; empty where nothing is."""
    try:
        check_writable()
        if connection.vendor == "postgresql" and _only_reads():
            return f"database: {Trouble.READ_ONLY.value}"
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except (DatabaseError, InterfaceError) as problem:
        return f"database: {(trouble_of(problem) or Trouble.DAMAGED).value}"
    return "database: of an earlier version" if behind else ""


def _only_reads() -> bool:
    """Whether this is a standby, which takes nothing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])
