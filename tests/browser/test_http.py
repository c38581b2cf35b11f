"""Plain HTTP on a home network: an insecure context, where browsers withhold much."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.server.running import Running


@pytest.fixture
def homely(phones: OpenPhone, server: Running) -> Phone:
    return phones(at=f"http://phone.test:{server.port}")


def test_the_link_is_copied_or_marked(homely: Phone) -> None:
    homely.post("/new/", name=["あき", "Ben"])
    homely.go("/")
    assert homely.page.evaluate("window.isSecureContext") is False
    homely.tap(homely.page.locator('main a[href^="/circles/"]').first)
    button = homely.page.locator("[data-copy='#join-link']")
    before = button.inner_text()
    homely.tap(button)
    expect(button).not_to_have_text(before)
    link = homely.page.locator("#join-link").input_value()
    assert re.fullmatch(r"http://phone\.test:\d+/join/[\w.-]{22,}/", link)
    marked = "(() => { const f = document.querySelector('#join-link');"
    marked += " return f.value.slice(f.selectionStart, f.selectionEnd) })()"
    assert homely.page.evaluate(marked) == link
    homely.tap("[data-share]")
    homely.picture("http-link")
