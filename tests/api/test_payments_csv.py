"""Payments that were ticked, for spreadsheets."""

from tests.helpers import DOBON, Phone
from tests.money.test_settle import press

from .tables import column, read


def test_ticked_and_taken_back(phone: Phone) -> None:
    """Ben pays 330, Chie 70; the tick of the first is taken back."""
    phone.record(DOBON)
    assert len(read(phone, phone.url("payments_csv"))) == 1
    assert press(phone, paid="1:0:330:") == 302
    assert press(phone, paid="2:0:70:") == 302
    assert press(phone, undo=str(phone.session.payments.first().pk)) == 302
    lines = read(phone, phone.url("payments_csv"))
    assert ",".join(lines[0]) == "ID,Table,Game,Day,Time,From,To,Points,Amount,Unit,Taken back"
    assert [line[5:10] for line in lines[1:]] == [
        ["Ben", "あき", "330", "", ""],
        ["Chie", "あき", "70", "", ""],
    ]
    first, second = column(lines, "Taken back")
    assert first >= column(lines, "Time")[0]
    assert second == ""
