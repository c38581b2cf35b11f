"""Phones that are put out at the same moment."""

import pytest

from scorekeeper.circles.models import Membership
from tests.doors import come_in, membership, send
from tests.helpers import Phone
from tests.rounds.test_twice import at_once, copies

pytestmark = [pytest.mark.usefixtures("shared_database"), pytest.mark.postgresql]


def test_three_are_removed_and_one_with_its_link() -> None:
    """All three came by the same link: nobody waits for somebody who waits for them."""
    for _ in range(5):
        host = Phone().open_table()
        out = [membership(come_in(host)).pk for _ in range(3)]
        fields = [{"change": "1"}, {}, {}]
        answers = at_once(
            [
                lambda p=one, k=pk, f=more: send(p, "device_remove", k, **f)
                for one, pk, more in zip(copies(host, 3), out, fields, strict=True)
            ]
        )
        assert [answer.status_code for answer in answers] == [302] * 3
        assert not Membership.objects.filter(pk__in=out, ended_at=None).exists()
