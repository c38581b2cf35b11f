"""まとめて精算: the page of several evenings settled together."""

from django.urls import reverse

from scorekeeper.play.models import Bill
from tests.addresses.test_queries import queries
from tests.doors import come_in
from tests.helpers import Phone, html, text
from tests.money.test_bills import evenings, settle_together
from tests.money.test_settle import shared_text
from tests.play.evenings import YEN, over


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
