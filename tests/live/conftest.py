"""The connection is kept, as in rounds."""

from tests.rounds.conftest import _kept_connection

__all__ = ["_kept_connection"]
