"""The payments of all sessions of a circle for spreadsheets."""

import pytest

from scorekeeper.play.models import Bill, BillPayment
from tests.doors import circle_of, page
from tests.helpers import DOBON, Phone
from tests.money.test_settle import press

from .tables import column, read

pytestmark = pytest.mark.postgresql


def test_of_all_tables_with_what_they_play_for(phone: Phone, stranger: Phone) -> None:
    """The second table plays for 円, two for a point: 330 points are 660円."""
    phone.record(DOBON)
    assert press(phone, paid="2:0:70:") == 302
    session = phone.open_table(cid=circle_of(phone).public_id).session
    session.rate = {"unit": "円", "per_point": "2", "round_to": 1}
    session.save()
    phone.record(DOBON)
    assert press(phone, paid="1:0:330:660") == 302
    lines = read(phone, page(phone, "circle_payments_csv"))
    assert [line[5:10] for line in lines[1:]] == [
        ["Chie", "あき", "70", "", ""],
        ["Ben", "あき", "330", "660", "円"],
    ]
    assert column(lines, "ID")[1] == phone.sid
    assert stranger.get(page(phone, "circle_payments_csv")).status_code == 404


def test_of_tables_settled_together(phone: Phone) -> None:
    """One bill in 円, one in points; the bank is who nobody else is."""
    circle = circle_of(phone)
    ben, chie = circle.players.filter(name__in=("Ben", "Chie")).order_by("name")
    in_yen = Bill.objects.create(circle=circle, unit="円")
    in_points = Bill.objects.create(circle=circle, game="gamble")
    BillPayment.objects.create(bill=in_yen, payer=ben, payee=chie, amount="1200.5", key="a")
    BillPayment.objects.create(bill=in_points, payer=None, payee=ben, amount="40", key="b")
    lines = read(phone, page(phone, "circle_payments_csv"))
    assert column(lines, "ID") == [in_yen.public_id, in_points.public_id]
    assert column(lines, "Game") == ["", "Gamble Dobon"]
    assert [line[5:10] for line in lines[1:]] == [
        ["Ben", "Chie", "", "1200.5", "円"],
        ["penalty total", "Ben", "40", "", ""],
    ]
