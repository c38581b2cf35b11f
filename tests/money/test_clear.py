"""全額支払い済み: what two people have open between them, paid in one go."""

import re

import pytest

from scorekeeper.play.models import Clearing, GameSession
from tests.doors import ask, come_in, page
from tests.helpers import Phone, forms, html, text
from tests.nights.example import ONE
from tests.play.evenings import over
from tests.seated import sit


@pytest.fixture
def open_nights(phone: Phone) -> Phone:
    """Ben owes あき 300 − 100 = 200円 over two tables, and Chie 40円."""
    circle = phone.session.circle
    GameSession.objects.all().delete()
    over(circle, {("Ben", "あき"): 300, ("Ben", "Chie"): 40}, rate=ONE)
    phone.sid = over(circle, {("あき", "Ben"): 100}, rate=ONE).public_id
    return phone


def values(phone: Phone) -> list[str]:
    """What the buttons send that pay all."""
    return re.findall(r'name="clear" value="([^"]+)"', html(ask(phone, "bills")))


def press(phone: Phone, **fields: str) -> None:
    form = forms(ask(phone, "bills"))[page(phone, "clear")]
    assert phone.post(page(phone, "clear"), {**form, **fields}).status_code == 302


def test_every_two_people_with_the_months(open_nights: Phone) -> None:
    shown = text(ask(open_nights, "bills"))
    assert "円 240円 open" in shown
    assert "B Ben pays あ あき 200円" in shown
    assert "B Ben pays C Chie 40円" in shown
    assert "1 night 200円 All paid Only a part" in shown
    assert "あ あき +200円 C Chie +40円 B Ben −240円" in shown
    assert "All paid" not in text(ask(come_in(open_nights, "viewer"), "bills"))
    assert "You get" not in shown
    sit(open_nights, "Ben")
    assert "You get 0円 You owe 240円" in text(ask(open_nights, "bills"))


@pytest.mark.postgresql
def test_all_paid(open_nights: Phone) -> None:
    press(open_nights, clear=values(open_nights)[0])
    shown = text(ask(open_nights, "bills"))
    assert "All paid. Undo" in shown
    assert "円 40円 open" in shown
    assert re.search(r"Paid in one go B Ben あ あき .* 200円 Undo", shown)
    assert len(values(open_nights)) == 1
    log = text(ask(open_nights, "changes"))
    assert "ticked payments of several tables" in log
    assert "Ben → あき 200円" in log


def test_two_phones(open_nights: Phone) -> None:
    """The second finds that the list has changed."""
    second = Phone(HTTP_USER_AGENT="iPhone").sit_at(open_nights)
    value = values(open_nights)[0]
    form = forms(ask(second, "bills"))[page(second, "clear")]
    press(open_nights, clear=value)
    second.post(page(second, "clear"), {**form, "clear": value})
    assert "The list has changed. Nothing was ticked" in text(ask(second, "bills"))
    assert Clearing.objects.count() == 1


def test_what_is_not_owed_is_not_paid(open_nights: Phone) -> None:
    payer, payee, amount = values(open_nights)[0].split(":")
    for value in ("", "x", f"{payee}:{payer}:{amount}", f"{payer}:{payee}:1", f"{payer}:{payer}:{amount}"):
        press(open_nights, clear=value)
    press(open_nights, clear=values(open_nights)[0], unit="ドル")
    assert not Clearing.objects.exists()
