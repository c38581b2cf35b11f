"""Opening a table, thumb first."""

import re

from playwright.sync_api import expect

from tests.browser.phone import THREE, Phone

FIELDS = "[data-seats] > li:visible input"


def names(phone: Phone) -> list[str]:
    return [field.input_value() for field in phone.page.locator(FIELDS).all()]


def test_a_table_is_opened_with_names_in_seat_order(phone: Phone) -> None:
    """In the language that was chosen before."""
    phone.go("/")
    expect(phone.page.locator("html")).to_have_attribute("lang", re.compile("^ja"))
    phone.tap('.langs button[value="en"]')
    expect(phone.page.locator("html")).to_have_attribute("lang", re.compile("^en"))
    expect(phone.page.locator("#bar")).to_contain_text("Open a table")
    phone.tap("#bar a.btn")
    phone.page.wait_for_url("**/new/")
    an_enter_that_chooses_a_word_does_not_leave_the_name(phone)
    phone.page.locator(FIELDS).first.tap()
    for name in ("あき", "Ben", "Chie", "だい", "Ema"):
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    assert [name for name in names(phone) if name] == ["あき", "Ben", "Chie", "だい", "Ema"]

    phone.tap(phone.page.locator("[data-seats] > li:nth-child(2) [data-up]"))
    phone.tap(phone.page.locator("[data-seats] > li:nth-child(3) [data-down]"))
    phone.tap(phone.page.locator("[data-seats] > li:nth-child(5) [data-drop]"))
    assert [name for name in names(phone) if name] == ["Ben", "あき", "だい", "Chie"]

    phone.tap("button[form=new]")
    phone.saved()
    assert list(phone.scores()) == ["Ben", "あき", "だい", "Chie"]
    assert phone.standing() == [0, 0, 0, 0]


def an_enter_that_chooses_a_word_does_not_leave_the_name(phone: Phone) -> None:
    """Safari ends the composition first: only the code of the key says that it belonged to it."""
    name = phone.page.locator(FIELDS).first
    name.focus()
    press = """(field, keyCode) => field.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", keyCode, bubbles: true, cancelable: true }))"""
    name.evaluate(press, 229)
    expect(name).to_be_focused()
    name.evaluate(press, 13)
    expect(name).not_to_be_focused()


def test_the_second_table_offers_the_names(phone: Phone) -> None:
    phone.post("/new/", name=THREE)
    phone.go("/")
    phone.tap(phone.page.locator('main a.row-link[href^="/circles/"]').last)
    phone.tap("#bar a.btn")
    chips = phone.page.locator("[data-name]:visible")
    expect(chips).to_have_count(3)
    assert sorted(filter(None, names(phone))) in ([], sorted(THREE))
    for chip in chips.all():
        if chip.get_attribute("aria-pressed") == "false":
            phone.tap(chip)
    expect(phone.page.locator('[data-name][aria-pressed="true"]')).to_have_count(3)
    phone.tap("button[form=new]")
    phone.saved()
    assert sorted(phone.scores()) == sorted(THREE)


def test_another_game_says_how_many_may_play_and_keeps_the_names(phone: Phone) -> None:
    """Too few names are said, and nothing typed is lost."""
    phone.expected |= {422}
    phone.go("/new/")
    expect(phone.page.locator("#limits")).to_contain_text("10")
    fields = phone.page.locator(FIELDS)
    fields.nth(0).fill("あき")
    phone.tap("button[form=new]")
    expect(phone.page.locator(".errors, .err").first).to_be_visible()
    expect(fields.nth(0)).to_have_value("あき")
    fields.nth(1).fill("Ben")
    phone.tap(phone.page.locator(".game", has_text="闘地主"))
    expect(phone.page.locator("#limits")).to_contain_text("4")
    expect(phone.page.locator("#limits")).not_to_contain_text("10")
    phone.tap(phone.page.locator(".game", has_text="どてんこ"))
    expect(phone.page.locator("input[name=game]")).to_have_value("dotenko")
    expect(phone.page.locator("#options-line")).to_contain_text("バースト")
    assert names(phone)[:2] == ["あき", "Ben"]
    phone.tap("button[form=new]")
    phone.saved()
    assert list(phone.scores()) == ["あき", "Ben"]
    expect(phone.page.locator("h1")).to_have_text("どてんこ")
