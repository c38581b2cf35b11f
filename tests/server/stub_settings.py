"""The real settings with the stub pages."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "tests.server.stub_urls"
