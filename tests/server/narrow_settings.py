"""The plain pages, where nobody waits long for the body of a request."""

from scorekeeper.server import limits
from tests.server.stub_settings import *  # noqa: F403

limits.BODY_SECONDS = 1.0
