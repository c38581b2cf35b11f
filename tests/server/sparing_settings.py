"""The plain pages, of which a stranger may read five in a day."""

from scorekeeper.server import limits
from tests.server.stub_settings import *  # noqa: F403

# Others know the rate by now.
object.__setattr__(limits.STRANGER_READS, "each", 5)
object.__setattr__(limits.STRANGER_READS, "seconds", limits.DAY)
