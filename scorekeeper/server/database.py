"""Which database, how it is opened, and how it is left."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction

SQLITE = "django.db.backends.sqlite3"

# FULL: a round is on disk when the phone is told so, also after a power cut.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}


def database(url: str, folder: Path) -> dict[str, Any]:
    """Return the settings of the database at `url`, or of the SQLite file in `folder` when it is empty.

    Connections stay open: they live in the few threads of the server, and closing the last one makes
    SQLite fold its log back each time. Raises ImproperlyConfigured for a URL that cannot be read.
    """
    if not url:
        return _sqlite(str(folder / "scorekeeper.sqlite3"))
    try:
        found = dict(dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True))
    except ValueError as problem:  # the message must not show the URL: it may hold a password
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read ({type(problem).__name__})") from None
    return _sqlite(str(found["NAME"])) if found["ENGINE"] == SQLITE else found


def _sqlite(name: str) -> dict[str, Any]:
    return {"ENGINE": SQLITE, "NAME": name, "CONN_MAX_AGE": None, "OPTIONS": dict(SQLITE_OPTIONS)}


@contextmanager
def without_waiting() -> Iterator[None]:
    """Write what may as well be left out: raises DatabaseError at once where somebody else is writing."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA busy_timeout = 0")
            try:
                yield
            finally:
                seconds = connection.settings_dict["OPTIONS"]["timeout"]
                cursor.execute(f"PRAGMA busy_timeout = {seconds * 1000}")
            return
        with transaction.atomic():
            cursor.execute("SET LOCAL lock_timeout = '20ms'")
            yield
