"""Phones that settle evenings together at the same moment, in threads with connections of their own."""

import pytest

from scorekeeper.play.models import Bill, BillPayment, Clearing, SettlementPaid
from tests.at_once import at_once, copies
from tests.doors import ask, page, send
from tests.helpers import Phone, forms
from tests.money.test_bill import bill_url, suggested
from tests.money.test_bills import evenings, settle_together
from tests.money.test_clear import values
from tests.seated import join, sit

pytestmark = [pytest.mark.usefixtures("shared_database"), pytest.mark.postgresql]


@pytest.fixture
def phones() -> list[Phone]:
    """あき, who opened the table, then two others."""
    host = sit(Phone().open_table(), "あき")
    return [host, *(join(host, name) for name in ("Ben", "Chie"))]


def test_three_settle_the_same_evenings(phones: list[Phone]) -> None:
    evenings(phones[0], 300, 40)
    pages = [forms(ask(phone, "bills"))["together-1"] for phone in phones]
    answers = at_once(
        [lambda p=phone, f=page: send(p, "bills", **f) for phone, page in zip(phones, pages, strict=True)]
    )
    assert sorted(answer.status_code for answer in answers) == [302, 409, 409]
    assert Bill.objects.count() == 1


def test_the_same_form_four_times(phones: list[Phone]) -> None:
    evenings(phones[0], 300, 40)
    form = forms(ask(phones[0], "bills"))["together-1"]
    answers = at_once([lambda p=tab: send(p, "bills", **form) for tab in copies(phones[0], 4)])
    assert [answer.status_code for answer in answers] == [302] * 4
    assert Bill.objects.count() == 1


def test_three_tick_the_same_payment(phones: list[Phone]) -> None:
    settle_together(phones[0], *evenings(phones[0], 300, 40))
    [value] = suggested(phones[0])
    pages = [forms(phone.get(bill_url()))["payments"] for phone in phones]
    answers = at_once(
        [
            lambda p=phone, f=page: p.post(bill_url("bill_paid"), {**f, "paid": value})
            for phone, page in zip(phones, pages, strict=True)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [302, 409, 409]
    assert BillPayment.objects.count() == 1


def test_all_is_paid_once_by_the_same_form(phones: list[Phone]) -> None:
    evenings(phones[0], 300, 40)
    [value] = values(phones[0])
    form = {**forms(ask(phones[0], "bills"))[page(phones[0], "clear")], "clear": value}
    answers = at_once([lambda p=tab: send(p, "clear", **form) for tab in copies(phones[0], 4)])
    assert [answer.status_code for answer in answers] == [302] * 4
    assert (Clearing.objects.count(), SettlementPaid.objects.count()) == (1, 2)
