"""The catalogue, the usual rules of a game, and its published variants."""

import pytest
from django.urls import reverse

from scorekeeper.scoring.presets import PRESETS, Preset
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.settlement import read_stake
from scorekeeper.scoring.sources import SOURCES
from tests.helpers import Phone, forms, html, text


def test_the_catalogue_has_every_game_with_its_variants(db: None) -> None:
    """Its link is on the start page."""
    assert 'href="/rules/"' in html(Phone().get("/"))
    answer = Phone().get("/rules/")
    shown, page = text(answer), html(answer)
    for one in (*RULESETS.values(), *PRESETS.values()):
        assert f"{one.title} {one.line} {SOURCES[one.source]}" in shown
    games = [page.index(f'href="/rules/{key}/"') for key in RULESETS] + [len(page)]
    for preset in PRESETS.values():
        place = page.index(f'href="{reverse("rule_sets_preset", args=(preset.key,))}"')
        game = list(RULESETS).index(preset.game)
        assert games[game] < place < games[game + 1]


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
"""Sentences about what the sources say, or leave open."""


@pytest.mark.parametrize("game", RULESETS)
def test_the_page_of_a_game(db: None, game: str) -> None:
    """Only the usual rules of gamble have a chombo."""
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


def test_unknown_rules_answer_404(db: None) -> None:
    for address in ("/rules/mahjong/", "/rules/preset/nosuch/"):
        assert Phone().get(address).status_code == 404


@pytest.fixture(params=PRESETS.values(), ids=lambda preset: preset.key)
def preset(request: pytest.FixtureRequest) -> Preset:
    param: Preset = request.param
    return param


def test_the_page_of_a_variant(db: None, preset: Preset) -> None:
    page = Phone().get(f"/rules/preset/{preset.key}/")
    assert page.status_code == 200
    for words in (preset.title, SOURCES[preset.source], "Different from the usual rules", "How to play"):
        assert words in text(page)
    assert "chombo" not in text(page).lower()
    assert f"/new/?game={preset.game}&amp;rules=preset.{preset.key}" in html(page)


FIRST = {preset.game: preset for preset in reversed(PRESETS.values())}.values()
ONE_OF_EACH_GAME = [
    pytest.param(preset, id=preset.key, marks=() if preset in FIRST else pytest.mark.long)
    for preset in PRESETS.values()
]


@pytest.mark.parametrize("preset", ONE_OF_EACH_GAME)
def test_a_table_names_its_variant(db: None, preset: Preset) -> None:
    """The initial form opens a table with exactly these rules; its pages name the variant and its source."""
    phone = Phone()
    form = forms(phone.get("/new/", {"game": preset.game, "rules": f"preset.{preset.key}"}))["new"]
    session = phone.sit_down(phone.post("/new/", {**form, "name": ["A", "B", "C"]})).session
    assert session.options == dict(preset.options)
    assert (session.stake is None) == (preset.stake is None)
    if preset.stake:
        assert read_stake(session.stake) == preset.stake
    assert session.rules_name == ""
    shown = text(phone.show("rules"))
    assert preset.title in shown
    assert f"Source: {SOURCES[preset.source]}" in shown
    assert preset.title in text(phone.show("table"))


def test_no_example_of_winnings_where_nobody_receives(db: None) -> None:
    shown = text(Phone().get("/rules/preset/penalty-added/"))
    assert "one more on the multiplier for each repeat" in shown
    assert "keeps winning" not in shown
    assert "keeps winning" in text(Phone().get("/rules/teyaku/"))
