"""An evening of the examples of the rules."""

import pytest

from tests.helpers import DOBON, OUT, Phone


@pytest.fixture
def evening(phone: Phone) -> Phone:
    """Two claims by あき on Ben's K: 330 of his and 70 of Chie each; then Chie goes out: 10, 10, 60."""
    return phone.record(DOBON, DOBON, OUT)
