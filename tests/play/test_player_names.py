"""Whom a typed name stands for."""

import pytest

from scorekeeper.circles.models import Circle, Player
from scorekeeper.play.people import players_named
from scorekeeper.play.table import Table
from tests.helpers import DOBON, OUT, Phone

pytestmark = pytest.mark.postgresql


def person(circle: Circle, name: str, into: Player | None = None) -> Player:
    return Player.objects.create(circle=circle, name=name, name_key=name.casefold(), merged_into=into)


def test_a_name_that_was_given_up_stands_for_who_is_kept(db: None) -> None:
    circle = Circle.objects.create(name="Friday")
    ben = person(circle, "Ben")
    benny, chie = person(circle, "Benny", into=ben), person(circle, "Chie")
    assert players_named(circle, ["BENNY", "Chie"]) == [ben, chie]
    assert players_named(circle, ["Chie"]) == [chie]
    assert players_named(circle, ["Benny", "Ben"]) == [benny, ben], "they sit there both"
    benno = person(circle, "Benno", into=ben)
    assert players_named(circle, ["Benny", "Benno"]) == [ben, benno], "nobody sits there twice"
    [eva] = players_named(circle, ["Eva"])
    assert circle.players.get(name="Eva") == eva


def test_how_many_rounds_there_are_at_a_table_that_came_with_its_rows(phone: Phone) -> None:
    assert Table(phone.session, prefetched=True).length == 0
    phone.record(DOBON, OUT)
    assert Table(phone.session, prefetched=True).length == 2
