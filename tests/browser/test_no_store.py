"""A browser that keeps nothing in a database, as some private windows: no outbox, and yet nothing is lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.test_offline import NAMES, fill, without_line
from tests.browser.test_two_phones import rounds

NO_STORE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
REFUSING = "indexedDB.open = () => { throw new DOMException('not here', 'SecurityError'); };"


@pytest.fixture(params=[NO_STORE, REFUSING], ids=["none", "refused"])
def table(request: pytest.FixtureRequest, phone: Phone) -> str:
    """A table, opened by a browser without a store."""
    phone.context.add_init_script(request.param)
    return phone.start_table(NAMES)


def test_a_round_is_recorded(phone: Phone, table: str) -> None:
    """20 and 10: あき 30."""
    phone.enter()
    fill(phone, "10 10")
    expect(phone.page.locator('#preview[data-ready="1"]')).to_be_visible()
    phone.record()
    phone.expect_scores(あき=30, Ben=-20, Chie=-10)


def test_without_a_line_it_says_so_keeps_the_form_and_sends_it_once(phone: Phone, table: str) -> None:
    phone.enter()
    with without_line(phone):
        fill(phone, "10 10")
        phone.confirm()
        expect(phone.page.locator("[data-unsent]")).to_be_visible()
        expect(phone.at("queued")).to_be_hidden()
        expect(phone.at("hand-1")).to_have_value("10 10")
        phone.picture("no-store-unsent")
    expect(phone.page.locator('#preview[data-ready="1"]')).to_be_visible()
    phone.record()
    assert rounds(phone, table) == 1


def test_half_a_round_survives_a_reload(phone: Phone, table: str) -> None:
    phone.enter()
    fill(phone, "10 10")
    phone.page.reload()
    expect(phone.page.locator("[data-restored]")).to_be_visible()
    expect(phone.at("hand-1")).to_have_value("10 10")
