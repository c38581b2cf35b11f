"""Ticking payments as made, at a table, for tables settled together and for a night alike."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from scorekeeper.play.models import BillPayment, SettlementPaid
from tests.doors import everything
from tests.helpers import DOBON, OUT, Phone, forms, html, text
from tests.money.test_bill import bill_url, two_nights
from tests.nights.example import address, three_games


@dataclass
class Place:
    """Where payments are ticked: the page, what it posts to, its form, and where the ticks are kept."""

    phone: Phone
    page: str
    target: str
    form: str
    rows: type[SettlementPaid] | type[BillPayment]
    told: str = ""
    """What the page says of the first suggestion where somebody else was faster."""

    def seen(self, phone: Phone | None = None) -> dict[str, list[str]]:
        """The form as a phone has it now."""
        return forms((phone or self.phone).get(self.page))[self.form]

    def suggested(self) -> list[str]:
        return re.findall(r'name="paid" value="([^"]+)"', html(self.phone.get(self.page)))


def at_a_table(phone: Phone) -> Place:
    phone.record(DOBON, OUT)
    ways = phone.url("settle"), phone.url("settle_paid"), "payments"
    return Place(phone, *ways, SettlementPaid, "payment ticked Ben → あき 340")


def for_a_bill(phone: Phone) -> Place:
    two_nights(phone)
    ways = bill_url(), bill_url("bill_paid"), "payments"
    return Place(phone, *ways, BillPayment, "payment ticked Chie → あき 300円")


def for_a_night(phone: Phone) -> Place:
    three_games(phone)
    return Place(phone, address(phone), address(phone, "night_paid"), "payments1", BillPayment)


@pytest.fixture(params=[at_a_table, for_a_bill, for_a_night])
def place(phone: Phone, request: pytest.FixtureRequest) -> Place:
    make: Callable[[Phone], Place] = request.param
    return make(phone)


def test_sent_twice(place: Place) -> None:
    form = {**place.seen(), "paid": place.suggested()[0]}
    assert [place.phone.post(place.target, form).status_code for _ in range(2)] == [302, 302]
    undo = {**place.seen(), "undo": str(place.rows.objects.get().pk)}
    assert [place.phone.post(place.target, undo).status_code for _ in range(2)] == [302, 302]
    assert place.phone.post(place.target, form).status_code == 302, "which is done with"
    assert place.rows.objects.get().undone_at


def test_two_phones_tick_the_same(place: Place) -> None:
    second = Phone(HTTP_USER_AGENT="iPhone").sit_at(place.phone)
    mine, theirs = place.seen(), place.seen(second)
    value = place.suggested()[0]
    assert place.phone.post(place.target, {**mine, "paid": value}).status_code == 302
    refused = second.post(place.target, {**theirs, "paid": value})
    assert refused.status_code == 409
    assert "Nothing was ticked" in text(refused)
    assert place.told in text(refused)
    assert place.rows.objects.count() == 1


def test_what_is_not_owed_is_not_ticked(place: Place) -> None:
    value, form, before = place.suggested()[0], place.seen(), everything()
    payer, payee, amount, *money = value.split(":")
    turned, other = (":".join([*ends, *money]) for ends in ((payee, payer, amount), (payer, payee, "1")))
    buttons: tuple[dict[str, str], ...] = (
        {},
        *({"paid": paid} for paid in ("", turned, other, f"{value}:1", "x:y:z", "x:y:z:0")),
        *({"paid": f"{payer}:{payee}:{'9' * 400}:"}, {"paid": f"{'9' * 30}:{payee}:{amount}"}),
        *({"undo": number} for number in ("0", "99999", "x", "٣", "9" * 40)),
    )
    for button in buttons:
        assert place.phone.post(place.target, {**form, **button}).status_code == 409, button
    assert place.phone.post(place.target, {"paid": value}).status_code == 409, "it is no form of ours"
    assert everything() == before
