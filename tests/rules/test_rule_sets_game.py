"""The usual rules of a game."""

import pytest

from scorekeeper.scoring.registry import RULESETS
from tests.helpers import Phone, html, text

SAID = {
    "dotenko": (
        "Nobody can claim a card that they played themselves; a claim on it they may return.",
        "After sho-tenko all but the caller have lost",
    ),
    "teyaku": (
        "Nobody can claim a card that they played themselves; a claim on it they may counter.",
        "A declaration lasts: until the player's next turn",
        "Points needed to declare: enough for one declaration; at 0 points it is void",
    ),
    "gamble": (
        "Nobody can claim a card that they played themselves.",
        "is a chombo: it costs a card from the stock, and no points.",
        "A table that takes points for it enters them as “Correction in points”.",
    ),
    "kawagoe": ("After an opening dobon all but the caller have lost", "the table decides."),
}
"""What the texts say, or leave open."""


@pytest.mark.parametrize("game", RULESETS)
def test_page(db: None, game: str) -> None:
    """Only gamble by its usual rules has a chombo."""
    page = Phone().get(f"/rules/{game}/")
    assert page.status_code == 200
    shown = text(page)
    assert RULESETS[game].title in shown
    assert "How to play" in shown
    assert "Some rules could not be carried over" not in shown
    assert f'href="/new/?game={game}"' in html(page)
    for sentence in SAID.get(game, ()):
        assert sentence in shown
    assert ("chombo" in shown.lower()) == (game == "gamble")


def test_no_such_game(db: None) -> None:
    assert "chombo" not in text(Phone().get("/rules/preset/penalty-points/")).lower()
    assert Phone().get("/rules/mahjong/").status_code == 404
