"""Which database, how it is opened, and how it is left."""

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
"""How long a thread waits for a machine that does not answer."""
NEXT_SECONDS = 2
"""The same where another machine can be tried: as short as the driver allows."""
# A machine that is gone without a word is noticed within 20 seconds, in the middle of an answer within ten.
# Nobody waits longer for a lock than for SQLite's, or holds one for over a minute without doing anything.
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

# FULL: a round is on disk when the phone hears of it, also after a power cut.
# 16 MB for pages, where a connection has 2 MB otherwise: the rows of a circle lie among those of all others.
# 64 MB of the log are kept as a file, however long somebody read while others wrote.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA cache_size=-16000; "
        "PRAGMA journal_size_limit=67108864;"
    ),
}


def database(url: str, folder: Path) -> dict[str, object]:
    """Return the settings of the database at `url`, or of the SQLite file in `folder` when it is empty.

    Connections stay open: they live in the few threads of the server, and closing the last one makes
    SQLite fold its log back each time. Raises ImproperlyConfigured for a URL that cannot be read.
    """
    if not url:
        return _sqlite(str(folder / "scorekeeper.sqlite3"))
    try:
        result = _read(url)
    except ValueError:
        result = {"ENGINE": ""}
    if result["ENGINE"] == SQLITE and result["NAME"] not in {"", ":memory:"}:
        return _sqlite(str(result["NAME"]))
    if result["ENGINE"] != POSTGRESQL:  # the message must not show the URL: it may hold a password
        raise ImproperlyConfigured(
            _("DATABASE_URL must be like postgres://USER:PASSWORD@HOST/NAME or sqlite:///FILE")
        )
    if not find_spec("psycopg"):
        raise ImproperlyConfigured(_('PostgreSQL needs its driver: python -m pip install "psycopg[binary]"'))
    own = result.get("OPTIONS", {})
    waits = f"{POSTGRESQL_WAITS} {own.get('options', '')}".rstrip()  # what is said last counts
    return {**result, "OPTIONS": POSTGRESQL_OPTIONS | own | {"options": waits}}


def _read(url: str) -> dj_database_url.DBConfig:
    """Read a URL, which may name several hosts of PostgreSQL; raises ValueError."""
    start, at, hosts = urlsplit(url).netloc.rpartition("@")
    if "," not in hosts:
        return {**dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True)}
    each = [urlsplit(f"//{host}") for host in hosts.split(",")]
    names, ports = [host.hostname or "" for host in each], [str(host.port or 5432) for host in each]
    result = _read(url.replace(f"{start}{at}{hosts}", f"{start}{at}host", 1))
    options = {"target_session_attrs": "read-write", "connect_timeout": NEXT_SECONDS}
    options |= result.get("OPTIONS", {})
    return {**result, "HOST": ",".join(names), "PORT": ",".join(ports), "OPTIONS": options}


def _sqlite(name: str) -> dict[str, object]:
    return {"ENGINE": SQLITE, "NAME": name, "CONN_MAX_AGE": None, "OPTIONS": dict(SQLITE_OPTIONS)}


Value = int | float | str | datetime | Mapping[str, object] | None
"""What stands in a column."""


def leave() -> None:
    """Fold SQLite's log into its file, which is whole by itself then; the threads that wrote have ended."""
    if connection.vendor == "sqlite":
        with suppress(DatabaseError, InterfaceError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


BEGIN = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}
"""How a snapshot begins: on SQLite not as other transactions do, which wait for anyone who is writing."""


@contextmanager
def snapshot() -> Iterator[None]:
    """Read the database as it is at one moment, that of the first query; nothing can be written meanwhile.

    Within a transaction, or another snapshot, it does nothing; nor where the database cannot be reached,
    since a page that reads nothing is shown all the same.
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
        except (DatabaseError, InterfaceError):  # the connection, or its transaction, broke off
            connection.close()


def in_transaction() -> bool:
    """Whether this thread's connection is within a transaction: one of Django's, or a snapshot."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        return connection.in_atomic_block or bool(connection.connection.in_transaction)
    return connection.in_atomic_block or connection.connection.info.transaction_status != 0


def insert(model: type[Model], names: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
    """Write many rows by the names of their fields.

    Nobody else can write meanwhile, and objects for each row take ten times as long.
    """
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(_insertion(model, tuple(names)), [tuple(map(_adapted, row)) for row in rows])


def _adapted(value: Value) -> int | float | str | datetime | None:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_json_value(value, None) if isinstance(value, Mapping) else value


@cache
def _insertion(model: type[Model], names: tuple[str, ...]) -> str:
    quoted = connection.ops.quote_name
    named = {field.name: quoted(str(field.column)) for field in model._meta.concrete_fields}
    columns, places = ", ".join(named[name] for name in names), ", ".join("%s" for _name in names)
    table = quoted(model._meta.db_table)
    return f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608 – names of ours


@contextmanager
def between_requests() -> Iterator[None]:
    """Use the connection of this thread outside of a request: one that is dead is replaced first."""
    close_old_connections()
    try:
        yield
    finally:
        close_old_connections()


@contextmanager
def without_waiting() -> Iterator[None]:
    """Write what may as well be left out: raises DatabaseError at once where somebody else is writing."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA busy_timeout = 0")
            cursor.fetchall()  # what is not read is still going on
            try:
                yield
            finally:
                seconds = connection.settings_dict["OPTIONS"]["timeout"]
                cursor.execute(f"PRAGMA busy_timeout = {seconds * 1000}")
            return
        with transaction.atomic():
            cursor.execute("SET LOCAL lock_timeout = '20ms'")
            yield
