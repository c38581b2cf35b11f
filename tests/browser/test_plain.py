"""Without JavaScript: slower, but every round can be entered; pages that are read need no browser to test."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone


def start(phone: Phone) -> None:
    phone.go("/")
    phone.tap("#bar a.btn")
    for index, name in enumerate(["Aki", "Ben", "Chie", "Dai"]):
        phone.page.locator("[data-seats] input").nth(index).fill(name)
    phone.tap("button[form=new]")
    phone.saved()


def fill_dobon(phone: Phone) -> None:
    phone.tap("kind-dobon")
    phone.tap(phone.page.locator('#f-callers label:has(input[value="1"])'))
    phone.tap(phone.page.locator('#f-victim label:has(input[value="2"])'))
    phone.page.locator("#f-card").fill("K")
    for seat, hand in enumerate(["A 2 3 10 K", "2 J", "A 2 3", "4 4 Q 9"]):
        phone.at(f"hand-{seat}").fill(hand)


def test_a_round_is_entered_and_previewed(phones: OpenPhone) -> None:
    """A slip of the pen is said beside its field first."""
    plain = phones(lang="en", js=False)
    plain.expected |= {422}
    start(plain)
    plain.tap("enter-result")
    fill_dobon(plain)
    first = plain.at("hand-0")
    first.fill("A 17")
    plain.tap("confirm")
    expect(plain.at("errors")).to_be_visible()
    expect(first).to_have_value("A 17")
    expect(first).to_have_attribute("aria-invalid", "true")

    first.fill("A 2 3 10 K")
    plain.tap('#bar button[value="preview"]')
    expect(plain.at("preview")).to_contain_text("330")
    plain.record()
    plain.expect_scores(Aki=-70, Ben=430, Chie=-330, Dai=-30)
