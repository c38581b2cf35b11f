"""The fixture that keeps the connection of a test open."""

from tests.rounds.conftest import _kept_connection

__all__ = ["_kept_connection"]
