"""判定 without a table: the usual rules of each game."""

import pytest

from tests.helpers import Phone, forms, text

URL = "/referee/"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("gamble", "✗ Not valid 2+7=9 ≠ 5"),
        ("kawagoe", "✓ Valid 7−2=5"),
    ],
)
def test_usual_rules(db: None, game: str, words: str) -> None:
    page = Phone().get(URL, {"game": game, "card": "5", "hand": "2 7"})
    assert page.status_code == 200
    assert words in text(page)
    assert forms(page)["referee"]["game"] == [game]


def test_no_game_chosen(db: None) -> None:
    page = Phone().get(URL)
    assert forms(page)["referee"]["game"] == ["gamble"]
    assert Phone().get(URL, {"game": "nosuch"}).status_code == 200


def test_what_cannot_be_read(db: None) -> None:
    page = Phone().get(URL, {"game": "dotenko", "hand": "??"})
    assert page.status_code == 422
    assert "No card “??”" in text(page)
