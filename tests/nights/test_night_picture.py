"""夜の画像: what one picture of a night shows."""

import pytest
from django.utils.translation import override

from scorekeeper.nights.pictures import picture_of, preview
from scorekeeper.nights.view import NightView
from tests.helpers import Phone
from tests.nights.example import address, look


def test_tables_money_and_payments(night: Phone) -> None:
    with override("en"):
        shown = picture_of(NightView(night.session.night))
    titles = [block.title for block in shown.blocks]
    assert titles == ["Gamble Dobon", "Teyaku Dobon", "Dotenko", "In money"]
    first, _second, third, money = shown.blocks
    assert [(cell.person.name, cell.text) for cell in first.cells] == [
        ("あき", "+300"),
        ("Chie", "−100"),
        ("Ben", "−200"),
    ]
    assert [cell.sign > 0 for cell in third.cells] == [True, False]
    assert [(cell.person.name, cell.text) for cell in money.cells] == [
        ("あき", "+200円"),
        ("Chie", "±0円"),
        ("Dan", "−50円"),
        ("Ben", "−150円"),
    ]
    paying = [(one.payer.name, one.payee.name, one.amount, one.paid) for one in shown.payments]
    assert sorted(paying) == [("Ben", "あき", "150円", None), ("Dan", "あき", "50円", None)]
    assert shown.head.sure == "Total 0 ✓"


def test_a_preview_has_no_payments(night: Phone) -> None:
    assert preview(NightView(night.session.night)).payments == ()


@pytest.mark.parametrize("shape", ["portrait", "square"])
def test_it_is_a_picture(night: Phone, shape: str) -> None:
    answer = look(night, "night_picture", shape)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    known = night.get(address(night, "night_picture", shape), headers={"if-none-match": answer["ETag"]})
    assert known.status_code == 304


def test_another_shape(night: Phone) -> None:
    assert look(night, "night_picture", "round").status_code == 404
