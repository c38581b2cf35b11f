"""年の画像: a year's amounts and first cards as a picture."""

import pytest
from django.utils.timezone import localtime

from scorekeeper.story import pictures
from scorekeeper.story.year import YearCard
from tests.doors import page
from tests.helpers import Phone, html
from tests.tables.test_sheet import SIZES
from tests.written import placed, written


def address(phone: Phone, shape: str = "portrait") -> str:
    return page(phone, "year_picture", localtime(phone.session.started_at).year, shape)


def test_there_is_none_of_another_shape_or_year(three: Phone) -> None:
    assert three.get(address(three, "round")).status_code == 404
    assert three.get(page(three, "year_picture", 1999, "square")).status_code == 404


def test_it_says_what_the_page_says(three: Phone) -> None:
    with written() as result:
        three.get(address(three))
    assert {"2", "nights", "5", "rounds", "48", "cards in hands"} <= set(result)  # 4 × 11 + 4 cards
    assert "First of the year: あき with +1,590" in result
    year = localtime(three.session.started_at).year
    assert f'href="{address(three)}"' in html(three.get(page(three, "year", year)))


@pytest.mark.parametrize("shape", SIZES)
def test_a_long_sentence_stays_below_the_title_of_its_card(
    three: Phone, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = [YearCard("年度最佳一局", "反喊" * 40)] * 9
    plain = pictures.year_of
    monkeypatch.setattr(pictures, "year_of", lambda circle, year: (plain(circle, year)[0], cards))
    with placed() as result:
        three.get(address(three, shape))
    tops = {item.y - item.size / 2 for item in result if item.words.startswith("反喊")}
    bottoms = {item.y + item.size / 2 for item in result if item.words == "年度最佳一局"}
    assert min(tops) >= min(bottoms)
