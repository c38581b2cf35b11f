"""まとめて精算: the page of evenings settled together: what is paid for them, and one by one again."""

import re

import pytest
from django.urls import reverse

from scorekeeper.play.models import Bill, BillPayment
from scorekeeper.play.payments import bill_summary
from tests.addresses.test_queries import queries
from tests.doors import ask, come_in
from tests.helpers import Phone, forms, html, text
from tests.money.test_bills import evenings, settle_together
from tests.money.test_settle import shared_text
from tests.play.evenings import YEN, over
from tests.seated import sit


def bill_url(name: str = "bill") -> str:
    bill = Bill.objects.latest("pk")
    return reverse(name, args=(bill.circle.public_id, bill.public_id))


def two_nights(phone: Phone) -> Phone:
    """Ben owes あき 300円 and Chie owes Ben 300円, on another night."""
    circle = phone.session.circle
    one = over(circle, {("Ben", "あき"): 300}, title="One", rate=YEN)
    two = over(circle, {("Chie", "Ben"): 300}, title="Two", rate=YEN)
    return settle_together(phone, one, two)


def test_what_they_come_to(phone: Phone) -> None:
    page = two_nights(phone).get(bill_url())
    shown = text(page)
    assert "C Chie pays あ あき 300円" in shown
    assert "These are the fewest payments possible." in shown
    assert "One" in shown
    assert "Ben → pays あき 300円" in shown  # in the evening itself
    assert shared_text(page).splitlines()[1:] == ["・One", "・Two", "Chie → あき 300円"]


def test_viewers_have_no_buttons(phone: Phone) -> None:
    two_nights(phone)
    page = come_in(phone, "viewer").get(bill_url())
    assert "300円" in text(page)
    assert "disabled" in html(page).split('class="tick"')[1].split(">")[0]
    for words in ("Record a payment", "Other amount", "Settle separately", "Settle each table separately"):
        assert words not in text(page)


def test_as_many_queries_for_many_evenings(phone: Phone) -> None:
    counts = []
    for nights in ((1, 2), range(10, 22)):
        settle_together(phone, *evenings(phone, *nights))
        counts.append(queries(phone, bill_url()))
    assert counts[0] == counts[1] <= 10


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
    noted = nights.session.circle.changes.filter(after__has_key="payment").order_by("pk")
    assert [(one.action, one.device) for one in noted] == [("pay", row.device), ("unpay", row.device)]


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
    dissolved = text(phone.get(bill_url()))
    assert "Each of these tables is settled separately again." in dissolved
    assert "Record a payment" not in dissolved
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
