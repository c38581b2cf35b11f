"""The real settings with a failing page and a short timeout for locks of the database."""

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATABASES

ROOT_URLCONF = "tests.server.loud_urls"
DATABASES["default"]["OPTIONS"]["timeout"] = 3
