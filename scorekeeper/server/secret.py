"""The secret key: given, or made at the first start and kept beside the data, never in the repository."""

import os
import secrets
import tempfile
from pathlib import Path

from .environment import SECRET

KEY_NAME = "secret.key"
SHORTEST_KEY = 50


def read_or_make(folder: Path, given: str = "") -> str:
    """Return the `given` key, else the one kept in `folder`, making folder and key when there are none.

    Two processes that start at once end with the same key: a key is written in full under another name
    and takes its place only if none is there yet. Raises OSError when the folder cannot be written, and
    ValueError for what is no key.
    """
    path = folder / KEY_NAME
    if given:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _long_enough(given, f"{SECRET} is too short; a key has at least {SHORTEST_KEY} characters")
    if not path.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _offer(path, secrets.token_urlsafe(64))
    return _long_enough(path.read_text("ascii"), f"{path} holds no key; remove it to have a new one made")


def _long_enough(text: str, otherwise: str) -> str:
    key = text.strip()
    if len(key) < SHORTEST_KEY:
        raise ValueError(otherwise)
    return key


def _offer(path: Path, key: str) -> None:
    draft = _write_draft(path.parent, key)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # the other process was faster; its key counts
    except OSError:
        draft.replace(path)  # a file system without hard links, such as a memory card
    finally:
        draft.unlink(missing_ok=True)


def _write_draft(folder: Path, key: str) -> Path:
    handle, name = tempfile.mkstemp(prefix=KEY_NAME, dir=folder)  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(key + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        Path(name).unlink()  # the disk is full, and each try would leave one
        raise
    return Path(name)
