"""The plain pages, of which a stranger may read five in a minute."""

from scorekeeper.server import limits
from tests.server.stub_settings import *  # noqa: F403

limits.STRANGER_READS = limits.Rate("stranger reads", each=5)
