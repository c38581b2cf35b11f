"""The payments of all sessions of a circle for spreadsheets."""

import pytest

from tests.doors import circle_of, page
from tests.helpers import DOBON, Phone

from .tables import column, read
from .test_payments_csv import tick

pytestmark = pytest.mark.postgresql


def test_of_all_tables_with_what_they_play_for(phone: Phone, stranger: Phone) -> None:
    """The second table plays for 円, two for a point: 330 points are 660円."""
    phone.play(DOBON)
    tick(phone, paid="2:0:70:")
    session = phone.open_table(cid=circle_of(phone).public_id).session
    session.rate = {"unit": "円", "per_point": "2", "round_to": 1}
    session.save()
    phone.play(DOBON)
    tick(phone, paid="1:0:330:660")
    lines = read(phone, page(phone, "circle_payments_csv"))
    assert [line[5:10] for line in lines[1:]] == [
        ["Chie", "あき", "70", "", ""],
        ["Ben", "あき", "330", "660", "円"],
    ]
    assert column(lines, "ID")[1] == phone.sid
    assert stranger.get(page(phone, "circle_payments_csv")).status_code == 404
