"""What ends a round that is being collected."""

from collections.abc import Callable
from copy import copy

import pytest

from tests.helpers import DOBON, OUT, Phone, text
from tests.seated import collect, open_round, opened

pytestmark = pytest.mark.django_db


def test_cancelling_asks_once(host: Phone, ben: Phone) -> None:
    collect(host)
    result = open_round(host)
    url = host.url("pads_cancel")
    assert "Nothing is recorded" in text(host.get(url))
    assert opened(host) == result
    assert host.post(url, {"round": result.pk}).status_code == 302
    assert opened(host) is None
    assert host.post(url, {"round": result.pk}).status_code == 409
    assert host.session.rounds.count() == 0


@pytest.mark.parametrize(
    ("what", "closed"),
    [
        (lambda phone: phone.play(DOBON), True),
        (lambda phone: phone.press("session_end"), True),
        (lambda phone: phone.confirm_change("round_void", 1), False),
        (lambda phone: phone.play(OUT, "round_insert", 1), False),
    ],
)
def test_what_closes_the_round(
    host: Phone, ben: Phone, what: Callable[[Phone], object], closed: bool
) -> None:
    host.play(DOBON)
    collect(host)
    what(host)
    assert (opened(host) is None) is closed


def test_another_table_that_has_played_more_keeps_no_round_open(host: Phone) -> None:
    other = copy(host).open_table(cid=host.session.circle.public_id)
    other.play({"kind": "nogame"})
    other.play({"kind": "nogame"})
    collect(host)
    host.play({"kind": "nogame"})
    assert opened(host) is None
