"""Where the processes that answer keep what they tell each other of their limits."""

import logging
import pickle
import zlib
from collections.abc import Mapping
from pathlib import Path

from django.core.cache.backends.filebased import FileBasedCache
from django.core.management import CommandError, call_command

from .database import SQLITE

LIMITS = "limits"
"""The name of that cache, of its table and of its folder."""

logger = logging.getLogger(__name__)


def caches(database: Mapping[str, object], folder: Path) -> dict[str, dict[str, object]]:
    """Return the settings of the caches: what is shared lies where every process of the database can be.

    Beside SQLite, whose processes are all on one machine, that is a folder: a counter never waits for the
    file of the rounds, and no round for a counter.
    """
    if database["ENGINE"] == SQLITE:
        shared = {
            "BACKEND": "scorekeeper.server.caches.Files",
            "LOCATION": folder / LIMITS,
        }
    else:
        shared = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": LIMITS}
    return {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}, LIMITS: shared}


class Files(FileBasedCache):
    """Django's files, of which one that a power cut has spoilt is as good as none."""

    def get(self, key: str, default: object = None, version: int | None = None) -> object:
        try:
            return super().get(key, default, version)
        except (pickle.UnpicklingError, zlib.error, ValueError, LookupError, EOFError):
            self.delete(key, version)
            return default


def make_table() -> None:
    """Make the table of the cache if it lies in the database; other machines may do so at the same moment."""
    try:
        try:
            call_command("createcachetable", verbosity=0)
        except CommandError:  # somebody else was faster, and then it is there now
            call_command("createcachetable", verbosity=0)
    except CommandError as problem:
        logger.warning("Limits will be counted by each process for itself: %s", problem)
