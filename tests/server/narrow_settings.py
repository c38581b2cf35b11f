"""The stub pages with a short timeout for request bodies."""

from scorekeeper.server import limits
from tests.server.stub_settings import *  # noqa: F403

limits.BODY_SECONDS = 1.0
