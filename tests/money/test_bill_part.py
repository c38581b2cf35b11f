"""まとめて精算: settling evenings one by one again."""

from scorekeeper.play.bills import bill_summary
from scorekeeper.play.models import Bill, BillPayment
from tests.doors import ask
from tests.helpers import Phone, forms, text
from tests.money.test_bill import bill_url
from tests.money.test_bill_paid import suggested, tick
from tests.money.test_bills import evenings, settle_together


def part(phone: Phone, **button: str) -> int:
    form = forms(phone.get(bill_url())).get("part", {})
    return int(phone.post(bill_url("bill_part"), {**form, **button}).status_code)


def test_one_and_then_all(phone: Phone) -> None:
    one, two, three = evenings(phone, 300, 40, 5)
    settle_together(phone, one, two, three)
    seen = bill_summary(Bill.objects.get()).revision
    assert part(phone, table=one.public_id) == 302
    assert bill_summary(Bill.objects.get()).revision > seen
    assert "B Ben pays あ あき 45" in text(phone.get(bill_url()))
    assert "Night 300" in text(ask(phone, "bills"))
    assert part(phone) == 302
    assert "Each of these tables is settled separately again." in text(phone.get(bill_url()))
    assert Bill.objects.get().dissolved_at
    assert part(phone) == 302  # the form came twice
    shown = text(ask(phone, "bills"))
    assert "Settled together" not in shown
    assert all(f"Night {points}" in shown for points in (300, 40, 5))


def test_not_as_long_as_something_is_paid(phone: Phone) -> None:
    settle_together(phone, *evenings(phone, 300, 40))
    tick(phone, paid=suggested(phone)[0])
    assert "part" not in forms(phone.get(bill_url()))
    response = phone.post(bill_url("bill_part"), {})
    assert response.status_code == 409
    assert "Undo the payments first" in text(response)
    tick(phone, undo=str(BillPayment.objects.get().pk))
    assert part(phone) == 302
