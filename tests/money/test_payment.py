"""支払い: another amount than was suggested, or between other people, at one table."""

from decimal import Decimal

from scorekeeper.play.given import Given
from scorekeeper.play.models import RoundEdit, SettlementPaid
from scorekeeper.play.payments import Dues
from tests.doors import come_in
from tests.games.test_entry_dobon import table_by
from tests.helpers import DOBON, Phone, forms, html, text
from tests.money.test_settle_paid import press, suggested, values
from tests.rules.test_stakes import table_for


def give(phone: Phone, payer: str, payee: str, amount: str, **more: str) -> int:
    """Fill in the form of a payment; what is asked meanwhile is not agreed to."""
    form = forms(phone.show("payment"))["payment"]
    data = {**form, "from": payer, "to": payee, "amount": amount, **more}
    return int(phone.post(phone.url("payment"), data).status_code)


def test_every_suggestion_leads_to_the_form_with_all_of_it_typed(evening: Phone) -> None:
    assert "from=1&amp;to=0&amp;amount=340" in html(evening.show("settle"))
    page = evening.get(evening.url("payment"), {"from": "1", "to": "0", "amount": "340"})
    form = forms(page)["payment"]
    assert (form["from"], form["to"], form["amount"]) == (["1"], ["0"], ["340"])
    assert "Still open あき gets 390 Ben owes 340 Chie gets 10 大輔 owes 60" in text(page)


def test_a_part(evening: Phone) -> None:
    """100 of 340: 240 are left, and the others stay."""
    assert give(evening, "1", "0", "100") == 302
    assert suggested(evening) == [("Ben", "あき", 240), ("大輔", "あき", 50), ("大輔", "Chie", 10)]
    shown = text(evening.show("settle"))
    assert "Recorded: Ben → あき 100" in shown
    assert "Ben pays あ あき 100" in shown
    assert "Ben pays あ あき 240" in shown
    assert values(evening)[0] == "1:0:240:"


def test_on_behalf_of_somebody(evening: Phone) -> None:
    """Chie gives あき what Ben owes: she then gets 350, and あき 50."""
    assert give(evening, "2", "0", "340") == 302
    assert suggested(evening) == [("Ben", "あき", 50), ("Ben", "Chie", 290), ("大輔", "Chie", 60)]


def test_to_somebody_else(evening: Phone) -> None:
    """Ben gives 大輔 100, who then owes 160."""
    assert give(evening, "1", "3", "100") == 302
    assert suggested(evening) == [("Ben", "あき", 240), ("大輔", "あき", 150), ("大輔", "Chie", 10)]


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


def test_what_is_wrong_stands_at_its_field(evening: Phone) -> None:
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
    """What was typed is still there, and counts when it is sent once more."""
    form = {**forms(evening.show("payment"))["payment"], "from": "1", "to": "0", "amount": "100"}
    press(second, paid="3:2:10:")
    response = evening.post(evening.url("payment"), form)
    assert response.status_code == 409
    assert "payment ticked 大輔 → Chie 10" in text(response)
    again = forms(response)["payment"]
    assert again["amount"] == ["100"]
    assert SettlementPaid.objects.count() == 1
    assert evening.post(evening.url("payment"), again).status_code == 302
    assert suggested(evening) == [("Ben", "あき", 240), ("大輔", "あき", 50)]


def test_it_is_taken_back_as_a_tick_is(evening: Phone) -> None:
    before = suggested(evening)
    give(evening, "1", "0", "100")
    assert press(evening, undo=str(SettlementPaid.objects.get().pk)) == 302
    assert suggested(evening) == before
    shown = text(evening.get(evening.url("session_changes")))
    assert "payment unticked" in shown
    assert "Ben → あき 100" in shown
    assert RoundEdit.objects.filter(action="pay").count() == 1


def test_viewers_have_no_form(evening: Phone) -> None:
    viewer = come_in(evening, "viewer")
    viewer.sid = evening.sid
    assert viewer.get(viewer.url("payment")).status_code == 403
    assert "Record a payment" not in text(viewer.show("settle"))
    assert "Other amount" not in text(viewer.show("settle"))


def test_penalty_points_are_not_paid(db: None) -> None:
    phone = table_by("penalty-points")
    assert phone.get(phone.url("payment")).status_code == 404


def test_what_turns_round() -> None:
    """A gets 30 and B owes 30; C is even."""
    dues = Dues({"A": Decimal(30), "B": Decimal(-30)})
    turned = [dues.turned(Given(*given)) for given in (("B", "A", Decimal(30)), ("C", "A", Decimal(30)))]
    assert turned == [{}, {}]
    assert dues.turned(Given("B", "C", Decimal(30))) == {}
    assert dues.turned(Given("B", "A", Decimal(31))) == {"B": 1, "A": -1}
    assert dues.turned(Given("C", "A", Decimal(40))) == {"A": -10}
    assert dues.turned(Given("B", "C", Decimal(40))) == {"B": 10}
    assert dues.turned(Given("A", "B", Decimal(5))) == {"A": 35, "B": -35}
    assert dues.turned(Given("A", "C", Decimal(5))) == {"A": 35, "C": -5}


def test_a_form_that_was_wrong_still_goes_by_what_it_had_seen(evening: Phone) -> None:
    """Somebody else notes 10 meanwhile: that is said before the corrected amount counts."""
    form = {**forms(evening.show("payment"))["payment"], "from": "1", "to": "0"}
    give(Phone().sit_at(evening), "3", "0", "10")
    refused = evening.post(evening.url("payment"), {**form, "amount": "x"})
    assert refused.status_code == 422
    again = evening.post(evening.url("payment"), {**forms(refused)["payment"], "amount": "340"})
    assert again.status_code == 409
    assert SettlementPaid.objects.count() == 1
