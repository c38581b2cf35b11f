"""The rounds of a session as they would be after a change of one of them."""

import pytest

from scorekeeper.play.entries import with_facts
from scorekeeper.play.table import Table
from tests.helpers import Phone

pytestmark = pytest.mark.django_db


def test_other_facts_for_a_round_or_none(phone: Phone) -> None:
    """Of four rounds the third was taken back: it counts again only where it is the one that is changed."""
    for _ in range(4):
        phone.record()
    session = phone.session
    session.rounds.filter(position=3).update(voided=True)
    table = Table(session, writes=True)
    _, second, third, fourth = session.rounds.order_by("position")
    other = {**second.facts, "kind": "other"}
    assert with_facts(table, second, other).rounds == ((2, other), (4, fourth.facts))
    assert with_facts(table, second, None).rounds == ((4, fourth.facts),)
    assert with_facts(table, third, third.facts).rounds == ((3, third.facts), (4, fourth.facts))
    assert with_facts(table, third, other).rounds == ((3, other), (4, fourth.facts))
    assert (with_facts(table, third, None).since, with_facts(table, fourth, None).rounds) == (3, ())
