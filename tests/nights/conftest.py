"""A phone in the night that is worked out by hand."""

import pytest

from tests.helpers import Phone
from tests.nights.example import three_games


@pytest.fixture
def night(phone: Phone) -> Phone:
    """A phone in a circle with one night of three games, all over."""
    three_games(phone)
    return phone
