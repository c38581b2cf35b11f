"""The same phones as in circles."""

from tests.circles.conftest import changed_circles, phone, player, stranger, viewer

__all__ = ["changed_circles", "phone", "player", "stranger", "viewer"]
