"""The catalogue: every game with its published variants."""

from django.urls import reverse

from scorekeeper.scoring.presets import PRESETS
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.sources import SOURCES
from tests.helpers import Phone, html, text


def test_every_game_and_variant_with_its_line_and_source(db: None) -> None:
    page = Phone().get("/rules/")
    shown = text(page)
    for one in (*RULESETS.values(), *PRESETS.values()):
        assert f"{one.title} {one.line} {SOURCES[one.source]}" in shown
    for preset in PRESETS.values():
        assert reverse("rule_sets_preset", args=(preset.key,)) in html(page)


def test_variants_stand_with_their_game(db: None) -> None:
    page = html(Phone().get("/rules/"))
    games = [page.index(f'href="/rules/{key}/"') for key in RULESETS] + [len(page)]
    for preset in PRESETS.values():
        place = page.index(f'href="/rules/preset/{preset.key}/"')
        game = list(RULESETS).index(preset.game)
        assert games[game] < place < games[game + 1]


def test_the_start_page_links_to_it(db: None) -> None:
    assert 'href="/rules/"' in html(Phone().get("/"))
