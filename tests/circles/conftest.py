"""Phones of every role at one table: who opened it, who plays, who watches, and somebody else."""

from collections.abc import Iterator

import pytest

from scorekeeper.circles.signals import access_changed
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


@pytest.fixture
def changed_circles() -> Iterator[list[int]]:
    """The circles whose members hear that rights have changed, each time."""
    circles: list[int] = []

    def hear(circle_id: int, **_: object) -> None:
        circles.append(circle_id)

    access_changed.connect(hear)
    yield circles
    access_changed.disconnect(hear)
