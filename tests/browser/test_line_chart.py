"""A line with its axis: what each step came to is there for fingers and keys, without scripts too."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import NAMES, evening

SEEN = """(texts) => texts.filter((text) => getComputedStyle(text).visibility === 'visible')
  .map((text) => text.textContent)"""


def test_a_step_tells_what_it_came_to(phones: OpenPhone) -> None:
    phone = phones(lang="en")
    phone.bring(evening("gamble", 2))
    circle = phone.circle()
    table = phone.post(f"{circle}new/", game="gamble", name=NAMES[:2])
    out = {"kind": "out", "winner": "0", "hand-1": "10 10"}
    phone.post(f"{table}rounds/new/", revision="0", key="first-round", action="confirm", **out)
    plain = phones(lang="en", js=False)
    plain.context.add_cookies(phone.context.cookies())
    plain.go(f"{circle}versus/")
    plain.go(f"{circle}versus/{plain.page.locator('.matrix a').first.get_attribute('href')}")
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
