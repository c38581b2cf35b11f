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
    assert "Some rules could not be carried over" not in text(page)
    assert f'href="/new/?game={game}"' in html(page)


SAID = [
    ("dotenko", "Nobody can claim a card that they played themselves; a claim on it they may return."),
    ("teyaku", "Nobody can claim a card that they played themselves; a claim on it they may counter."),
    ("gamble", "Nobody can claim a card that they played themselves."),
    ("kawagoe", "After an opening dobon all but the caller have lost"),
    ("kawagoe", "the table decides."),
    ("dotenko", "After sho-tenko all but the caller have lost"),
    ("gamble", "is a chombo: it costs a card from the stock, and no points."),
    ("gamble", "A table that takes points for it enters them as “Correction in points”."),
    ("teyaku", "A declaration lasts: until the player's next turn"),
    ("teyaku", "Points needed to declare: enough for one declaration; at 0 points it is void"),
]


@pytest.mark.parametrize(("game", "sentence"), SAID)
def test_what_the_texts_say_or_leave_open(db: None, game: str, sentence: str) -> None:
    assert sentence in text(Phone().get(f"/rules/{game}/"))


@pytest.mark.parametrize("page", ["kawagoe/", "dotenko/", "preset/penalty-points/"])
def test_only_gamble_by_its_usual_rules_has_a_chombo(db: None, page: str) -> None:
    shown = Phone().get(f"/rules/{page}")
    assert shown.status_code == 200
    assert "chombo" not in text(shown).lower()


def test_no_such_game(db: None) -> None:
    assert Phone().get("/rules/mahjong/").status_code == 404
