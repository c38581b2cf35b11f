"""A change that the database broke off is tried a second time, and no other."""

import pytest
from django.db import OperationalError, transaction

from scorekeeper.play.writing import writes


class Said(Exception):
    """What a database says, with its code."""

    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


class Change:
    """Is broken off so many times; counts how often it is tried."""

    def __init__(self, sqlstate: str, fails: int = 1) -> None:
        self.sqlstate, self.fails, self.tries = sqlstate, fails, 0
        self.make = writes(self._make)

    def _make(self) -> str:
        self.tries += 1
        if self.tries <= self.fails:
            raise OperationalError from Said(self.sqlstate)
        return "done"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_a_second_time(sqlstate: str) -> None:
    once, twice = Change(sqlstate), Change(sqlstate, fails=2)
    assert (once.make(), once.tries) == ("done", 2)
    with pytest.raises(OperationalError):
        twice.make()
    assert twice.tries == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sqlstate", ["", "55P03", "57014"])
def test_not_again_for_another_reason(sqlstate: str) -> None:
    change = Change(sqlstate)
    with pytest.raises(OperationalError):
        change.make()
    assert change.tries == 1


@pytest.mark.django_db(transaction=True)
def test_a_part_of_another_change_is_tried_again_with_that() -> None:
    change = Change("40P01")
    with pytest.raises(OperationalError), transaction.atomic():
        change.make()
    assert change.tries == 1
