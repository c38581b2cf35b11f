"""The real settings with the plain pages: for the real server in tests."""

from scorekeeper.settings import *  # noqa: F403

ROOT_URLCONF = "tests.server.stub_urls"
