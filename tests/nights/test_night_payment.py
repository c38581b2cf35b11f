"""夜の支払い: a part, or a payment for somebody else."""

import pytest

from scorekeeper.play.given import Given
from scorekeeper.play.idempotency import FormVersion
from scorekeeper.play.models import BillPayment, GameSession, Night
from scorekeeper.play.payments import pay_night
from tests.helpers import Phone, forms, text
from tests.nights.example import address, look


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
