"""A page of the result: made by a player, opened by somebody without a seat, closed again."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import SMALL
from tests.browser.screens import share
from tests.browser.test_layout import EVENING, faults


def test_a_page_is_made_looked_at_and_closed(phones: OpenPhone) -> None:
    host, guest = phones(SMALL), phones(SMALL)
    path = host.bring(EVENING)
    place = share(host, path)
    assert faults(host, SMALL, axe=True) == []
    assert guest.go(place).status == 200
    assert faults(guest, SMALL, axe=True) == []
    expect(guest.page.locator(".results > li")).to_have_count(len(EVENING["players"]))
    image = guest.page.locator('meta[property="og:image"]').get_attribute("content") or ""
    picture = guest.context.request.get(guest.base + re.sub(r"https?://[^/]+", "", image))
    assert picture.body().startswith(b"\x89PNG")
    assert guest.page.locator("main a[href], main button, main input").count() == 0
    host.tap('form[action$="/revoke/"] button.loss')
    expect(host.page.locator('form[action$="/revoke/"]')).to_have_count(0)
    guest.expected |= {404}
    assert guest.go(place).status == 404
