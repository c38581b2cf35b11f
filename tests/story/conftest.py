"""Evenings of the examples of the rules."""

import pytest
from django.utils.timezone import localtime

from scorekeeper.play.models import GameSession
from tests.helpers import DOBON, NAMES, OUT, Phone
from tests.play.evenings import begin_at


@pytest.fixture
def evening(phone: Phone) -> Phone:
    """Two claims by あき on Ben's K: 330 of his and 70 of Chie each; then Chie goes out: 10, 10, 60."""
    return phone.record(DOBON, DOBON, OUT)


@pytest.fixture
def three(phone: Phone) -> Phone:
    """あき's claims on Ben's K: one, one and two; at the end of the third evening Chie goes out.

    あき gains 400 each time and loses 10 at the end, 1590 in all; Ben loses 330 four times and 10; Chie loses
    70 four times and gains 80; the largest gain of a round is 400, and what a round with a gain brings is
    (4 × 400 + 80) / 5 = 336, so that 400 is 1.2 times that.
    """
    phone.record(DOBON)
    for rounds in ((DOBON,), (DOBON, DOBON, OUT)):
        phone.open_table(NAMES, phone.session.circle.public_id).record(*rounds)
    first = GameSession.objects.order_by("pk")[0]
    begun = localtime(first.started_at)
    begin_at(first, begun.replace(month=6 + (begun.month == 6), day=15))
    return phone
