"""The usual rules of a game."""

import pytest

from scorekeeper.scoring.registry import RULESETS
from tests.helpers import Phone, html, text


@pytest.mark.parametrize("game", RULESETS)
def test_page(db: None, game: str) -> None:
    page = Phone().get(f"/rules/{game}/")
    assert page.status_code == 200
    assert RULESETS[game].title in text(page)
    assert "How to play" in text(page)
    assert "Some of it could not be kept" not in text(page)
    assert f'href="/new/?game={game}"' in html(page)


def test_no_such_game(db: None) -> None:
    assert Phone().get("/rules/poker/").status_code == 404
