"""人の画像: one person's figures as a picture."""

from scorekeeper.circles.models import Player
from tests.doors import circle_of, page
from tests.helpers import Phone, html
from tests.tables.test_sheet import SIZES
from tests.written import written


def address(phone: Phone, name: str, shape: str = "portrait") -> str:
    number = Player.objects.get(name=name, circle=circle_of(phone)).pk
    return page(phone, "person_picture", number, shape)


def test_it_says_what_the_page_says(evening: Phone) -> None:
    """One evening: 400 + 400 − 10; two of three rounds won by claims."""
    for shape in SIZES:
        with written() as result:
            evening.get(address(evening, "あき", shape))
        assert {"+790", "1 / 1", "2 / 3", "Rounds won", "The last table", "Best round", "+400"} <= set(result)


def test_it_follows_the_choice(evening: Phone) -> None:
    assert evening.get(address(evening, "あき") + "?game=dotenko").status_code == 404
    assert evening.get(address(evening, "あき") + "?game=mahjong").status_code == 404
    assert evening.get(address(evening, "あき", "round")).status_code == 404
    chosen = evening.get(page(evening, "person", Player.objects.get(name="あき").pk) + "?game=gamble")
    assert f'href="{address(evening, "あき")}?game=gamble"' in html(chosen)


def test_of_nobody_there_is_none(phone: Phone) -> None:
    assert phone.get(address(phone, "あき")).status_code == 404
    assert phone.get(page(phone, "person_picture", 9999, "square")).status_code == 404
