"""The real settings, except that nobody waits long for the lock of the database."""

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATABASES

DATABASES["default"]["OPTIONS"]["timeout"] = 3
