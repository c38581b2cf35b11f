"""The real settings with a page that fails."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "tests.server.loud_urls"
