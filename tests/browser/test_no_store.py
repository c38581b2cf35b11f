"""A browser that keeps nothing in a database, as some private windows: no outbox, and yet nothing is lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import THREE, Phone
from tests.browser.test_offline import fill, without_line

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
    table = phone.start_table(THREE)
    phone.enter()
    fill(phone, "10 10")
    phone.page.reload()
    phone.restored()
    phone.holds(1, "10 10")
    with without_line(phone):
        phone.confirm()
        expect(phone.page.locator("[data-unsent]")).to_be_visible()
        expect(phone.at("queued")).to_be_hidden()
        phone.holds(1, "10 10")
    phone.previewed()
    phone.record()
    assert phone.rounds(table) == 1
    phone.enter()
    fill(phone, "10 10")
    phone.previewed()
    phone.record()
    phone.expect_scores(あき=60, Ben=-40, Chie=-20)
