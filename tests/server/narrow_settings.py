"""The plain pages, with limits on connections that are reached in a moment."""

from scorekeeper.server import limits
from tests.server.stub_settings import *  # noqa: F403

limits.HEAD_SECONDS = limits.BODY_SECONDS = 1.0
limits.CONNECTIONS, limits.CONNECTIONS_OF_ADDRESS = 40, 20
