"""The phones of the tests of pages."""

from tests.play.conftest import phone, stranger

__all__ = ["phone", "stranger"]
