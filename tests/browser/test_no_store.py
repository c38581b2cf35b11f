"""A browser that keeps nothing in a database, as some private windows: no outbox, and yet nothing is lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.test_offline import NAMES, fill, without_line
from tests.browser.test_two_phones import rounds

NO_STORE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
REFUSING = "indexedDB.open = () => { throw new DOMException('not here', 'SecurityError'); };"


@pytest.mark.parametrize(
    "without", [NO_STORE, pytest.param(REFUSING, marks=pytest.mark.long)], ids=["none", "refused"]
)
def test_half_a_round_survives_and_without_a_line_it_stays_and_is_sent_once(
    phone: Phone, without: str
) -> None:
    """20 and 10: あき 30; the same again with a line."""
    phone.context.add_init_script(without)
    table = phone.start_table(NAMES)
    phone.enter()
    fill(phone, "10 10")
    phone.page.reload()
    expect(phone.page.locator("[data-restored]")).to_be_visible()
    expect(phone.at("hand-1")).to_have_value("10 10")
    with without_line(phone):
        phone.confirm()
        expect(phone.page.locator("[data-unsent]")).to_be_visible()
        expect(phone.at("queued")).to_be_hidden()
        expect(phone.at("hand-1")).to_have_value("10 10")
        phone.picture("no-store-unsent")
    expect(phone.page.locator('#preview[data-ready="1"]')).to_be_visible()
    phone.record()
    assert rounds(phone, table) == 1
    phone.enter()
    fill(phone, "10 10")
    expect(phone.page.locator('#preview[data-ready="1"]')).to_be_visible()
    phone.record()
    phone.expect_scores(あき=60, Ben=-40, Chie=-20)
