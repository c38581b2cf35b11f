"""The plain pages, with limits on connections that are reached in a moment."""

from scorekeeper.server import limits
from tests.server.stub_settings import *  # noqa: F403

limits.HEAD_SECONDS, limits.CONNECTIONS, limits.CONNECTIONS_OF_ADDRESS = 1.0, 40, 20
