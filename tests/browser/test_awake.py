"""The screen stays on at a running table, and the switch is remembered."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.server.running import Running

LOCKS = """(() => { window.locks = [];
  const fake = { request: async () => { const lock = new EventTarget();
    lock.released = false;
    lock.release = async () => { lock.released = true; lock.dispatchEvent(new Event('release')); };
    window.locks.push(lock); return lock; } };
  Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => fake, configurable: true }); })()"""
HELD = "window.locks.filter((one) => !one.released).length"
AFTER_MS = 3000
"""No screen goes dark as soon as that, so a page begins with it late."""


@pytest.fixture
def locked(phone: Phone) -> Phone:
    """A phone whose locks can be counted."""
    phone.context.add_init_script(LOCKS)
    phone.context.clock.install()
    return phone


def go_and_wait(phone: Phone, path: str) -> None:
    phone.go(path)
    phone.page.clock.run_for(AFTER_MS)


def state(phone: Phone, wanted: str) -> None:
    expect(phone.page.locator("[data-awake]")).to_have_attribute("data-state", wanted)


def test_table_and_entry_hold_the_screen_until_the_end(locked: Phone) -> None:
    """The lock is taken again on return, and the switch is remembered."""
    path = locked.post("/new/", name=["あき", "Ben"])
    go_and_wait(locked, path)
    state(locked, "on")
    assert locked.page.evaluate(HELD) == 1
    locked.page.evaluate("window.locks[0].release()")
    state(locked, "off")
    locked.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    state(locked, "on")
    assert locked.page.evaluate(HELD) == 1
    locked.tap("awake")
    state(locked, "off")
    assert locked.page.evaluate(HELD) == 0
    go_and_wait(locked, path)
    expect(locked.at("awake")).not_to_be_checked()
    assert locked.page.evaluate("window.locks.length") == 0
    locked.tap("awake")
    state(locked, "on")
    locked.enter()
    locked.page.clock.run_for(AFTER_MS)
    locked.tap("header h1")
    state(locked, "on")
    assert locked.page.evaluate(HELD) == 1
    locked.end(path)
    go_and_wait(locked, path)
    expect(locked.page.locator("[data-ended]")).to_be_visible()
    assert locked.page.locator("[data-awake]").count() == 0
    assert locked.page.evaluate("window.locks.length") == 0


def test_plain_http_plays_a_silent_film_from_a_tap(phones: OpenPhone, server: Running) -> None:
    """A film that did not come is asked for with the next tap; what HTTPS would add is said once."""
    homely = phones(at=f"http://phone.test:{server.port}")
    homely.forgive("ERR_FAILED")
    asked: list[Route] = []

    def cut(route: Route) -> None:
        asked.append(route)
        route.abort()

    homely.page.route("**/NoSleep*.js", cut)
    homely.context.clock.install()
    path = homely.post("/new/", name=["あき", "Ben"])
    go_and_wait(homely, path)
    assert homely.page.evaluate("navigator.wakeLock === undefined")
    homely.page.wait_for_load_state("networkidle")
    state(homely, "off")
    before = homely.at("awake-state").inner_text()
    homely.tap(homely.at("https-hint").locator("button"))
    expect(homely.at("https-hint")).to_be_hidden()
    homely.until(lambda: asked, "the film")
    state(homely, "off")
    homely.page.unroute_all()
    homely.tap(homely.page.locator("header h1"))
    state(homely, "on")
    expect(homely.at("awake-state")).not_to_have_text(before)
    homely.tap("awake")
    state(homely, "off")
    homely.go(path)
    homely.page.wait_for_load_state("networkidle")
    expect(homely.at("https-hint")).to_be_hidden()
    secure = phones()
    secure.start_table(["あき", "Ben"])
    expect(secure.at("https-hint")).to_be_hidden()
