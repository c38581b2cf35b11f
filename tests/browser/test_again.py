"""おひらき: who is first stands in the middle, and the same people are at the next table with one tap."""

import re

from playwright.sync_api import expect

from tests.browser.evenings import evening
from tests.browser.phone import Phone


def test_the_podium_and_once_more(phone: Phone) -> None:
    path = phone.bring(evening("gamble", 4))
    phone.go(f"{path}settle/")
    phone.tap('form[action$="/end/"] button')
    steps = phone.page.locator(".podium > .step")
    expect(steps).to_have_count(3)
    boxes = [steps.nth(place).locator(".stone").bounding_box() for place in range(3)]
    first, second, third = (box for box in boxes if box)
    assert second["x"] < first["x"] < third["x"]
    assert first["height"] > second["height"] > third["height"]
    taps = phone.taps
    phone.tap("again")
    phone.page.wait_for_url(re.compile(r"/t/[\w-]+/$"))
    assert phone.taps == taps + 1
    assert path not in phone.page.url
    expect(phone.page.locator("#scores li[data-seat]")).to_have_count(4)
    expect(phone.at("enter-result")).to_be_visible()
    phone.go(f"{path}settle/")
    phone.tap("next-table")
    phone.page.wait_for_url(re.compile(r"/t/[\w-]+/$"))
