"""画像: a person's figures and a circle's year as pictures."""

import pytest
from django.utils.timezone import localtime

from scorekeeper.story import pictures
from scorekeeper.story.year import YearCard
from tests.circle_pages import page, person
from tests.helpers import Phone, html
from tests.picture_texts import drawn_texts, placed
from tests.tables.test_sheet import SIZES


def address(phone: Phone, name: str, shape: str = "portrait") -> str:
    return page(phone, "person_picture", person(phone, name).pk, shape)


def test_the_picture_of_a_person_has_the_figures_of_the_page(evening: Phone) -> None:
    """One evening: 400 + 400 − 10; two of three rounds won by claims.

    There is none without figures, of nobody, or of an unknown game or shape.
    """
    for shape in SIZES:
        with drawn_texts() as result:
            evening.get(address(evening, "あき", shape))
        assert {"+790", "1 / 1", "2 / 3", "Rounds won", "The last table", "Best round", "+400"} <= set(result)
    for query in ("?game=dotenko", "?game=mahjong"):
        assert evening.get(address(evening, "あき") + query).status_code == 404, query
    assert evening.get(address(evening, "あき", "round")).status_code == 404
    assert evening.get(page(evening, "person_picture", 9999, "square")).status_code == 404
    chosen = evening.get(page(evening, "person", person(evening, "あき").pk) + "?game=gamble")
    assert f'href="{address(evening, "あき")}?game=gamble"' in html(chosen)


def address_year(phone: Phone, shape: str = "portrait") -> str:
    return page(phone, "year_picture", localtime(phone.session.started_at).year, shape)


def test_the_picture_of_a_year_has_the_figures_of_the_page(three: Phone) -> None:
    """There is none of another year, or of an unknown shape."""
    with drawn_texts() as result:
        three.get(address_year(three))
    assert {"2", "nights", "5", "rounds", "48", "cards in hands"} <= set(result)  # 4 × 11 + 4 cards
    assert "First of the year: あき with +1,590" in result
    year = localtime(three.session.started_at).year
    assert f'href="{address_year(three)}"' in html(three.get(page(three, "year", year)))
    assert three.get(address_year(three, "round")).status_code == 404
    assert three.get(page(three, "year_picture", 1999, "square")).status_code == 404


@pytest.mark.parametrize("shape", SIZES)
def test_a_long_sentence_stays_below_the_title_of_its_card(
    three: Phone, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = [YearCard("年度最佳一局", "反喊" * 40)] * 9
    plain = pictures.year_of
    monkeypatch.setattr(pictures, "year_of", lambda circle, year: (plain(circle, year)[0], cards))
    with placed() as result:
        three.get(address_year(three, shape))
    tops = {item.y - item.size / 2 for item in result if item.words.startswith("反喊")}
    bottoms = {item.y + item.size / 2 for item in result if item.words == "年度最佳一局"}
    assert min(tops) >= min(bottoms)
