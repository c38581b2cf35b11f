"""手役ドボン: the pad asks for the suit of the dora, and of the ura-dora where the winner had declared."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import FOUR, LARGE, Phone


def claimed(phone: Phone) -> None:
    """Chie calls dobon on a 7 of Ben."""
    phone.click("who-2 who-1 key-7")


def by_ranks(phone: Phone) -> None:
    """A hand of 3 and 4."""
    phone.click("key-3 key-4")


def tray_height(phone: Phone) -> float:
    box = phone.box(".tray")
    return box.bottom - box.top


@pytest.mark.parametrize("lang", ["ja", pytest.param("en", marks=pytest.mark.long)])
def test_a_whole_round_without_scrolling(phones: OpenPhone, lang: str) -> None:
    """{3,4} on a 7, one of them a ♥: one dora, 200."""
    phone = phones(lang=lang)
    phone.sit("teyaku")
    slot = phone.at("slot-turnup")
    expect(slot).to_have_class(re.compile("unsaid"))
    claimed(phone)
    for face in ("S", "H", "D", "C", "Jk", "none"):
        phone.in_sight(f"turnup-{face}")
    assert phone.page.evaluate("scrollY") == 0
    phone.tap("turnup-H")
    expect(slot.locator("b")).to_have_text("♥")
    expect(slot).not_to_have_class(re.compile("unsaid|open"))
    before = phone.box("key-8")
    phone.keys("3 4 A K")
    phone.in_sight("suit-H-4")
    for handle in ("card-3", "card-2"):
        phone.tap(handle)
    for handle in ("key-A", "key-K", "key-Jk", "key-sum", "suit-H-0", "suit-H-1", "suit-H-2"):
        phone.in_sight(handle)
    assert phone.box("key-8") == before  # nothing has moved under the thumb
    phone.tap("suit-H-1")
    expect(phone.at("suit-H-1")).to_have_attribute("aria-pressed", "true")
    expect(phone.at("#confirm:not(.wait)")).to_be_visible()
    phone.record()
    phone.expect_scores(あき=0, Ben=-200, Chie=200, だい=0)


def test_six_fit_a_tall_phone_without_scrolling(phones: OpenPhone) -> None:
    """Also with a warning in the bar: {2,7,10} is no 9."""
    phone = phones(LARGE)
    phone.sit("teyaku", (*FOUR, "Eva", "文子"))
    phone.click("who-0 who-1 key-9 turnup-D key-2 key-7 key-10")
    phone.in_sight("suit-D-0")
    expect(phone.at("problems")).to_be_visible()
    phone.in_sight("key-type")
    assert phone.page.evaluate("scrollY") == 0


def the_dora_has_to_be_entered_or_unknown(phone: Phone) -> None:
    """Card keys do not answer that; with a hand entered the pad asks once more. 100 from Ben."""
    claimed(phone)
    phone.at("key-3").tap(force=True)
    expect(phone.page.locator("#f-card")).to_have_value("7")
    phone.who(2)
    by_ranks(phone)
    expect(phone.page.locator("[data-counts]")).to_be_hidden()
    confirm = phone.at("confirm")
    expect(confirm).to_have_text("ドラのマークは？")
    phone.walk("confirm turnup-none")
    expect(phone.at("slot-turnup").locator("b")).to_have_text("なし")
    expect(confirm).to_have_text("記録する")


def the_ura_dora_is_asked_where_the_winner_had_declared(phone: Phone) -> None:
    """A ♥ and a ♠ are dora and ura-dora: two yaku, 400; the sticks of Chie and だい come back to her."""
    claimed(phone)
    phone.tap("turnup-H")
    by_ranks(phone)
    height = tray_height(phone)
    confirm, bottom = phone.at("confirm"), phone.at("slot-bottom")
    expect(confirm).to_have_text("♥なしで記録する")
    phone.tap("suit-H-1")
    expect(confirm).to_have_text("記録する")
    phone.walk("slot-riichi who-3")
    expect(bottom).not_to_have_class(re.compile("unsaid"))
    expect(phone.at("#confirm:not(.wait)")).to_be_visible()
    phone.who(2)
    expect(bottom).to_have_class(re.compile("unsaid"))
    expect(confirm).to_have_text("裏ドラのマークは？")
    phone.tap("next")
    phone.in_sight("bottom-S")
    phone.tap("bottom-S")
    phone.in_sight("suit-S-1")
    phone.walk("suit-S-1 suit-H")  # back at ♥: 1 of 2 cards, and the other one is ♠
    expect(phone.at("suit-H-1")).to_have_attribute("aria-pressed", "true")
    expect(phone.at("suit-S")).to_have_text("♠1")
    phone.tap("suit-S")
    expect(phone.at("suit-S-1")).to_have_attribute("aria-pressed", "true")
    assert tray_height(phone) == height  # no key has moved under the thumb


def the_ura_dora_may_be_entered_before_the_riichi(phone: Phone) -> None:
    """A ♥ and a ♠ are dora and ura-dora: two yaku, 400; the stick of Chie comes back to her.

    Recording asks for the ♠ first unless the hand says that there is none. A second tap closes a slot.
    """
    claimed(phone)
    phone.click("turnup-H key-3 key-4 suit-H-1 slot-bottom bottom-S slot-riichi who-2")
    confirm = phone.at("confirm")
    expect(confirm).to_contain_text("Chie")
    expect(confirm).to_contain_text("の♠は何枚？")
    expect(phone.at("next")).to_contain_text("Chie")
    phone.confirm()
    expect(phone.at("suit-S-1")).to_be_visible()
    expect(confirm).to_have_text("♠なしで記録する")
    phone.walk("slot-riichi slot-riichi")
    expect(phone.at("suit-S-1")).to_be_visible()
    phone.tap("suit-S-1")


def next_leads_to_a_hand_with_an_open_suit(phone: Phone) -> None:
    """Two callers: “next” leads back to the one whose ♥ are not counted yet; another dora asks both again.

    {3,4} with a ♥ for each of them: one yaku, 200 from Ben to each.
    """
    phone.click("who-2 add-caller who-3 who-1 key-7 turnup-S key-3 key-4 next key-3 key-4 suit-S-1")
    phone.walk("slot-turnup turnup-H")
    expect(phone.at("hand-cards")).to_be_visible()
    expect(phone.at("who-2")).to_have_class(re.compile("now"))
    phone.walk("suit-H-1 next")
    expect(phone.at("who-3")).to_have_class(re.compile("now"))
    phone.tap("suit-H-1")
    expect(phone.at("next")).to_be_disabled()


def the_count_follows_the_cards_and_the_dora(phone: Phone) -> None:
    """A card that is removed takes the count of its suit along; another dora asks again.

    The dora is a whole card first, which a draft restores. One dora in the end, 200.
    """
    claimed(phone)
    phone.click("key-sum key-DK")
    expect(phone.page.locator("#f-turnup")).to_have_value("♦K")
    expect(phone.at("slot-turnup").locator("b")).to_have_text("♦K")
    phone.page.wait_for_timeout(300)
    phone.page.reload()
    expect(phone.at("slot-turnup").locator("b")).to_have_text("♦K")
    phone.tap("slot-turnup")
    expect(phone.at("turnup-D")).to_have_attribute("aria-pressed", "true")

    phone.click("turnup-H key-3 key-4 suit-H-2")
    field = phone.page.locator("[name=hand-2]")
    expect(field).to_have_value("3 4 ♥×2")
    phone.tap("card-1")
    expect(field).to_have_value("3")
    phone.click("key-4 suit-H-2 key-undo")
    expect(phone.at("suit-H-2")).to_have_attribute("aria-pressed", "false")
    phone.click("suit-H-2 slot-turnup turnup-S who-2")
    expect(phone.at("suit-S-1")).to_have_attribute("aria-pressed", "false")
    phone.tap("suit-S-1")
    expect(field).to_have_value("3 4 ♠×1")


def one_tap_to_keys_with_suits_and_back(phone: Phone) -> None:
    """The suit of ♥3 is known; that of the 4 is asked until it is entered too: one dora, 200."""
    claimed(phone)
    phone.click("turnup-H key-sum key-H3 key-sum key-4")
    expect(phone.at("suit-H-1")).to_be_visible()
    expect(phone.at("suit-H-0")).to_have_count(0)
    phone.click("key-sum card-1 key-S4")
    expect(phone.page.locator("[data-counts]")).to_be_hidden()


ASKED = [  # the steps of a round, and the points of あき, Ben, Chie and だい after it
    (the_dora_has_to_be_entered_or_unknown, (0, -100, 100, 0)),
    (the_ura_dora_is_asked_where_the_winner_had_declared, (0, -500, 600, -100)),
    (the_ura_dora_may_be_entered_before_the_riichi, (0, -900, 1000, -100)),
    (next_leads_to_a_hand_with_an_open_suit, (0, -1300, 1200, 100)),
    (the_count_follows_the_cards_and_the_dora, (0, -1500, 1400, 100)),
    (one_tap_to_keys_with_suits_and_back, (0, -1700, 1600, 100)),
]


def test_rounds_in_which_suits_are_asked(phone: Phone) -> None:
    """At a table where streaks do not count; the phone remembers which keys were used last."""
    path = phone.sit("teyaku", options={"streak": "off"})
    for tapped, standing in ASKED:
        tapped(phone)
        phone.record()
        phone.expect_scores(**dict(zip(FOUR, standing, strict=True)))
        phone.enter()
    claimed(phone)
    phone.click("turnup-S key-S3")

    phone.edit(path, 1)
    expect(phone.at("slot-turnup").locator("b")).to_have_text("なし")
    phone.walk("slot-victim who-0")
    expect(phone.at("#confirm:not(.wait)")).to_be_visible()

    phone.go(f"{path}rounds/5/")
    phone.edit(path, 5)
    expect(phone.page.locator("[name=hand-2]")).to_have_value("3 4 Sx1")
    phone.who(2)
    expect(phone.at("suit-S-1")).to_have_attribute("aria-pressed", "true")
    phone.walk("suit-S-2 confirm")
    phone.page.wait_for_load_state()
