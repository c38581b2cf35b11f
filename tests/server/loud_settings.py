"""The real settings with a page that fails, and where nobody waits long for the lock of the database."""

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATABASES

ROOT_URLCONF = "tests.server.loud_urls"
DATABASES["default"]["OPTIONS"]["timeout"] = 3
