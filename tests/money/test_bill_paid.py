"""まとめて精算: ticking payments of several evenings."""

import re

import pytest

from scorekeeper.play.models import BillPayment
from tests.doors import ask, come_in
from tests.helpers import Phone, forms, html, text
from tests.money.test_bill import bill_url, two_nights
from tests.seated import sit


def tick(phone: Phone, **button: str) -> int:
    form = forms(phone.get(bill_url()))["payments"]
    return int(phone.post(bill_url("bill_paid"), {**form, **button}).status_code)


def suggested(phone: Phone) -> list[str]:
    return re.findall(r'name="paid" value="([^"]+)"', html(phone.get(bill_url())))


@pytest.fixture
def nights(phone: Phone) -> Phone:
    """Chie owes あき 300円."""
    return two_nights(phone)


def test_tick_and_untick(nights: Phone) -> None:
    [value] = suggested(nights)
    sit(nights, "大輔")
    assert tick(nights, paid=value) == 302
    page = text(nights.get(bill_url()))
    assert "Everything is paid." in page
    assert re.search(r"paid .* 大輔 \(unnamed phone\)", page)
    assert "undo the payments first" in page
    row = BillPayment.objects.get()
    assert (row.payer.name, row.payee.name, row.amount) == ("Chie", "あき", "300")
    assert tick(nights, undo=str(row.pk)) == 302
    assert suggested(nights) == [value]
    row.refresh_from_db()
    assert row.undone_by == row.device


def test_the_changes_of_the_group_tell_of_it_and_take_it_back(nights: Phone) -> None:
    tick(nights, paid=suggested(nights)[0])
    page = ask(nights, "changes")
    assert "payment ticked Undo" in text(page)
    assert "Chie → あき 300円" in text(page)
    assert "settled tables together" in text(page)
    assert "2 tables" in text(page)
    form = forms(page)[bill_url("bill_paid")]
    assert nights.post(bill_url("bill_paid"), form).status_code == 302
    assert BillPayment.objects.get().undone_at
    after = text(ask(nights, "changes"))
    assert "payment unticked" in after
    assert "Undo" not in after.split("payment unticked")[1].split("settled tables")[0]
    assert "payment ticked Undo" not in text(ask(come_in(nights, "viewer"), "changes"))
