"""Databases as backups see them: out into a file, back from one, and opened beside the real one."""

import os
import secrets
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.db import ProgrammingError, connection, connections

from .archive import Unfit, aside, in_place_of, name_aside
from .terminal import gettext as _


class Store(Protocol):
    """The database that the settings name."""

    kind: str
    programs: str
    """A query that counts what a database may do by itself, and ours has none of: triggers and views."""

    def dump(self, path: Path) -> None:
        """Write all of it to a file, as it is at one moment; others go on writing."""

    def beside(self, dump: Path) -> AbstractContextManager[None]:
        """A time in which the contents of a file are the database; raises Unfit, and Unchecked."""

    def load(self, dump: Path) -> list[Path]:
        """Put the contents of a file in the place of what there is; gives the files that keep that."""


class Unchecked(Exception):
    """Nothing can be opened beside the real database, with the reason in words."""


def store() -> Store:
    """The database that the settings name."""
    return Sqlite() if connection.vendor == "sqlite" else Postgresql()


@contextmanager
def _database(name: str) -> Iterator[None]:
    """Let all that follows ask the database of that name in the place of the usual one."""
    usual, chosen = connections["default"], connections.databases["default"]
    connections.databases["default"] = {**chosen, "NAME": name}
    del connections["default"]
    try:
        yield
    finally:
        connections["default"].close()
        connections.databases["default"] = chosen
        connections["default"] = usual


class Sqlite:
    """A file; its log lies beside it while it is in use."""

    kind = "sqlite"
    programs = (
        "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'"
    )
    logs = ("-wal", "-shm")

    def dump(self, path: Path) -> None:
        """Copy it by SQLite's own means, which take along what is still in the log."""
        connection.ensure_connection()
        with closing(sqlite3.connect(path)) as target, connection.wrap_database_errors:
            connection.connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")

    @contextmanager
    def beside(self, dump: Path) -> Iterator[None]:
        """The file itself is opened."""
        _hold_together(dump)
        with _database(str(dump)):
            yield

    def load(self, dump: Path) -> list[Path]:
        """Put a copy into the place of the one there is, which may lie on another disk."""
        path = Path(str(connection.settings_dict["NAME"]))
        connections.close_all()
        kept = self._aside(path) if path.exists() else []
        with in_place_of(path) as draft:
            shutil.copyfile(dump, draft)
        return kept

    def _aside(self, path: Path) -> list[Path]:
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as present:
            present.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # and without its log it is whole
        kept = aside(path)
        for log in self.logs:
            with suppress(FileNotFoundError):
                path.with_name(path.name + log).replace(f"{kept}{log}")
        return [kept]


def _hold_together(path: Path) -> None:
    """Raise Unfit where SQLite finds a file damaged."""
    try:
        with closing(sqlite3.connect(path)) as opened:
            found = opened.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as problem:
        found = str(problem)
    if found != "ok":
        raise Unfit(_("The database is damaged: %(reason)s") % {"reason": found})


class Postgresql:
    """A database of a PostgreSQL server, by the programs that come with it."""

    kind = "postgresql"
    programs = (
        "SELECT (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal)"
        " + (SELECT count(*) FROM pg_views WHERE schemaname NOT IN ('pg_catalog', 'information_schema'))"
    )

    def dump(self, path: Path) -> None:
        """Let PostgreSQL write its own format."""
        self._run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={path}")

    @contextmanager
    def beside(self, dump: Path) -> Iterator[None]:
        """A database of another name is made, and dropped."""
        name = f"{connection.settings_dict['NAME']}_check_{secrets.token_hex(4)}"
        quoted = connection.ops.quote_name(name)
        try:
            _execute(f"CREATE DATABASE {quoted}")
        except ProgrammingError as problem:  # not everybody may
            raise Unchecked(str(problem).strip()) from problem
        try:
            self._restore(dump, name)
            with _database(name):
                yield
        finally:
            _execute(f"DROP DATABASE {quoted}")

    def load(self, dump: Path) -> list[Path]:
        """Replace the tables; where that fails, those there were come back."""
        if _others():
            raise Unfit(_("The database is in use. Stop the server first."))
        kept = name_aside(settings.DATA_DIR / "postgresql.dump")
        self.dump(kept)
        try:
            self._replace(dump)
        except Unfit:
            self._replace(kept)
            raise
        return [kept]

    def _replace(self, dump: Path) -> None:
        known = connection.introspection.django_table_names()
        with connection.cursor() as cursor:
            tables = {*known, "django_migrations"} & set(connection.introspection.table_names(cursor))
        if tables:
            _execute(f"DROP TABLE {', '.join(map(connection.ops.quote_name, sorted(tables)))} CASCADE")
        self._restore(dump, str(connection.settings_dict["NAME"]))
        connections.close_all()

    def _restore(self, dump: Path, name: str) -> None:
        options = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction")
        self._run("pg_restore", *options, f"--dbname={name}", last=str(dump))

    def _run(self, program: str, *options: str, last: str = "") -> None:
        """Run a program of PostgreSQL with the settings' address and password; raises Unfit with its words.

        ``last`` takes the place of the database's name at the end.
        """
        found = shutil.which(program)
        if found is None:
            told = {"program": program}
            raise Unfit(
                _("%(program)s is missing. Install PostgreSQL's client programs (postgresql-client).") % told
            )
        given = connection.client.settings_to_cmd_args_env(connection.settings_dict, ["-w", *options])
        arguments, environment = given[0][1:], given[1] or {}
        if which := connection.settings_dict["OPTIONS"].get("target_session_attrs"):
            environment["PGTARGETSESSIONATTRS"] = which
        command = [found, *arguments[:-1], last or arguments[-1]]
        done = subprocess.run(  # noqa: S603 - the program that was found, and settings of ours
            command, env=os.environ | environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Unfit(f"{program}: {done.stderr.strip()}")


def _execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def _others() -> int:
    """How many others have the database open."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        [found] = cursor.fetchone()
    return int(found)
