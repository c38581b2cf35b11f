"""支払いの記録: every payment that was noted, who ticked it, and who took it back."""

import pytest

from scorekeeper.play.models import BillPayment, SettlementPaid
from tests.addresses.test_queries import queries
from tests.doors import come_in, page
from tests.helpers import DOBON, Phone, html, text
from tests.money.test_bill import give as give_for_bill
from tests.money.test_bill import tick
from tests.money.test_bills import evenings, settle_together
from tests.money.test_payment import give
from tests.money.test_settle_paid import press
from tests.seated import sit


def payments(phone: Phone, **wanted: object) -> str:
    response = phone.get(page(phone, "payments"), wanted)
    assert response.status_code == 200
    return text(response).split("Show", 1)[1]


@pytest.fixture
def noted(phone: Phone) -> Phone:
    """Ben paid あき 100 at a table, and 30 for two evenings, where Chie has paid Ben 10, taken back."""
    phone.record(DOBON)
    sit(phone, "大輔")
    give(phone, "1", "0", "100")
    settle_together(phone, *evenings(phone, 20, 40))
    give_for_bill(phone, "Ben", "あき", "30")
    return phone


def test_none(phone: Phone) -> None:
    assert "No payments recorded yet." in payments(phone)


def test_newest_first_with_who_ticked_them(noted: Phone) -> None:
    text = payments(noted)
    assert text.index("B Ben pays あ あき 30") < text.index("B Ben pays あ あき 100")
    assert text.count("大輔 (unnamed phone)") == 2
    assert "Settled together" in text
    assert "Gamble Dobon" in text
    assert "Undone" not in text


def test_what_was_taken_back_stays(noted: Phone, second: Phone) -> None:
    press(second, undo=str(SettlementPaid.objects.get().pk))
    tick(second, undo=str(BillPayment.objects.get().pk))
    text = payments(noted)
    assert text.count("Undone") == 2
    assert text.count("iPhone") == 2
    assert text.count("Ben pays") == 2


def test_of_one_table_of_one_bill_and_of_one_person(noted: Phone) -> None:
    bill = BillPayment.objects.get().bill.public_id
    assert "Ben pays あ あき 100" in payments(noted, table=noted.sid)
    assert "あき 30" not in payments(noted, table=noted.sid)
    assert "Ben pays あ あき 30" in payments(noted, bill=bill)
    assert "あき 100" not in payments(noted, bill=bill)
    people = {one.name: one.pk for one in noted.session.circle.players.all()}
    for name in ("Ben", "あき"):
        assert payments(noted, person=people[name]).count("pays") == 2
    assert "No payments recorded yet." in payments(noted, person=people["Chie"])
    assert payments(noted, person=people["Ben"], table=noted.sid).count("pays") == 1


def test_what_is_not_there(noted: Phone, stranger: Phone) -> None:
    url = page(noted, "payments")
    elsewhere = stranger.session.circle.players.first()
    for wanted in ({"person": "x"}, {"person": "9" * 30}, {"person": elsewhere.pk}, {"table": stranger.sid}):
        assert noted.get(url, wanted).status_code == 404, wanted
    assert noted.get(url, {"bill": "nothing"}).status_code == 404
    assert stranger.get(url).status_code == 404


def test_viewers_see_it(noted: Phone) -> None:
    assert "Ben pays あ あき 30" in payments(come_in(noted, "viewer"))


def test_page_by_page_in_a_few_queries(noted: Phone) -> None:
    url = page(noted, "payments")
    few = queries(noted, url)
    session, device = noted.session, SettlementPaid.objects.get().device
    rows = [
        SettlementPaid(session=session, payer="1", payee="0", points=one, device=device)
        for one in range(1, 60)
    ]
    SettlementPaid.objects.bulk_create(rows)
    assert queries(noted, url) <= few <= 12
    assert payments(noted).count("pays") == 50
    assert payments(noted, page=2).count("pays") == 11
    assert "Earlier payments" in payments(noted)
    ben = noted.session.circle.players.get(name="Ben").pk
    chosen = html(noted.get(url, {"person": ben, "table": noted.sid}))
    assert f'href="?table={noted.sid}&amp;person={ben}&amp;page=2"' in chosen


def test_ways_to_it(noted: Phone) -> None:
    bill = BillPayment.objects.get().bill
    for url in (noted.url("settle"), page(noted, "bill", bill.public_id), page(noted, "bills")):
        assert "Payments so far" in text(noted.get(url))
    noted.press("session_end")
    assert "Open payments" in text(noted.get(noted.circle_url()))
