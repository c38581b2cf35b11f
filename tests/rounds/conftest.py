"""Phones in the hands of people at the table."""

import pytest

from tests.helpers import Phone
from tests.seated import join, sit


@pytest.fixture(autouse=True)
def _kept_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the connection with the test's open transaction, as Django's test client does for requests."""
    monkeypatch.setattr("scorekeeper.server.database.close_old_connections", lambda: None)


@pytest.fixture
def host(phone: Phone) -> Phone:
    """The phone that opened the table, in the hands of あき (seat 0)."""
    return sit(phone, "あき")


@pytest.fixture
def ben(host: Phone) -> Phone:
    """A phone in the hands of Ben (seat 1)."""
    return join(host, "Ben")
