"""The same phones as in rounds."""

from tests.rounds.conftest import _kept_connection, ben, host

__all__ = ["_kept_connection", "ben", "host"]
