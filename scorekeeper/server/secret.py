"""The secret key: given, or made at the first start and kept beside the data, never in the repository."""

import secrets
from pathlib import Path

from .environment import SECRET
from .folder import one_at_a_time, replacing

KEY_NAME = "secret.key"
SHORTEST_KEY = 50


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
