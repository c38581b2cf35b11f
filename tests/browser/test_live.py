"""Other phones show a change at once, in place, and keep focus, folds and what is typed."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone
from tests.browser.tables import AT_ONCE_MS, friends, join, report
from tests.browser.test_two_phones import entered
from tests.browser.wire import Wire
from tests.server.running import Running

WATCH_FLIGHTS = """() => {
  window.flown = [];
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
    if (node.classList?.contains("flying")) window.flown.push(node.textContent);
  }))).observe(document.body, { childList: true });
}"""


FRAME = """() => { const bar = document.getElementById("bar");
  return [[bar.className, bar.getAttribute("role")], [getComputedStyle(bar).position],
    [...document.querySelectorAll("[data-still][data-key]")].map((part) => part.dataset.key)]; }"""
"""The look and role of the bar, and the parts of this phone alone: an update keeps them, once each."""


def test_a_round_appears_on_both_phones(phones: OpenPhone) -> None:
    """Points fly unless motion is reduced; the phone that entered the round gets no note about it."""
    first, second, path = friends(phones)
    first.go(path)
    second.page.emulate_media(reduced_motion="no-preference")
    second.page.evaluate(WATCH_FLIGHTS)
    second.loaded_once()
    expect(second.page.locator(".live-note")).to_have_count(0)
    entered(first, "10 10")
    first.record()
    expect(first.page.locator("#scores b.fresh")).to_have_count(3)
    assert first.page.locator(".flying").count() == 0
    expect(first.page.locator(".live-note")).to_have_count(0)
    points = second.page.locator("#scores .seat-pts b")
    expect(points).to_have_text(["30", "−20", "−10"], timeout=AT_ONCE_MS)
    first.expect_scores(あき=30, Ben=-20, Chie=-10)
    second.until(lambda: second.page.evaluate("window.flown.length") == 2, "two flights")
    assert sorted(second.page.evaluate("window.flown")) == ["10", "20"]
    begin = time.monotonic()
    expect(second.page.locator(".flying")).to_have_count(0)
    assert time.monotonic() - begin < 3
    second.still_there()
    expect(second.page.locator("[data-last]")).to_contain_text("1")
    expect(second.page.locator(".seat.lead .seat-name")).to_have_text("あき")
    assert second.page.evaluate(FRAME) == [["bar", "region"], ["sticky"], ["carried", "own", "secure"]]
    first.page.reload()
    first.page.wait_for_timeout(300)
    assert first.page.locator("#scores b.fresh").count() == 0
    the_entry_page_gets_a_note(first, second, path)


def test_what_is_done_on_a_settling_page_stays_when_an_update_comes(phones: OpenPhone) -> None:
    """Focus, scroll position and folds; then a payment is ticked with the new form, and only once."""
    first, second, path = friends(phones)
    report(first, path, "10 10")
    second.go(f"{path}settle/")
    second.loaded_once()
    second.page.locator("details.fold summary").first.tap()
    second.page.get_by_role("link").last.focus()
    second.page.evaluate("window.scrollTo(0, 40)")
    before = second.page.evaluate("[document.activeElement.href, scrollY]")
    report(first, path, "K")
    expect(second.page.locator(".results")).to_contain_text("50")
    second.still_there()
    assert second.page.locator("details.fold").first.evaluate("fold => fold.open")
    assert second.page.evaluate("[document.activeElement.href, scrollY]") == before
    second.tap(second.page.locator("button.tick").first)
    expect(second.page.locator("button.tick[aria-pressed=true]")).to_have_count(1)
    second.page.evaluate(POSTS_COUNTED)
    second.page.evaluate(TICK)
    report(first, path, "Q")
    expect(second.page.locator(".results")).to_contain_text("70")
    second.page.evaluate(TICK)
    assert second.page.evaluate("window.posts") == 1


POSTS_COUNTED = """() => {
  const real = window.setTimeout;
  window.setTimeout = (call, ms) => (ms === 4000 ? 0 : real(call, ms));
  window.posts = 0;
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) window.posts += 1;
    event.preventDefault();
  });
}"""
"""Counts submitted forms instead of sending them, as if each answer were slow."""
TICK = "document.querySelector('button.tick').click()"


def the_entry_page_gets_a_note(first: Phone, second: Phone, path: str) -> None:
    """Its note moves no key and can be closed."""
    entered(second, "10 10")
    before = second.box("key-5")
    report(first, path, "A 2 3 10 K")
    note = second.page.locator(".live-note")
    expect(note).to_contain_text("2")
    second.holds(1, "10 10")
    close = note.locator("button")
    expect(close).to_be_visible()
    assert second.box("key-5") == before
    box = second.box(close)
    assert min(box.right - box.left, box.bottom - box.top) >= 44
    second.tap(close)
    expect(note).to_have_count(0)


@pytest.fixture
def wire(server: Running) -> Iterator[Wire]:
    result = Wire(server.port)
    yield result
    result.close()


def test_a_broken_connection_is_shown_and_the_page_catches_up(phones: OpenPhone, wire: Wire) -> None:
    first = phones()
    second = phones(at=f"http://127.0.0.1:{wire.port}", lang="en")
    path = first.post("/new/", name=THREE)
    join(first, second, path)
    second.forgive("ERR_")
    second.loaded_once()
    begin = second.box("#main")
    wire.cut()
    stopped = second.page.locator(".live-note.stopped small")
    expect(stopped).to_have_text(re.compile(r"^since \d\d:\d\d:\d\d$"))
    assert second.box("#main") == begin  # nothing moves under a thumb
    report(first, path, "10 10")
    wire.mend()
    second.expect_scores(あき=30, Ben=-20, Chie=-10)
    expect(second.page.locator(".live-note")).to_have_count(0)
    second.still_there()


def test_a_phone_catches_up_after_an_update_that_hung_and_after_sleep(phones: OpenPhone) -> None:
    """An update that hangs is cancelled and asked for again.

    A page that is hidden for a minute closes its stream; shown again it catches up without a reload.
    """
    first, second, path = friends(phones)
    second.loaded_once()
    expect(second.page.locator(".live-note")).to_have_count(0)
    second.context.clock.install()
    held: list[Route] = []
    second.page.route("**/*live=1*", lambda route: route.continue_() if held else held.append(route))
    report(first, path, "10 10")
    second.until(lambda: held, "the update on its way")
    second.context.clock.run_for(11_000)
    second.expect_scores(あき=30, Ben=-20, Chie=-10)
    expect(second.page.locator(".live-note")).to_have_count(0)
    second.page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => window.asleep === true });
      window.asleep = true;
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    second.context.clock.run_for(61_000)
    report(first, path, "10 10")
    second.page.wait_for_timeout(500)
    assert second.standing() == [30, -20, -10]
    second.page.evaluate(
        "() => { window.asleep = false; document.dispatchEvent(new Event('visibilitychange')); }"
    )
    second.expect_scores(あき=60, Ben=-40, Chie=-20)
    expect(second.page.locator(".live-note")).to_have_count(0)
    second.still_there()
    marks = second.page.locator(".end-mark > g")
    expect(marks).to_have_count(3)
    places = [mark.get_attribute("transform") or "" for mark in marks.all()]
    assert all(re.match(r"translate\(12 .*scale", place) for place in places)
