"""手役ドボン: the felt asks for the suit of the dora, and of the ura-dora where who wins had declared."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import SMALL, Phone

PLAYERS = ["あき", "ベン", "ちえ", "大輔"]


def sit(phone: Phone, **document: Any) -> str:
    """A table of four, and the page of its next round."""
    path = phone.bring({"format": 1, "game": "teyaku", "players": PLAYERS, "rounds": [], **document})
    phone.enter(path)
    return path


def claimed(phone: Phone) -> None:
    """ちえ calls dobon on a 7 of ベン."""
    phone.who(2, 1)
    phone.keys("7")


def by_ranks(phone: Phone, *text: str) -> None:
    """A hand of 3 and 4, and how many of them are of a suit (``H-1``)."""
    phone.keys("3 4")
    for one in text:
        phone.tap(f"suit-{one}")


def tray_height(phone: Phone) -> float:
    box = phone.at(".tray").bounding_box()
    assert box
    return float(box["height"])


@pytest.mark.parametrize(("lang", "dark"), [("ja", False), pytest.param("en", True, marks=pytest.mark.long)])
def test_a_whole_round_without_scrolling(phones: OpenPhone, lang: str, dark: bool) -> None:
    """{3,4} on a 7, one of them a ♥: one dora, 200."""
    phone = phones(SMALL, lang=lang, dark=dark)
    sit(phone)
    slot = phone.at("slot-turnup")
    expect(slot).to_have_class(re.compile("unsaid"))
    claimed(phone)
    for face in ("S", "H", "D", "C", "Jk", "none"):
        phone.in_sight(f"turnup-{face}")
    assert phone.page.evaluate("scrollY") == 0
    phone.picture(f"dora-{lang}-asked")
    phone.tap("turnup-H")
    expect(slot.locator("b")).to_have_text("♥")
    expect(slot).not_to_have_class(re.compile("unsaid|open"))
    before = phone.at("key-8").bounding_box()
    phone.keys("3 4 A K")
    phone.in_sight("suit-H-4")
    for handle in ("card-3", "card-2"):
        phone.tap(handle)
    for handle in ("key-A", "key-K", "key-Jk", "key-sum", "suit-H-0", "suit-H-1", "suit-H-2"):
        phone.in_sight(handle)
    assert phone.at("key-8").bounding_box() == before  # nothing has moved under the thumb
    phone.picture(f"dora-{lang}-counting")
    phone.tap("suit-H-1")
    expect(phone.at("suit-H-1")).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator("#confirm:not(.wait)")).to_be_visible()
    phone.picture(f"dora-{lang}-hand")
    phone.record()
    phone.expect_scores(あき=0, ベン=-200, ちえ=200, 大輔=0)


def test_nothing_is_recorded_before_the_dora_is_known_or_nobody_knows_it(phone: Phone) -> None:
    """Keys of ranks do not answer it; anyone who goes on to the hand is asked once more."""
    sit(phone)
    claimed(phone)
    phone.at("key-3").tap(force=True)
    expect(phone.page.locator("#f-card")).to_have_value("7")
    phone.who(2)
    by_ranks(phone)
    expect(phone.page.locator("[data-counts]")).to_be_hidden()
    confirm = phone.at("confirm")
    expect(confirm).to_have_text("ドラのマークは？")
    phone.picture("dora-unsaid")
    phone.confirm()
    phone.tap("turnup-none")
    expect(phone.at("slot-turnup").locator("b")).to_have_text("なし")
    expect(confirm).to_have_text("記録する")
    phone.record()
    phone.expect_scores(あき=0, ベン=-100, ちえ=100, 大輔=0)


def test_the_ura_dora_is_asked_where_the_winner_had_declared(phone: Phone) -> None:
    """A ♥ and a ♠ are dora and ura-dora: two yaku, 400; the sticks of ちえ and 大輔 come back to her."""
    sit(phone)
    claimed(phone)
    phone.tap("turnup-H")
    by_ranks(phone)
    height = tray_height(phone)
    expect(phone.at("confirm")).to_have_text("♥なしで記録する")
    phone.tap("suit-H-1")
    expect(phone.at("confirm")).to_have_text("記録する")
    bottom = phone.at("slot-bottom")
    phone.tap("slot-riichi")
    phone.who(3)
    expect(bottom).not_to_have_class(re.compile("unsaid"))
    expect(phone.page.locator("#confirm:not(.wait)")).to_be_visible()
    phone.who(2)
    expect(bottom).to_have_class(re.compile("unsaid"))
    expect(phone.at("confirm")).to_have_text("裏ドラのマークは？")
    phone.picture("dora-riichi")
    phone.tap("next")
    phone.in_sight("bottom-S")
    phone.picture("dora-ura")
    phone.tap("bottom-S")
    phone.in_sight("suit-S-1")
    phone.picture("dora-both")
    phone.tap("suit-S-1")
    phone.tap("suit-H")  # the other suit again: 1 of 2 cards, the other of which is ♠
    expect(phone.at("suit-H-1")).to_have_attribute("aria-pressed", "true")
    expect(phone.at("suit-S")).to_have_text("♠1")
    phone.tap("suit-S")
    expect(phone.at("suit-S-1")).to_have_attribute("aria-pressed", "true")
    assert tray_height(phone) == height  # no key has moved under the thumb
    phone.record()
    phone.expect_scores(あき=0, ベン=-400, ちえ=500, 大輔=-100)


def test_the_ura_dora_may_be_told_before_the_riichi(phone: Phone) -> None:
    """A ♥ and a ♠ are dora and ura-dora: two yaku, 400; the stick of ちえ comes back to her.

    Nothing is recorded without the ♠ unless somebody says so at that hand. The button of a slot closes it.
    """
    sit(phone)
    claimed(phone)
    phone.tap("turnup-H")
    by_ranks(phone, "H-1")
    phone.tap("slot-bottom")
    phone.tap("bottom-S")
    phone.tap("slot-riichi")
    phone.who(2)
    confirm = phone.at("confirm")
    expect(confirm).to_contain_text("ちえ")
    expect(confirm).to_contain_text("の♠は何枚？")
    expect(phone.at("next")).to_contain_text("ちえ")
    phone.picture("dora-ura-first")
    phone.confirm()
    expect(phone.at("suit-S-1")).to_be_visible()
    expect(confirm).to_have_text("♠なしで記録する")
    phone.tap("slot-riichi")
    phone.tap("slot-riichi")
    expect(phone.at("suit-S-1")).to_be_visible()
    phone.tap("suit-S-1")
    phone.record()
    phone.expect_scores(あき=0, ベン=-400, ちえ=400, 大輔=0)


def test_the_next_hand_is_one_of_which_a_suit_is_open(phone: Phone) -> None:
    """Two callers: who went past the ♥ of the first comes back to them; a new dora asks of both.

    {3,4} with a ♥ for each of them: one yaku, 200 from ベン to each.
    """
    sit(phone)
    phone.who(2)
    phone.tap("add-caller")
    phone.who(3, 1)
    phone.keys("7")
    phone.tap("turnup-S")
    by_ranks(phone)
    phone.tap("next")
    by_ranks(phone, "S-1")
    phone.tap("slot-turnup")
    phone.tap("turnup-H")
    expect(phone.at("hand-cards")).to_be_visible()
    expect(phone.at("who-2")).to_have_class(re.compile("now"))
    phone.tap("suit-H-1")
    phone.tap("next")
    expect(phone.at("who-3")).to_have_class(re.compile("now"))
    phone.tap("suit-H-1")
    expect(phone.at("next")).to_be_disabled()
    phone.record()
    phone.expect_scores(あき=0, ベン=-400, ちえ=200, 大輔=200)


def test_a_whole_card_can_be_told_too(phone: Phone) -> None:
    """By the keys, and typed; a draft of it comes back."""
    sit(phone)
    claimed(phone)
    phone.tap("key-sum")
    phone.picture("dora-whole")
    phone.tap("key-DK")
    expect(phone.page.locator("#f-turnup")).to_have_value("♦K")
    expect(phone.at("slot-turnup").locator("b")).to_have_text("♦K")
    phone.page.wait_for_timeout(300)
    phone.page.reload()
    expect(phone.at("slot-turnup").locator("b")).to_have_text("♦K")
    phone.tap("slot-turnup")
    expect(phone.at("turnup-D")).to_have_attribute("aria-pressed", "true")


def test_a_round_recorded_without_it_is_corrected_without_it(phone: Phone) -> None:
    one = {
        "kind": "dobon",
        "callers": ["ちえ"],
        "victim": "ベン",
        "card": "7",
        "hands": {"ちえ": ["H3", "S4"]},
    }
    path = sit(phone, rounds=[one])
    phone.go(f"{path}rounds/1/edit/")
    phone.page.wait_for_selector(".entry.live")
    expect(phone.at("slot-turnup").locator("b")).to_have_text("なし")
    phone.tap("slot-victim")
    phone.who(0)
    expect(phone.page.locator("#confirm:not(.wait)")).to_be_visible()


def test_where_dora_do_not_count_nothing_is_asked(phone: Phone) -> None:
    sit(phone, options={"dora": "off"})
    phone.taps = 1
    claimed(phone)
    by_ranks(phone)
    expect(phone.page.locator("[data-counts]")).to_be_hidden()
    phone.record()
    assert phone.taps <= 7
    phone.expect_scores(あき=0, ベン=-100, ちえ=100, 大輔=0)


def test_one_tap_to_keys_with_suits_and_back(phone: Phone) -> None:
    """The phone keeps to them. ♥3 is known; of 4 it is asked, until its suit is entered too."""
    path = sit(phone)
    claimed(phone)
    phone.tap("turnup-H")
    phone.tap("key-sum")
    phone.tap("key-H3")
    phone.picture("dora-suits")
    phone.tap("key-sum")
    phone.keys("4")
    expect(phone.at("suit-H-1")).to_be_visible()
    expect(phone.at("suit-H-0")).to_have_count(0)
    phone.tap("key-sum")
    phone.tap("card-1")
    phone.tap("key-S4")
    expect(phone.page.locator("[data-counts]")).to_be_hidden()
    phone.record()
    phone.expect_scores(あき=0, ベン=-200, ちえ=200, 大輔=0)
    phone.go(path)
    phone.enter()
    claimed(phone)
    phone.tap("turnup-S")
    phone.tap("key-S3")


def test_the_number_goes_with_the_cards_and_the_suit(phone: Phone) -> None:
    """A card taken out takes along what can no longer be; another dora is another question."""
    path = sit(phone)
    claimed(phone)
    phone.tap("turnup-H")
    by_ranks(phone, "H-2")
    field = phone.page.locator("[name=hand-2]")
    expect(field).to_have_value("3 4 ♥×2")
    phone.tap("card-1")
    expect(field).to_have_value("3")
    phone.keys("4")
    phone.tap("suit-H-2")
    phone.tap("key-undo")
    expect(phone.at("suit-H-2")).to_have_attribute("aria-pressed", "false")
    phone.tap("suit-H-2")
    phone.tap("slot-turnup")
    phone.tap("turnup-S")
    phone.who(2)
    expect(phone.at("suit-S-1")).to_have_attribute("aria-pressed", "false")
    phone.tap("suit-S-1")
    expect(field).to_have_value("3 4 ♠×1")
    phone.record()
    phone.go(f"{path}rounds/1/")
    phone.picture("dora-receipt")
    phone.go(f"{path}rounds/1/edit/")
    phone.page.wait_for_selector(".entry.live")
    expect(field).to_have_value("3 4 Sx1")
    phone.who(2)
    expect(phone.at("suit-S-1")).to_have_attribute("aria-pressed", "true")
    phone.tap("suit-S-2")
    phone.tap("confirm")
    phone.page.wait_for_load_state()
    phone.picture("dora-edited")
