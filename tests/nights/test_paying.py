"""夜の精算: ticking the payments of a night, paying a part, or for somebody else."""

import re

import pytest

from scorekeeper.play.given import Given
from scorekeeper.play.idempotency import FormVersion
from scorekeeper.play.models import Bill, BillPayment, GameSession, Night
from scorekeeper.play.payments import pay_night
from tests.doors import ask
from tests.helpers import Phone, forms, html, text
from tests.money.test_settle import press
from tests.nights.example import ONE, address, look
from tests.play.evenings import over


def suggested(phone: Phone) -> list[str]:
    return re.findall(r'name="paid" value="([^"]+)"', html(look(phone)))


def tick(phone: Phone, **button: str) -> int:
    form = forms(look(phone))["payments1"]
    return int(phone.post(address(phone, "night_paid"), {**form, **button}).status_code)


def test_all_paid(night: Phone) -> None:
    for value in suggested(night):
        tick(night, paid=value)
    shown = text(look(night))
    assert "Everything is paid." in shown
    assert "In money あ あき +200円 settled" in text(ask(night, "circle"))


def test_its_tables_are_settled_together_from_the_first_payment_on(night: Phone) -> None:
    """A table of the night that ends later joins; those without a rate stay out."""
    tick(night, paid=suggested(night)[0])
    bill = Bill.objects.get()
    assert (bill.night, bill.unit) == (night.session.night, "円")
    assert set(bill.sessions.values_list("game", flat=True)) == {"gamble", "teyaku"}
    over(night.session.circle, {("Dan", "Chie"): 60}, rate=ONE)
    shown = text(look(night))
    assert "D Dan pays C Chie 60円" in shown
    tick(night, paid=suggested(night)[-1])
    assert bill.sessions.count() == 3
    assert Bill.objects.count() == 1


def test_a_table_can_be_taken_up_again_once_nothing_is_paid(night: Phone) -> None:
    tick(night, paid=suggested(night)[0])
    night.sid = GameSession.objects.get(game="gamble").public_id
    sent = {"revision": night.session.revision, "key": "reopened-too-early"}
    assert night.post(night.url("session_reopen"), sent).status_code == 409
    tick(night, undo=str(BillPayment.objects.get().pk))
    assert Bill.objects.get().dissolved_at
    assert night.press("session_reopen").status_code == 302


def test_a_form_sent_again_takes_no_table_in(night: Phone) -> None:
    """What Dan owes for a table that ended in between stays open until somebody pays for it."""
    form = {**forms(look(night))["payments1"], "paid": suggested(night)[0]}
    assert night.post(address(night, "night_paid"), form).status_code == 302
    over(night.session.circle, {("Dan", "Chie"): 60}, rate=ONE)
    assert "D Dan pays C Chie 60円" in text(ask(night, "bills"))
    assert night.post(address(night, "night_paid"), form).status_code == 302
    assert "D Dan pays C Chie 60円" in text(ask(night, "bills"))
    assert Bill.objects.get().sessions.count() == 2
    other = {**form, "paid": suggested(night)[-1]}
    assert night.post(address(night, "night_paid"), other).status_code == 409


def test_not_in_a_unit_that_none_of_its_tables_has(night: Phone) -> None:
    assert tick(night, paid=suggested(night)[0], unit="ドル") == 409
    assert not Bill.objects.exists()


def test_what_was_paid_at_a_table_counts(night: Phone) -> None:
    """Ben paid あき 200円 for the gamble table at that: in all he owes no more, and gets 50円."""
    table = GameSession.objects.get(game="gamble")
    night.sid = table.public_id
    assert press(night, paid="0:1:200:200") == 302
    shown = text(look(night))
    assert "D Dan pays B Ben 50円" in shown
    assert shown.count(" pays ") == 1


def note(phone: Phone, payer: str, payee: str, amount: str, **more: str) -> int:
    people = {player.name: str(player.pk) for player in phone.session.circle.players.all()}
    url = f"{address(phone, 'night_payment')}?unit=円"
    form = forms(phone.get(url))["payment"]
    fields = {"from": people[payer], "to": people[payee], "amount": amount}
    return int(phone.post(url, {**form, **fields, **more}).status_code)


def test_a_part_leaves_the_rest(night: Phone) -> None:
    """Of Ben's 150円 he pays 100円: 50円 are left beside what was paid."""
    assert note(night, "Ben", "あき", "100") == 302
    shown = text(look(night))
    assert "B Ben pays あ あき 50円" in shown
    assert "100円 paid before" in shown
    assert "100円 of 200円 open" in shown


def test_a_unit_in_which_nothing_was_played(night: Phone) -> None:
    for unit in ("", "ドル", "x" * 30):
        away = night.get(f"{address(night, 'night_payment')}?unit={unit}")
        assert away["Location"] == address(night)


def test_tables_that_are_taken_up_again_meanwhile(night: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another phone is faster by a hair: nothing is paid, and the page of the night says why."""

    def reopened_before(
        of: Night, unit: str, given: Given, form_version: FormVersion, suggested: bool = True
    ) -> None:
        GameSession.objects.update(ended_at=None)
        pay_night(of, unit, given, form_version, suggested)

    monkeypatch.setattr("scorekeeper.nights.night.pay_night", reopened_before)
    assert note(night, "Ben", "あき", "100") == 302
    assert "No table of this night is settled in this unit." in text(look(night))
    assert not BillPayment.objects.exists()
