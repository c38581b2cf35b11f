"""まとめて精算: ticking payments of several evenings."""

import re

import pytest
from django.urls import reverse

from scorekeeper.play.models import BillPayment
from tests.doors import come_in
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
    assert re.search(r"✓ paid .* 大輔 \(unnamed phone\)", page)
    assert "undo the payments first" in page
    row = BillPayment.objects.get()
    assert (row.payer.name, row.payee.name, row.amount) == ("Chie", "あき", "300")
    assert tick(nights, undo=str(row.pk)) == 302
    assert suggested(nights) == [value]
    row.refresh_from_db()
    assert row.undone_by == row.device


def test_sent_twice(nights: Phone) -> None:
    form = {**forms(nights.get(bill_url()))["payments"], "paid": suggested(nights)[0]}
    for _ in range(2):
        assert nights.post(bill_url("bill_paid"), form).status_code == 302
    undo = {**forms(nights.get(bill_url()))["payments"], "undo": str(BillPayment.objects.get().pk)}
    for _ in range(2):
        assert nights.post(bill_url("bill_paid"), undo).status_code == 302
    assert BillPayment.objects.count() == 1


def test_two_phones_tick_the_same(nights: Phone, second: Phone) -> None:
    mine, theirs = (forms(phone.get(bill_url()))["payments"] for phone in (nights, second))
    [value] = suggested(nights)
    assert nights.post(bill_url("bill_paid"), {**mine, "paid": value}).status_code == 302
    response = second.post(bill_url("bill_paid"), {**theirs, "paid": value})
    assert response.status_code == 409
    assert "Nothing was ticked" in text(response)
    assert "payment ticked Chie → あき 300円" in text(response)
    assert BillPayment.objects.count() == 1


def test_what_is_not_owed_is_not_ticked(nights: Phone) -> None:
    [value] = suggested(nights)
    payer, payee, amount = value.split(":")
    buttons: tuple[dict[str, str], ...] = (
        {},
        {"paid": ""},
        {"paid": f"{payee}:{payer}:{amount}"},
        {"paid": f"{payer}:{payee}:299"},
        {"paid": "x:y:z"},
        {"paid": f"{'9' * 30}:1:300"},
        {"undo": "0"},
        {"undo": "٣"},
        {"undo": "9" * 40},
    )
    for button in buttons:
        assert tick(nights, **button) == 409, button
    assert nights.post(bill_url("bill_paid"), {"paid": value}).status_code == 409
    assert not BillPayment.objects.exists()


def test_the_changes_of_the_group_tell_of_it_and_take_it_back(nights: Phone) -> None:
    changes = reverse("changes", args=(nights.session.circle.public_id,))
    tick(nights, paid=suggested(nights)[0])
    page = nights.get(changes)
    assert "payment ticked Undo" in text(page)
    assert "Chie → あき 300円" in text(page)
    assert "settled tables together" in text(page)
    assert "2 tables" in text(page)
    form = forms(page)[bill_url("bill_paid")]
    assert nights.post(bill_url("bill_paid"), form).status_code == 302
    assert BillPayment.objects.get().undone_at
    after = text(nights.get(changes))
    assert "payment unticked" in after
    assert "Undo" not in after.split("payment unticked")[1].split("settled tables")[0]
    assert "payment ticked Undo" not in text(come_in(nights, "viewer").get(changes))
