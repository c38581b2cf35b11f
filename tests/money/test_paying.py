"""支払い: another amount or other people than suggested, and the record of all payments."""

from decimal import Decimal

import pytest

from scorekeeper.play.models import BillPayment, SettlementPaid
from scorekeeper.play.payments import Dues
from scorekeeper.play.transfers import MoneyTransfer
from tests.addresses.test_costs import queries
from tests.circle_pages import page
from tests.games.test_entry_dobon import table_by
from tests.helpers import DOBON, Phone, forms, html, text
from tests.money.test_bills import evenings, settle_together, tick
from tests.money.test_bills import give as give_for_bill
from tests.money.test_settle import press, suggested
from tests.rules.test_start import table_for
from tests.seated import sit

WRONG = [
    ({"from": ""}, "This field is required."),
    ({"to": "1"}, "Choose somebody other than the payer."),
    ({"to": "9"}, "Select a valid choice."),
    ({"to": "bank"}, "Select a valid choice."),
    ({"amount": ""}, "This field is required."),
    ({"amount": "0"}, "Type an amount above 0, such as 1."),
    ({"amount": "-5"}, "Type an amount above 0, such as 1."),
    ({"amount": "1e3"}, "Type an amount above 0"),
    ({"amount": "NaN"}, "Type an amount above 0"),
    ({"amount": "x" * 500}, "at most 40 characters"),
    ({"amount": "1.5"}, "Only in steps of 1."),
    ({"amount": "9" * 15}, "At most 1,000,000,000,000."),
]


def give(phone: Phone, payer: str, payee: str, amount: str, **more: str) -> int:
    """Fill in the form of a payment; what is asked meanwhile is not agreed to."""
    form = forms(phone.show("payment"))["payment"]
    data = {**form, "from": payer, "to": payee, "amount": amount, **more}
    return int(phone.post(phone.url("payment"), data).status_code)


def test_every_suggestion_leads_to_the_form_with_all_of_it_typed(evening: Phone) -> None:
    """Of 340 only 100 are paid: 240 are left, and the others stay."""
    assert "from=1&amp;to=0&amp;amount=340" in html(evening.show("settle"))
    page = evening.get(evening.url("payment"), {"from": "1", "to": "0", "amount": "340"})
    form = forms(page)["payment"]
    assert (form["from"], form["to"], form["amount"]) == (["1"], ["0"], ["340"])
    assert "Still open あき gets 390 Ben owes 340 Chie gets 10 大輔 owes 60" in text(page)
    assert give(evening, "1", "0", "100") == 302
    assert suggested(evening) == [("Ben", "あき", 240), ("大輔", "あき", 50), ("大輔", "Chie", 10)]
    shown = text(evening.show("settle"))
    for words in ("Recorded: Ben → あき 100", "Ben pays あ あき 100", "Ben pays あ あき 240"):
        assert words in shown


def test_on_behalf_of_somebody_and_to_somebody_else(evening: Phone) -> None:
    """Chie gives あき what Ben owes: she gets 350 then, and あき 50.

    Then Ben gives 大輔 100: Ben owes 240 and 大輔 160.
    """
    assert give(evening, "2", "0", "340") == 302
    assert suggested(evening) == [("Ben", "あき", 50), ("Ben", "Chie", 290), ("大輔", "Chie", 60)]
    assert give(evening, "1", "3", "100") == 302
    assert suggested(evening) == [("Ben", "あき", 50), ("Ben", "Chie", 190), ("大輔", "Chie", 160)]


def test_more_than_is_owed_is_asked_about_once(evening: Phone) -> None:
    """400 for 340: Ben gets 60 back; あき, who got 390, owes 10."""
    form = forms(evening.show("payment"))["payment"]
    data = {**form, "from": "1", "to": "0", "amount": "400"}
    asked = evening.post(evening.url("payment"), data)
    assert asked.status_code == 422
    assert not SettlementPaid.objects.exists()
    assert "More than is owed" in text(asked)
    assert "Ben gets 60 あき owes 10" in text(asked)
    again = forms(asked)["payment"]
    assert again["amount"] == ["400"]
    other = evening.post(evening.url("payment"), {**again, "amount": "500"})
    assert other.status_code == 422
    assert evening.post(evening.url("payment"), again).status_code == 302
    assert suggested(evening) == [("あき", "Chie", 10), ("大輔", "Ben", 60)]


def test_the_wrong_way_round_is_asked_about(evening: Phone) -> None:
    """あき gives Ben 340, who owes: both would be further from even."""
    assert give(evening, "0", "1", "340") == 422
    assert give(evening, "0", "1", "340", agreed="0:1:340") == 302
    assert suggested(evening)[0] == ("Ben", "あき", 680)


def test_errors_of_the_fields(evening: Phone) -> None:
    form = {**forms(evening.show("payment"))["payment"], "from": "1", "to": "0", "amount": "340"}
    for data, item in WRONG:
        response = evening.post(evening.url("payment"), {**form, **data})
        assert response.status_code == 422, data
        assert item in text(response), data
        assert forms(response)["payment"]["amount"] == [data.get("amount", "340")]
    assert not SettlementPaid.objects.exists()


def test_amounts_as_people_type_them(db: None) -> None:
    """At half a yen 300円 are 600 points; 400, −330 and −70 are 200円 and what two owe."""
    phone = table_for(unit="円", per_point="0.5", round_to="10")
    phone.record(DOBON)
    sent = {**forms(phone.show("payment"))["payment"], "from": "1", "to": "0", "amount": "105"}
    refused = phone.post(phone.url("payment"), sent)
    assert (refused.status_code, "Only in steps of 10円." in text(refused)) == (422, True)
    for typed in ("300", "３００", "3,00", " 300 ", "300円", "３００ 円", "300.0"):
        assert give(phone, "1", "0", typed, agreed="1:0:300") == 302, typed
        row = SettlementPaid.objects.latest("pk")
        assert (row.points, row.money) == (600, "300"), typed


def test_stale(evening: Phone, second: Phone) -> None:
    """What was typed is still there, also after an error, and counts when it is sent once more."""
    form = {**forms(evening.show("payment"))["payment"], "from": "1", "to": "0", "amount": "x"}
    press(second, paid="3:2:10:")
    wrong = evening.post(evening.url("payment"), form)
    assert wrong.status_code == 422
    response = evening.post(evening.url("payment"), {**forms(wrong)["payment"], "amount": "100"})
    assert response.status_code == 409
    assert "payment ticked 大輔 → Chie 10" in text(response)
    again = forms(response)["payment"]
    assert again["amount"] == ["100"]
    assert SettlementPaid.objects.count() == 1
    assert evening.post(evening.url("payment"), again).status_code == 302
    assert suggested(evening) == [("Ben", "あき", 240), ("大輔", "あき", 50)]


def test_penalty_points_are_not_paid(db: None) -> None:
    phone = table_by("penalty-points")
    assert phone.get(phone.url("payment")).status_code == 404


def test_payments_that_reverse_balances() -> None:
    """A gets 30 and B owes 30; C is even."""
    dues = Dues({"A": Decimal(30), "B": Decimal(-30)})
    for payer in ("B", "C"):
        assert dues.reversed_by(MoneyTransfer(payer, "A", Decimal(30))) == {}
    assert dues.reversed_by(MoneyTransfer("B", "C", Decimal(30))) == {}
    assert dues.reversed_by(MoneyTransfer("B", "A", Decimal(31))) == {"B": 1, "A": -1}
    assert dues.reversed_by(MoneyTransfer("C", "A", Decimal(40))) == {"A": -10}
    assert dues.reversed_by(MoneyTransfer("B", "C", Decimal(40))) == {"B": 10}
    assert dues.reversed_by(MoneyTransfer("A", "B", Decimal(5))) == {"A": 35, "B": -35}
    assert dues.reversed_by(MoneyTransfer("A", "C", Decimal(5))) == {"A": 35, "C": -5}


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


def test_newest_first_with_who_ticked_and_undid_them(noted: Phone, second: Phone) -> None:
    shown = payments(noted)
    assert shown.index("B Ben pays あ あき 30") < shown.index("B Ben pays あ あき 100")
    assert shown.count("大輔 (unnamed phone)") == 2
    assert "Settled together" in shown
    assert "Gamble Dobon" in shown
    assert "Undone" not in shown
    press(second, undo=str(SettlementPaid.objects.get().pk))
    tick(second, undo=str(BillPayment.objects.get().pk))
    shown = payments(noted)
    assert [shown.count(words) for words in ("Undone", "iPhone", "Ben pays")] == [2, 2, 2]

    bill = BillPayment.objects.get().bill
    for url in (noted.url("settle"), page(noted, "bill", bill.public_id), page(noted, "bills")):
        assert "Payments so far" in text(noted.get(url))
    noted.press("session_end")
    assert "Open payments" in text(noted.get(noted.circle_url()))


def test_of_one_table_of_one_bill_and_of_one_person(noted: Phone, stranger: Phone) -> None:
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
    url, elsewhere = page(noted, "payments"), stranger.session.circle.players.first()
    for wrong in (
        *({"person": person} for person in ("x", "9" * 30, elsewhere.pk)),
        *({"table": stranger.sid}, {"bill": "nothing"}),
    ):
        assert noted.get(url, wrong).status_code == 404, wrong


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
