"""Folders: where the program and its data are, the locks on a data folder, and the secret key in it.

Nothing here imports Django.
"""

import os
import secrets
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib import metadata
from pathlib import Path

from platformdirs import user_data_path

from .environment import SECRET
from .terminal import gettext as _

PACKAGE = Path(__file__).resolve().parents[1]
BASE_DIR = PACKAGE.parent
"""The folder of the package: a checkout, or the one where pip puts packages."""
INSTALLED = (PACKAGE / "_site").is_dir()
"""Whether this is an installed package, which has `templates/` and `static/` inside."""
SITE_DIR = PACKAGE / "_site" if INSTALLED else BASE_DIR
"""The folder of `templates/` and `static/`."""

LOCK = "start.lock"
IN_USE = "running.lock"
USED_BY = "running.txt"
"""The address of the server that runs on a folder, or the command that has it."""
LOCK_SECONDS = 60.0
KEY_NAME = "secret.key"
SHORTEST_KEY = 50


def data_folder() -> Path:
    """The usual data folder: beside the code of a checkout, else where this system keeps data of its user."""
    return user_data_path("scorekeeper", appauthor=False) if INSTALLED else BASE_DIR / "data"


def version() -> str:
    """The version of the package; of a checkout what Git says, and of an image what is written into it."""
    if INSTALLED:
        return metadata.version("scorekeeper")
    if (written := BASE_DIR / "VERSION").is_file():
        return written.read_text(encoding="utf-8").strip()
    git = ["git", "-C", str(BASE_DIR), "describe", "--tags", "--always"]
    try:
        said = subprocess.run(git, capture_output=True, check=True, text=True).stdout  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return said.strip().removeprefix("v")


# --- Locks: SQLite's, which every system has, and which end with their process, however that ends


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


# --- The secret key: given, or made at the first start


def read_or_make(folder: Path, given: str = "") -> str:
    """Return the `given` key, else the one kept in `folder`, making folder and key when there are none.

    Raises OSError when the folder cannot be written, and ValueError for what is no key.
    """
    path = folder / KEY_NAME
    if given or not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if given:
        return _long_enough(given, f"{SECRET} is too short; a key has at least {SHORTEST_KEY} characters")
    if not path.exists():
        with one_at_a_time(folder):
            if not path.exists():  # else another process that starts was faster; its key counts
                with replacing(path) as draft:
                    draft.write_text(secrets.token_urlsafe(64) + "\n", "ascii")
    return _long_enough(path.read_text("ascii"), f"{path} holds no key; remove it to have a new one made")


def _long_enough(text: str, otherwise: str) -> str:
    key = text.strip()
    if len(key) < SHORTEST_KEY:
        raise ValueError(otherwise)
    return key
