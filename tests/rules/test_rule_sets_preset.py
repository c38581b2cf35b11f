"""A published variant: what it is, where it comes from, and a table by it."""

import pytest

from scorekeeper.scoring.presets import PRESETS, Preset
from scorekeeper.scoring.settlement import read_stake
from scorekeeper.scoring.sources import SOURCES
from tests.helpers import Phone, html, text
from tests.rules.helpers import filled


@pytest.fixture(params=PRESETS.values(), ids=lambda preset: preset.key)
def preset(request: pytest.FixtureRequest) -> Preset:
    param: Preset = request.param
    return param


def test_page(db: None, preset: Preset) -> None:
    page = Phone().get(f"/rules/preset/{preset.key}/")
    assert page.status_code == 200
    for words in (preset.title, SOURCES[preset.source], "Different from the usual rules", "How to play"):
        assert words in text(page)
    assert f"/new/?game={preset.game}&amp;rules=preset.{preset.key}" in html(page)


FIRST = {preset.game: preset for preset in reversed(PRESETS.values())}.values()
ONE_OF_EACH_GAME = [
    pytest.param(preset, id=preset.key, marks=() if preset in FIRST else pytest.mark.long)
    for preset in PRESETS.values()
]


@pytest.mark.parametrize("preset", ONE_OF_EACH_GAME)
def test_a_table_by_it_names_it(db: None, preset: Preset) -> None:
    """The form as it comes opens a table by just these rules; its pages name the variant and its source."""
    phone = Phone()
    form = filled(phone.get("/new/", {"game": preset.game, "rules": f"preset.{preset.key}"}), "new")
    session = phone.sit_down(phone.post("/new/", {**form, "name": ["A", "B", "C"]})).session
    assert session.options == dict(preset.options)
    assert (session.stake is None) == (preset.stake is None)
    if preset.stake:
        assert read_stake(session.stake) == preset.stake
    assert session.rules_name == ""
    shown = text(phone.show("rules"))
    assert preset.title in shown
    assert f"Source : {SOURCES[preset.source]}" in shown or f"Source: {SOURCES[preset.source]}" in shown
    assert preset.title in text(phone.show("table"))


def test_no_such_variant(db: None) -> None:
    assert Phone().get("/rules/preset/nosuch/").status_code == 404


def test_no_example_of_winnings_where_nobody_receives(db: None) -> None:
    shown = text(Phone().get("/rules/preset/penalty-added/"))
    assert "one more on the multiplier for each repeat" in shown
    assert "keeps winning" not in shown
    assert "keeps winning" in text(Phone().get("/rules/teyaku/"))
