"""夜の画像: what one picture of a night shows."""

from django.utils.translation import override

from scorekeeper.nights.sharing import preview
from scorekeeper.nights.view import NightView
from scorekeeper.present.pictures.frame import png
from tests.helpers import Phone
from tests.nights.example import ONE, look
from tests.play.evenings import over
from tests.written import placed, written


def test_tables_money_and_payments(night: Phone) -> None:
    """From above, and in each line from the left: in a table whoever has the most comes first."""
    with placed() as result:
        look(night, "night_picture", "portrait")
    assert "Total 0 ✓" in [item.words for item in result]
    marks = ("A", "B", "C", "D", "あ", "→")
    shown = [item.words for item in sorted(result) if item.words not in marks]
    first = shown.index("Gamble Dobon")
    assert shown[first : shown.index("Card night scores") - 1] == [
        *("Gamble Dobon", "あき", "+300", "Chie", "−100", "Ben", "−200"),
        *("Teyaku Dobon", "Chie", "+1,000", "Ben", "+500", "Dan", "−500", "あき", "−1,000"),
        *("Dotenko", "Dan", "+7", "あき", "−7"),
        *("In money", "あき", "+200円", "Chie", "±0円", "Dan", "−50円", "Ben", "−150円"),
        *("Who pays whom", "Ben", "あき", "150円", "Dan", "あき", "50円"),
    ]


def test_titles_get_small_with_what_is_below_them(phone: Phone) -> None:
    """Six tables of eight people in a square leave some twenty pixels a line; a payment is in one line."""
    circle = phone.session.circle
    names = [f"Guest {number}" for number in range(8)]
    for _ in range(6):
        phone.sid = over(circle, {(name, names[0]): 1234 for name in names[1:]}, rate=ONE).public_id
    with placed() as result:
        look(phone, "night_picture", "square")
    sizes = {item.words: item.size for item in result}
    assert sizes["Gamble Dobon 2"] < 2 * sizes["+8,638"]
    arrows = {item.y for item in result if item.words == "→"}
    assert arrows == {item.y for item in result if item.words.endswith("円") and item.words[0].isdecimal()}


def test_a_preview_has_no_payments(night: Phone) -> None:
    with override("en"), written() as result:
        png(preview(NightView(night.session.night)))
    assert "Dotenko" in result
    assert not {"In money", "Who pays whom"} & set(result)
