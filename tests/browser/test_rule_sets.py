"""Rules with a name: made on one phone, opened and kept on another that is in no circle with it."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LARGE, Phone

FIELDS = "[data-seats] > li:visible input"
NAME = "Friday rules"


def names(phone: Phone) -> list[str]:
    return [field.input_value() for field in phone.page.locator(FIELDS).all() if field.input_value()]


def start_from_a_variant(phone: Phone) -> None:
    """Type names first, then choose: what was typed stays, the switches follow."""
    phone.go("/new/")
    for index, name in enumerate(["あき", "Ben"]):
        phone.page.locator(FIELDS).nth(index).fill(name)
    phone.tap("#house > summary")
    phone.tap(".variants > summary")
    phone.tap('.variants a[href*="preset.twenty-rounds"]')
    expect(phone.page.locator("input[name=rules]")).to_have_value("preset.twenty-rounds")
    expect(phone.page.locator("#stakes-line")).to_contain_text("20")
    expect(phone.page.locator("#options-line")).not_to_be_empty()
    assert names(phone) == ["あき", "Ben"]


def keep(phone: Phone) -> None:
    """Change a rule and name them all; the fold is still open, and the name in sight without the rules."""
    expect(phone.page.locator("#id_keep")).to_be_visible()
    phone.tap(".group:has(#id_opt-dobon_factor) > summary")
    phone.page.locator("#id_opt-dobon_factor").fill("5")
    phone.page.locator("#id_keep").fill(NAME)
    phone.tap("button[form=new]")
    phone.saved()
    expect(phone.page.locator(".felt-sub")).to_contain_text(NAME)


def link_of(phone: Phone) -> str:
    """From the circle's page to the kept rules and their link."""
    phone.go("/")
    phone.tap(phone.page.locator('main a[href^="/circles/"]').first)
    phone.tap('header a[href$="/settings/"]')
    phone.tap(phone.page.locator("a.row-link", has_text=NAME))
    return phone.page.locator("#rules-link").input_value()


def test_rules_go_from_phone_to_phone(phones: OpenPhone) -> None:
    """One round on either phone, by the same rules, gives the same points."""
    first, second = phones(lang="en"), phones(LARGE, lang="en", dark=True)
    start_from_a_variant(first)
    keep(first)
    home = first.page.url
    link = link_of(first)

    second.go(link)
    expect(second.page.locator("h1")).to_have_text(NAME)
    expect(second.page.locator("#keep")).to_have_count(0)
    second.tap("#bar a.btn")
    for index, name in enumerate(["Chie", "Dai"]):
        second.page.locator(FIELDS).nth(index).fill(name)
    second.tap("button[form=new]")
    second.saved()
    expect(second.page.locator(".felt-sub")).to_contain_text(NAME)
    first.go(home)
    for phone in (first, second):
        round_of(phone)
    assert first.standing() == second.standing() == [350, -350]

    second.go(link)
    second.tap("#keep button")
    expect(second.page.locator("#toasts")).to_contain_text(NAME)
    second.tap(second.page.locator(".felt-back"))
    expect(second.page.locator("main a.row-link").first).to_contain_text(NAME)


def round_of(phone: Phone) -> None:
    """K is claimed with 2+J: 2s count 50, a J 10, the other hand is a 10; (60 + 10) × 5 = 350."""
    table = phone.page.url.removeprefix(phone.base)
    hands = {"hand-0": "2 J", "hand-1": "10"}
    phone.report(table, kind="dobon", callers="0", victim="1", card="K", **hands)
    phone.go(table)
