"""Phones of every role at one table: who opened it, who plays, who watches, and somebody else."""

import pytest

from tests.doors import come_in
from tests.helpers import Phone


@pytest.fixture
def phone(db: None) -> Phone:
    """The host: the phone that opened the table."""
    return Phone(HTTP_USER_AGENT="iPhone").open_table()


@pytest.fixture
def player(phone: Phone) -> Phone:
    """A phone that came by the link for players."""
    return come_in(phone, "player", agent="Android")


@pytest.fixture
def viewer(phone: Phone) -> Phone:
    """A phone that came by the link for viewers."""
    return come_in(phone, "viewer", agent="Windows")


@pytest.fixture
def stranger(db: None) -> Phone:
    """A phone of somebody else, with a table of its own."""
    return Phone().open_table(("X", "Y"))
