"""A phone at a table where something is owed."""

import pytest

from tests.helpers import DOBON, OUT, Phone


@pytest.fixture
def evening(phone: Phone) -> Phone:
    """Two rounds: あき +390, Ben −340, Chie +10, 大輔 −60."""
    return phone.record(DOBON, OUT)
