"""Paths of the program and its data, locks on a data folder, and the secret key in it.

Nothing here imports Django.
"""

import os
import secrets
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from importlib import metadata
from pathlib import Path

from platformdirs import user_data_path

from .environment import SECRET
from .terminal import gettext as _

PACKAGE = Path(__file__).resolve().parents[1]
BASE_DIR = PACKAGE.parent
"""The parent of the package: a checkout, or `site-packages`."""
INSTALLED = (PACKAGE / "_site").is_dir()
"""Whether this is an installed package, which contains `templates/` and `static/`."""
SITE_DIR = PACKAGE / "_site" if INSTALLED else BASE_DIR
"""The folder of `templates/` and `static/`."""

LOCK = "start.lock"
IN_USE = "running.lock"
USED_BY = "running.txt"
"""The address of the server, or the name of the command, that uses the folder."""
LOCK_SECONDS = 60.0
KEY_NAME = "secret.key"
SHORTEST_KEY = 50


def data_folder() -> Path:
    """The default data folder: in the checkout, or where the system keeps data of its user."""
    return user_data_path("scorekeeper", appauthor=False) if INSTALLED else BASE_DIR / "data"


def version() -> str:
    """The version of an installed package, an image (its file VERSION) or a checkout (`git describe`)."""
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


# --- Locks are SQLite's: they work on every system and end with their process, even if it is killed


def start_lock(folder: Path) -> AbstractContextManager[None]:
    """Wait for other processes that are starting on the same folder."""
    return _exclusive_lock(folder / LOCK, LOCK_SECONDS)


@contextmanager
def lock_folder(folder: Path, by: str) -> Iterator[None]:
    """Use a data folder exclusively, as the server at an address or as a command.

    Raises OSError if another process uses it.
    """
    with _exclusive_lock(folder / IN_USE, 0):
        with suppress(OSError):  # it is only for the error message of another process
            (folder / USED_BY).write_text(by, "utf-8")
        try:
            yield
        finally:
            with suppress(OSError):
                (folder / USED_BY).unlink()


def _in_use_message(path: Path) -> str:
    address = "?"
    with suppress(OSError):
        address = path.read_text("utf-8") or address
    return _(
        "it is in use already (%(address)s). Use that server or stop it, wait until a restore is done, "
        "or choose another folder with --data."
    ) % {"address": address}


@contextmanager
def _exclusive_lock(path: Path, seconds: float) -> Iterator[None]:
    try:
        lock = sqlite3.connect(path, timeout=seconds, isolation_level=None)
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as problem:
        if not seconds and problem.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise OSError(None, _in_use_message(path.with_name(USED_BY)), str(path.parent)) from problem
        raise OSError(None, str(problem), str(path)) from problem
    with closing(lock):
        yield


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """Give a draft that replaces ``path`` atomically at the end of the block, even if the power fails."""
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


# --- The secret key: given, or created at the first start


def read_or_create_key(folder: Path, given: str = "") -> str:
    """Return the `given` key, or the one in `folder`; create folder and key if there are none.

    Raises OSError if the folder cannot be written, ValueError if the key is too short.
    """
    path = folder / KEY_NAME
    if given or not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if given:
        return _checked_key(given, f"{SECRET} is too short; a key has at least {SHORTEST_KEY} characters")
    if not path.exists():
        with start_lock(folder):
            if not path.exists():  # another process may have created it meanwhile
                with replace_file(path) as draft:
                    draft.write_text(secrets.token_urlsafe(64) + "\n", "ascii")
    return _checked_key(path.read_text("ascii"), f"{path} holds no key; remove it to have a new one made")


def _checked_key(text: str, otherwise: str) -> str:
    key = text.strip()
    if len(key) < SHORTEST_KEY:
        raise ValueError(otherwise)
    return key
