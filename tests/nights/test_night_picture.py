"""夜の画像: what one picture of a night shows."""

from django.utils.translation import override

from scorekeeper.nights.pictures import preview
from scorekeeper.nights.view import NightView
from scorekeeper.present.pictures.frame import png
from tests.helpers import Phone
from tests.nights.example import look
from tests.written import written


def test_tables_money_and_payments(night: Phone) -> None:
    with written() as result:
        look(night, "night_picture", "portrait")
    assert "Total 0 ✓" in result
    shown = [words for words in result if words not in ("Total 0 ✓", "→", *"ABCDあ")]
    first = shown.index("Gamble Dobon")
    assert shown[first : first + 7] == ["Gamble Dobon", "+300", "あき", "−100", "Chie", "−200", "Ben"]
    assert [word for word in shown if word in ("Teyaku Dobon", "Dotenko", "In money", "Who pays whom")] == [
        *("Teyaku Dobon", "Dotenko", "In money", "Who pays whom")
    ]
    money = shown.index("In money")
    assert shown[money + 1 : money + 9] == [
        *("+200円", "あき", "±0円", "Chie", "−50円", "Dan", "−150円", "Ben")
    ]
    payments = shown[shown.index("Who pays whom") + 1 :]
    assert {tuple(payments[:3]), tuple(payments[3:6])} == {("150円", "Ben", "あき"), ("50円", "Dan", "あき")}


def test_a_preview_has_no_payments(night: Phone) -> None:
    with override("en"), written() as result:
        png(preview(NightView(night.session.night)))
    assert "Dotenko" in result
    assert not {"In money", "Who pays whom"} & set(result)
