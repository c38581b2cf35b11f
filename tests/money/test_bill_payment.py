"""まとめて精算: payments of several evenings that were not suggested."""

from scorekeeper.play.models import BillPayment
from tests.helpers import Phone, forms, text
from tests.money.test_bill import bill_url, two_nights
from tests.money.test_bill_paid import suggested


def give(phone: Phone, payer: str, payee: str, amount: str) -> int:
    """Fill in the form of a payment, by names."""
    keys = {one.name: str(one.pk) for one in phone.session.circle.players.all()}
    form = forms(phone.get(bill_url("bill_payment")))["payment"]
    data = {**form, "from": keys[payer], "to": keys[payee], "amount": amount}
    return int(phone.post(bill_url("bill_payment"), data).status_code)


def test_in_parts_and_by_somebody_else(phone: Phone) -> None:
    """Chie owes あき 300円: she gives 100円, Ben 150円 for her; 50円 and what Ben gets back are left."""
    two_nights(phone)
    assert give(phone, "Chie", "あき", "100") == 302
    assert [value.split(":")[2] for value in suggested(phone)] == ["200"]
    assert give(phone, "Ben", "あき", "150円") == 302
    shown = text(phone.get(bill_url()))
    assert "Recorded: Ben → あき 150円" in shown
    assert "C Chie pays あ あき 50円" in shown
    assert "C Chie pays B Ben 150円" in shown


def test_what_is_wrong_and_what_is_asked(phone: Phone) -> None:
    two_nights(phone)
    assert give(phone, "Chie", "あき", "105") == 422  # in steps of 10円
    assert give(phone, "Chie", "Chie", "100") == 422
    assert give(phone, "Chie", "あき", "310") == 422  # more than is owed
    assert give(phone, "あき", "Chie", "300") == 422  # the wrong way round
    assert not BillPayment.objects.exists()


def test_only_who_sat_there_pays(phone: Phone) -> None:
    two_nights(phone)
    page = phone.get(bill_url("bill_payment"))
    assert all(name in text(page) for name in ("あき", "Ben", "Chie"))
    assert "大輔" not in text(page)
