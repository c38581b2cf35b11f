"""Locks on a data folder: for start-up, and for the running server or a command that has it alone.

The locks are SQLite's, which every system has, and which end with their process, however that ends.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from .terminal import gettext as _

LOCK = "start.lock"
IN_USE = "running.lock"
USED_BY = "running.txt"
"""The address of the server that runs on a folder, or the command that has it."""
LOCK_SECONDS = 60.0


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Wait for other processes that start on the same folder; a killed process blocks nobody."""
    with _locked(folder / LOCK, LOCK_SECONDS):
        yield


@contextmanager
def in_use(folder: Path, by: str) -> Iterator[None]:
    """Have a folder alone, as the server at an address or a command; raises OSError where another has it."""
    with _locked(folder / IN_USE, 0):
        with suppress(OSError):  # it only helps anyone who starts another one
            (folder / USED_BY).write_text(by, "utf-8")
        try:
            yield
        finally:
            with suppress(OSError):
                (folder / USED_BY).unlink()


def _taken(path: Path) -> str:
    address = "?"
    with suppress(OSError):
        address = path.read_text("utf-8") or address
    return _(
        "it is in use already (%(address)s). Use that server or stop it, wait until a restore is done, "
        "or choose another folder with --data."
    ) % {"address": address}


@contextmanager
def _locked(path: Path, seconds: float) -> Iterator[None]:
    try:
        lock = sqlite3.connect(path, timeout=seconds, isolation_level=None)
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as problem:
        if not seconds and problem.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise OSError(None, _taken(path.with_name(USED_BY)), str(path.parent)) from problem
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
