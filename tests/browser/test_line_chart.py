"""A line with its axis: what each step came to is there for fingers and keys, without scripts too."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.screens import evening
from tests.browser.test_layout import circle_of, two_people

SEEN = """(texts) => texts.filter((text) => getComputedStyle(text).visibility === 'visible')
  .map((text) => text.textContent)"""


def test_a_step_tells_what_it_came_to(phones: OpenPhone) -> None:
    phone = phones(lang="en")
    phone.bring(evening("gamble", 2))
    circle = circle_of(phone)
    phone.go(f"{circle}new/")
    phone.tap("button[form=new]")
    phone.saved()
    phone.enter()
    phone.kind("out")
    phone.who(0)
    phone.hands("10 10")
    phone.record()
    plain = phones(lang="en", js=False)
    plain.context.add_cookies(phone.context.cookies())
    two_people(plain, circle)
    spots, readouts = plain.page.locator(".spot"), plain.page.locator(".spot text")
    expect(spots).to_have_count(2)
    assert readouts.evaluate_all(SEEN) == []
    first, second = (str(spot.get_attribute("aria-label")) for spot in spots.all())
    spots.nth(0).locator("rect").click()
    assert readouts.evaluate_all(SEEN) == [first]
    plain.page.keyboard.press("Tab")
    assert readouts.evaluate_all(SEEN) == [second]
    plain.tap(".line-table summary")
    expect(plain.page.locator(".line-table tbody tr")).to_have_count(2)
