"""Cards drawn at the end and doublings of a round, tapped on the pad."""

from playwright.sync_api import expect

from scorekeeper.scoring.presets import PRESETS
from tests.browser.phone import Phone


def sit(phone: Phone, key: str) -> None:
    """A table by a published variant, and the page of its first round."""
    preset = PRESETS[key]
    players = ["あき", "Ben", "Chie"]
    document = {"format": 1, "game": preset.game, "players": players, "rounds": []}
    phone.enter(phone.bring({**document, "options": dict(preset.options)}))


def test_the_drawn_card_is_asked_after_the_claimed_one(phone: Phone) -> None:
    """The 2 doubles and the 8 counts: 8 · 10 · 2 = 160."""
    sit(phone, "bottom-card")
    phone.who(0, 1)
    phone.keys("9 2")
    phone.tap("slot-drawn")
    phone.keys("8")
    expect(phone.page.locator("#f-drawn")).to_have_value("2 8")
    phone.tap("slot-doublings")
    phone.picture("pad-doublings")
    phone.tap("doubled-1")
    phone.hands("4 5")
    phone.picture("pad-drawn")
    phone.record()
    phone.expect_scores(あき=160, Ben=-160, Chie=0)


def test_cards_drawn_are_taken_back_one_by_one(phone: Phone) -> None:
    """9 · (3 + 6) = 81, up to 90."""
    sit(phone, "number-times-drawn")
    phone.who(0, 1)
    phone.keys("9 3 K 6")
    phone.picture("pad-several-drawn")
    phone.tap("drawn-less-1")
    expect(phone.page.locator("#f-drawn")).to_have_value("3 6")
    phone.tap("next")
    phone.hands("4 5")
    phone.record()
    phone.expect_scores(あき=90, Ben=-90, Chie=0)


def test_a_special_card_is_tapped_with_its_suit(phone: Phone) -> None:
    """The ♦3 counts 30: 30 · 10 = 300; with the ♠3 the caller pays 3 · 10."""
    sit(phone, "bottom-card")
    phone.who(0, 1)
    phone.keys("9")
    phone.tap("drawn-D3")
    expect(phone.page.locator("#f-drawn")).to_have_value("♦3")
    phone.hands("4 5")
    phone.record()
    phone.expect_scores(あき=300, Ben=-300, Chie=0)
