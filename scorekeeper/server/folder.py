"""Locks on a data folder: for start-up, for the running server, and for exclusive commands.

The locks are SQLite's, which every system has, and which end with their process, however that ends.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from .terminal import gettext as _

LOCK = "start.lock"
IN_USE = "running.lock"
ADDRESS = "running.txt"
"""Where the server that runs on a folder is reached."""
LOCK_SECONDS = 60.0


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Wait for other processes that start on the same folder; a killed process blocks nobody."""
    with _locked(folder / LOCK, LOCK_SECONDS, "BEGIN EXCLUSIVE"):
        yield


@contextmanager
def in_use(folder: Path, address: str, *, shared: bool) -> Iterator[None]:
    """Be the server that runs on a folder, or, where it may be shared, one of them.

    Waits for a command that wants the folder for itself; raises OSError at once where another server has it.
    """
    with ExitStack() as locks:
        locks.enter_context(_locked(folder / IN_USE, LOCK_SECONDS, "BEGIN", "SELECT * FROM sqlite_master"))
        if not shared:
            locks.enter_context(_locked(folder / IN_USE, 0, "BEGIN IMMEDIATE"))
            with suppress(OSError):  # it only helps anyone who starts another one
                (folder / ADDRESS).write_text(address, "utf-8")
            locks.callback(_forget, folder / ADDRESS)
        yield


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold a folder exclusively; raises OSError at once if a server is using it."""
    with _locked(folder / IN_USE, 0, "BEGIN EXCLUSIVE"):
        yield


def _forget(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _taken(path: Path) -> str:
    address = "?"
    with suppress(OSError):
        address = path.read_text("utf-8") or address
    return _(
        "another server is already using it (%(address)s). Use that one, stop it first, or choose "
        "another folder with --data."
    ) % {"address": address}


@contextmanager
def _locked(path: Path, seconds: float, *statements: str) -> Iterator[None]:
    try:
        lock = sqlite3.connect(path, timeout=seconds, isolation_level=None)
        for statement in ("PRAGMA journal_mode = MEMORY", *statements):
            lock.execute(statement).fetchall()
    except sqlite3.Error as problem:
        if not seconds and problem.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise OSError(None, _taken(path.with_name(ADDRESS)), str(path.parent)) from problem
        raise OSError(None, str(problem), str(path)) from problem
    with closing(lock):
        yield


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A draft that replaces ``path`` in one step, or not at all, also where the power is cut."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
