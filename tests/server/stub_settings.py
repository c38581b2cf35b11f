"""The real settings with the stub pages and a short timeout for request bodies."""

from scorekeeper.server import limits
from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "tests.server.stub_urls"
limits.BODY_SECONDS = 1.0
