"""一部だけ: a part of what two people have open between them."""

import re
from typing import Any

import pytest

from scorekeeper.play.models import Clearing, SettlementPaid
from tests.doors import ask, come_in, page
from tests.helpers import Phone, forms, html, text
from tests.money.test_clear import open_nights as open_nights


def url_of(phone: Phone) -> str:
    way = re.search(r'href="([^"]*/clear/part/[^"]*)"', html(ask(phone, "bills")))
    assert way
    return way[1].replace("&amp;", "&")


def typed(phone: Phone, amount: str, **more: str) -> tuple[str, dict[str, Any]]:
    """The address of the form for what Ben owes あき, and the form with an amount typed in."""
    url = url_of(phone)
    ends = dict(re.findall(r"(from|to)=([0-9]+)", url))
    return url, {**forms(phone.get(url))["payment"], **ends, "amount": amount, **more}


def note(phone: Phone, amount: str, **more: str) -> int:
    return int(phone.post(*typed(phone, amount, **more)).status_code)


def test_a_part(open_nights: Phone) -> None:
    """Of Ben's 200円 he pays 150円."""
    assert note(open_nights, "150") == 302
    shown = text(ask(open_nights, "bills"))
    assert "B Ben pays あ あき 50円" in shown
    assert SettlementPaid.objects.get().points == 150


@pytest.mark.parametrize("amount", ["150", "200", "１５０円"])
def test_sent_twice_and_again_after_it_was_taken_back(open_nights: Phone, amount: str) -> None:
    """Less is open by the second time, or nothing, and the answer is the same; then all is open again."""
    url, form = typed(open_nights, amount)
    for _ in range(2):
        assert open_nights.post(url, form)["Location"] == page(open_nights, "bills")
        assert "Recorded: Ben → あき " in text(ask(open_nights, "bills"))
    assert Clearing.objects.count() == 1
    undo = page(open_nights, "unclear", Clearing.objects.get().pk)
    open_nights.post(undo, forms(ask(open_nights, "bills"))[undo])
    ask(open_nights, "bills")
    late = open_nights.post(url, form)
    assert late.status_code == 409
    assert forms(late)["payment"]["amount"] == [amount]


def test_somebody_else_noted_a_payment_meanwhile(open_nights: Phone) -> None:
    """Perhaps the same one: it is not noted twice unseen."""
    url, form = typed(open_nights, "50")
    assert note(come_in(open_nights), "50") == 302
    late = open_nights.post(url, form)
    assert late.status_code == 409
    assert forms(late)["payment"]["amount"] == ["50"]
    assert SettlementPaid.objects.count() == 1
    assert open_nights.post(url, forms(late)["payment"]).status_code == 302
    assert "B Ben pays あ あき 100円" in text(ask(open_nights, "bills"))


def test_the_same_form_for_another_amount(open_nights: Phone) -> None:
    """What was typed stays, and counts when it is sent once more."""
    url, form = typed(open_nights, "150")
    assert open_nights.post(url, form).status_code == 302
    refused = open_nights.post(url, {**form, "amount": "40"})
    assert refused.status_code == 409
    again = forms(refused)["payment"]
    assert again["amount"] == ["40"]
    assert Clearing.objects.count() == 1
    assert open_nights.post(url, again).status_code == 302
    assert "B Ben pays あ あき 10円" in text(ask(open_nights, "bills"))


def test_not_more_than_is_owed_and_only_in_steps(open_nights: Phone) -> None:
    for amount in ("210", "55", "0", "x", ""):
        assert note(open_nights, amount) == 422, amount
    assert not Clearing.objects.exists()


def test_the_other_way_round(open_nights: Phone) -> None:
    """Whoever is paid cannot pay: what was typed stays."""
    ends = dict(re.findall(r"(from|to)=([0-9]+)", url_of(open_nights)))
    turned = {"from": ends["to"], "to": ends["from"]}
    agreed = f"{turned['from']}:{turned['to']}:50"
    assert note(open_nights, "50", **turned, agreed=agreed) == 409
    assert not Clearing.objects.exists()


def test_nothing_is_open(open_nights: Phone) -> None:
    url = url_of(open_nights)
    note(open_nights, "200")
    changed = (url.replace("unit=", "unit=x"), url.partition("?")[0], url.replace("from=", "from=x"))
    for wrong in (url, *changed):
        assert open_nights.get(wrong)["Location"] == page(open_nights, "bills")
    assert "Nothing is open between these two." in text(ask(open_nights, "bills"))
