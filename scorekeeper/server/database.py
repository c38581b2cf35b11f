"""Settings of the database, snapshots, and what else Django's ORM has no words for."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, close_old_connections, connection, transaction
from django.db.models import Model

from .terminal import gettext as _

POSTGRESQL = "django.db.backends.postgresql"
SQLITE = "django.db.backends.sqlite3"

CONNECT_SECONDS = 5
FAILOVER_CONNECT_SECONDS = 2
"""The connect timeout where the URL names several hosts: the shortest that the driver allows."""
# A server that vanished is noticed within 20 seconds, while it sends an answer within ten. The lock timeout
# is that of SQLite below; an idle transaction is ended after a minute.
POSTGRESQL_WAITS = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "lock_timeout": "5s",
        "idle_in_transaction_session_timeout": "60s",
        "tcp_keepalives_idle": 10,
        "tcp_keepalives_interval": 5,
        "tcp_keepalives_count": 2,
    }.items()
)
POSTGRESQL_OPTIONS = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
}

# synchronous=FULL: an acknowledged round survives a power cut.
# cache_size: 16 MB instead of 2 MB, since the rows of one circle are spread over the whole file.
# journal_size_limit: the write-ahead log grows during a long read, and is cut back to 64 MB.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-16000; "
        "PRAGMA journal_size_limit=67108864;"
    ),
}


def database_settings(url: str, folder: Path) -> dict[str, object]:
    """Return the settings of the database at `url`, or of the SQLite file in `folder` when it is empty.

    Connections are persistent: the server has few threads, and closing the last connection would make SQLite
    checkpoint its log each time. Raises ImproperlyConfigured for an invalid URL.
    """
    if not url:
        return _sqlite_settings(str(folder / "scorekeeper.sqlite3"))
    try:
        result = _parse_url(url)
    except ValueError:
        result = {"ENGINE": ""}
    if result["ENGINE"] == SQLITE and result["NAME"] not in {"", ":memory:"}:
        return _sqlite_settings(str(result["NAME"]))
    if result["ENGINE"] != POSTGRESQL:  # the message must not show the URL, which may contain a password
        raise ImproperlyConfigured(
            _("DATABASE_URL must be like postgres://USER:PASSWORD@HOST/NAME or sqlite:///FILE")
        )
    if not find_spec("psycopg"):
        raise ImproperlyConfigured(_('PostgreSQL needs its driver: python -m pip install "psycopg[binary]"'))
    own = result.get("OPTIONS", {})
    waits = f"{POSTGRESQL_WAITS} {own.get('options', '')}".rstrip()  # the last of two values counts
    return {**result, "OPTIONS": POSTGRESQL_OPTIONS | own | {"options": waits}}


def _parse_url(url: str) -> dj_database_url.DBConfig:
    """Parse a URL, which may name several hosts of PostgreSQL; raises ValueError."""
    start, at, hosts = urlsplit(url).netloc.rpartition("@")
    if "," not in hosts:
        return {**dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True)}
    each = [urlsplit(f"//{host}") for host in hosts.split(",")]
    names, ports = [host.hostname or "" for host in each], [str(host.port or 5432) for host in each]
    result = _parse_url(url.replace(f"{start}{at}{hosts}", f"{start}{at}host", 1))
    options = {"target_session_attrs": "read-write", "connect_timeout": FAILOVER_CONNECT_SECONDS}
    options |= result.get("OPTIONS", {})
    return {**result, "HOST": ",".join(names), "PORT": ",".join(ports), "OPTIONS": options}


def _sqlite_settings(name: str) -> dict[str, object]:
    return {"ENGINE": SQLITE, "NAME": name, "CONN_MAX_AGE": None, "OPTIONS": dict(SQLITE_OPTIONS)}


Value = int | float | str | datetime | Mapping[str, object] | None


def checkpoint_and_close() -> None:
    """Close the connection; a SQLite file is complete without its log then, if nothing else is writing."""
    if connection.vendor == "sqlite":
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


BEGIN = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}
"""How a snapshot begins: on SQLite not IMMEDIATE like other transactions, so that it waits for no writer."""


@contextmanager
def snapshot() -> Iterator[None]:
    """Let all queries of the block see the database as it was at the first of them; the block cannot write.

    It does nothing within a transaction or another snapshot, nor if the database cannot be reached, since
    some pages need none.
    """
    try:
        if begun := not in_transaction():
            with connection.cursor() as cursor:
                cursor.execute(BEGIN[connection.vendor])
    except (DatabaseError, InterfaceError):
        begun = False
    if not begun:
        yield
        return
    try:
        yield
    finally:
        try:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
        except (DatabaseError, InterfaceError):  # the connection or its transaction is gone
            connection.close()


def in_transaction() -> bool:
    """Whether this thread's connection is within a transaction of Django or a snapshot."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        return connection.in_atomic_block or bool(connection.connection.in_transaction)
    return connection.in_atomic_block or connection.connection.info.transaction_status != 0


def insert(model: type[Model], names: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
    """Insert rows with values for the named fields, ten times faster than `bulk_create`.

    Speed matters because nobody else can write meanwhile.
    """
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(
                _insert_sql(model, tuple(names)), [tuple(map(_column_value, row)) for row in rows]
            )


def _column_value(value: Value) -> int | float | str | datetime | None:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_json_value(value, None) if isinstance(value, Mapping) else value


@cache
def _insert_sql(model: type[Model], names: tuple[str, ...]) -> str:
    quoted = connection.ops.quote_name
    named = {field.name: quoted(str(field.column)) for field in model._meta.concrete_fields}
    columns, places = ", ".join(named[name] for name in names), ", ".join("%s" for _name in names)
    table = quoted(model._meta.db_table)
    return f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608 – names of ours


@contextmanager
def between_requests() -> Iterator[None]:
    """Use this thread's connection outside of a request; a dead one is replaced first."""
    close_old_connections()
    try:
        yield
    finally:
        close_old_connections()


@contextmanager
def without_waiting() -> Iterator[None]:
    """For optional writes: they raise DatabaseError at once if somebody else is writing."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA busy_timeout = 0")
            cursor.fetchall()  # an unread result would keep the statement active
            try:
                yield
            finally:
                seconds = connection.settings_dict["OPTIONS"]["timeout"]
                cursor.execute(f"PRAGMA busy_timeout = {seconds * 1000}")
            return
        with transaction.atomic():
            cursor.execute("SET LOCAL lock_timeout = '20ms'")
            yield
