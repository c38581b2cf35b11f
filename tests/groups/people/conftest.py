"""The same phones as in circles."""

from tests.circles.conftest import phone, player, stranger, viewer

__all__ = ["phone", "player", "stranger", "viewer"]
