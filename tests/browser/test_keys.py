"""Rounds entered with a keyboard alone, and the list of its keys."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone, Shape
from tests.browser.screens import settle

DESK = Shape(1280, 800)


@pytest.fixture
def desk(phones: OpenPhone) -> Phone:
    """A Japanese browser with a mouse and a keyboard."""
    return phones(DESK, desk=True)


def sit(phone: Phone, game: str = "gamble") -> None:
    phone.sit(game, THREE)
    phone.page.wait_for_selector("[data-keys-open]", state="attached")


def press(phone: Phone, *keys: str) -> None:
    for key in keys:
        phone.page.keyboard.press(key)


def refused(phone: Phone) -> bool:
    """Whether Enter flashes what is missing; while a preview is on its way it only asks for a new one."""
    press(phone, "Enter")
    return "flash" in (phone.page.locator(".tray").get_attribute("class") or "")


def unfold(phone: Phone, handle: str) -> None:
    phone.at(handle).focus()
    press(phone, "Enter")


def test_rounds_by_the_keys_of_a_keyboard(desk: Phone) -> None:
    sit(desk)
    a_round_of_gamble(desk)
    sit(desk, "doudizhu")
    a_deal_of_doudizhu(desk)
    sit(desk)
    keys_are_heard_where_they_are_meant(desk)


def a_round_of_gamble(desk: Phone) -> None:
    """あき {4 5} calls on Ben's 9: 3·R(9+20)=90 from Ben {10 10}, R(5)=10 from Chie.

    A card that is used up needs a confirmation: its button has the focus, and Escape closes it.
    """
    press(desk, "ArrowRight", "Enter", "ArrowRight", "Enter", *"98888")
    press(desk, "8")
    expect(desk.at("add-anyway")).to_be_focused()
    press(desk, "Escape")
    expect(desk.page.locator("[data-notice]")).to_be_hidden()
    desk.holds(0, "8 8 8 8")
    press(desk, *["Backspace"] * 4, "4", "7", "Backspace", "5")
    desk.holds(0, "4 5")
    press(desk, "ArrowRight", "1", "0", "0", "ArrowRight", "5")
    desk.holds(1, "10 10")
    desk.previewed()
    settle(desk)
    press(desk, "Enter")
    desk.saved()
    desk.expect_scores(あき=100, Ben=-90, Chie=-10)


def a_deal_of_doudizhu(desk: Phone) -> None:
    """あき takes the landlord's cards for 3 and plays ten pairs in a row, all twenty: 3 from each."""
    unfold(desk, "auction")
    press(desk, "3")
    unfold(desk, "plays")
    press(desk, *"334455667788990TjjqqX", "Backspace", "Enter")
    expect(desk.at("plays-text")).to_have_value("あき: 334455667788991010JJQQ")
    desk.previewed()
    settle(desk)
    press(desk, "Enter")
    desk.saved()
    desk.expect_scores(あき=6, Ben=-3, Chie=-3)


def keys_are_heard_where_they_are_meant(desk: Phone) -> None:
    """Not in a text field, and not while the list of keys is open. Enter records nothing before its time."""
    card = desk.page.locator("#f-card")
    card.focus()
    press(desk, "7", "Backspace", "8", "ArrowLeft", "?")
    expect(card).to_have_value("?8")
    expect(desk.at("keys")).to_be_hidden()
    card.fill("")
    card.blur()
    press(desk, "Control+7", "Alt+7")
    expect(card).to_have_value("")
    desk.at("keys-open").click()
    expect(desk.at("keys")).to_be_visible()
    expect(desk.at("keys")).to_contain_text("もう1人追加", use_inner_text=True)
    expect(desk.at("keys")).not_to_contain_text("ビッド", use_inner_text=True)
    press(desk, "Escape", "?")
    expect(desk.at("keys")).to_be_visible()
    press(desk, "7", "Enter")
    expect(desk.at("keys")).to_be_hidden()
    expect(card).to_have_value("")
    press(desk, "9")
    expect(card).to_have_value("9")
    desk.until(lambda: refused(desk), "the tray to say what is missing")
    desk.at("who-1").focus()
    press(desk, "Enter")
    expect(desk.page.locator('[name=callers][value="1"]')).to_be_checked()
    expect(card).to_have_value("9")


def test_no_button_for_keys_without_a_keyboard(phone: Phone) -> None:
    """A keyboard that is connected to a phone works all the same, from its first key on."""
    phone.sit("gamble", THREE)
    expect(phone.page.locator("[data-keys-open]")).to_have_count(0)
    press(phone, "7", "?")
    expect(phone.page.locator("#f-card")).to_have_value("7")
    expect(phone.at("keys")).to_be_visible()
