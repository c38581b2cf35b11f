"""Two phones at one table, double taps, the back button, slow answers, and voiding by the toast."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone
from tests.browser.tables import AT_ONCE_MS, fill, friends, report


def entered(phone: Phone, hand: str) -> None:
    """A round up to its preview."""
    phone.enter()
    fill(phone, hand)
    phone.previewed()


def expect_blank(phone: Phone) -> None:
    """The form of the next round is empty."""
    phone.enter()
    phone.restored(False)
    phone.holds(1, "")


def test_two_entries_of_one_round_make_one_until_the_second_is_sure(phones: OpenPhone) -> None:
    """R(70)=70 and R(5)=10. The second phone drops its first round, then one that is the same, and records a
    third beside the other: あき 80 + 80 + 80 + 30."""
    first, second, path = friends(phones)
    second.expected |= {409}
    entered(second, "10 10")
    report(first, path, "A 2 3 10 K")
    first.go(path)
    first.expect_scores(あき=80, Ben=-70, Chie=-10)
    conflict(second)
    assert first.rounds(path) == 1
    second.tap("quit")
    second.saved()
    expect_blank(second)
    assert second.page.locator('[name="kind"]:checked').get_attribute("value") != "out"
    second.go(path)
    same_round_on_a_slow_line(first, second, path)
    second.tap("discard")
    second.saved()
    second.expect_scores(あき=160, Ben=-140, Chie=-20)
    expect_blank(second)
    assert first.rounds(path) == 2
    second.go(path)
    entered(second, "10 10")
    report(first, path, "A 2 3 10 K")
    conflict(second)
    second.record()
    second.expect_scores(あき=270, Ben=-230, Chie=-40)
    assert first.rounds(path) == 4


def conflict(phone: Phone) -> None:
    """Confirm a round, and see the one that was recorded meanwhile beside what is typed."""
    phone.confirm()
    expect(phone.at("stale")).to_contain_text("そのあいだに変更がありました")
    expect(phone.at("beside")).to_contain_text("Ben")
    phone.holds(1, "10 10")
    phone.holds(2, "5")
    expect(phone.at("outbox")).to_be_hidden()


def same_round_on_a_slow_line(first: Phone, second: Phone, path: str) -> None:
    """The live update comes while the form is on its way, the state of the hands after the answer."""
    entered(second, "K 10 3 2 A")
    sent, stands = second.hold("**/rounds/new/"), second.hold("**/pads/")
    second.confirm()
    report(first, path, "A 2 3 10 K")
    expect(second.page.locator(".live-note")).to_contain_text("記録されました")
    second.until(lambda: sent and stands, "both questions on their way")
    sent[0].continue_()
    expect(second.at("stale")).to_contain_text("同じ回が、もう記録されています")
    expect(second.at("outbox")).to_be_hidden()
    expect(second.page.locator(".live-note")).to_have_count(0)
    second.page.locator("#asking").evaluate("(asking) => { asking.dataset.before = '1'; }")
    stands[0].continue_()
    expect(second.page.locator("#asking[data-before]")).to_have_count(0)
    expect(second.at("confirm")).to_have_text(re.compile("別の回"))
    second.page.unroute_all()


def test_a_warning_that_came_after_the_tap_waits_for_another_one(phone: Phone) -> None:
    """Five kings: the preview that the tap waits for warns of them, and so does the next one."""
    path = phone.start_table(THREE)
    entered(phone, "K K K K")
    phone.at("key-type").tap()
    phone.page.evaluate("""() => {
      const hand = document.querySelector('[data-testid="hand-2"]');
      hand.value = "K";
      hand.dispatchEvent(new Event("input", { bubbles: true }));
      document.getElementById("confirm").click();
    }""")
    expect(phone.at("problems")).to_be_visible()
    for _time in range(2):
        with phone.page.expect_response(lambda answer: "hx-request" in answer.request.headers):
            phone.at("hand-2").press("Enter")
    assert phone.rounds(path) == 0
    phone.go(f"{path}rounds/new/")
    expect(phone.at("problems")).to_be_visible()
    phone.record()
    assert phone.rounds(path) == 1


def test_a_tap_while_the_round_is_on_its_way_does_not_bring_it_back(phone: Phone) -> None:
    """While the answer is on its way, button and keys do nothing; the next form is empty.

    A double tap records one round, and so does going back and confirming again.
    """
    phone.expected |= {409}
    path = phone.start_table(THREE)
    entered(phone, "10 10")
    waiting = phone.hold("**/rounds/new/", lambda request: "sent-by" in request.headers)
    phone.confirm()
    phone.until(lambda: waiting, "the round at the server")
    button = phone.at("confirm")
    expect(button).to_have_attribute("aria-busy", "true")
    button.click(force=True)
    key = phone.box("key-9")
    phone.page.touchscreen.tap((key.left + key.right) / 2, (key.top + key.bottom) / 2)
    phone.holds(2, "5")
    waiting[0].continue_()
    phone.saved()
    assert len(waiting) == 1
    phone.page.unroute_all()
    phone.expect_scores(あき=30, Ben=-20, Chie=-10)
    expect_blank(phone)
    phone.go(path)
    entered(phone, "10 10")
    phone.page.evaluate("(() => { const b = document.getElementById('confirm'); b.click(); b.click() })()")
    phone.saved()
    phone.expect_scores(あき=60, Ben=-40, Chie=-20)
    phone.page.go_back()
    phone.page.wait_for_load_state()
    confirm = phone.at("confirm")
    if confirm.count():
        phone.tap(confirm)
        phone.page.wait_for_timeout(400)
    assert phone.rounds(path) == 2


PRESS_AGAIN = """() => {
  window.sent = 0;
  document.addEventListener("submit", (event) => { window.sent += event.defaultPrevented ? 0 : 1; });
  document.addEventListener("submit", ({ submitter }) => setTimeout(() => {
    window.seen = [submitter.getAttribute("aria-busy"), getComputedStyle(submitter, "::before").borderRadius];
    for (let press = 0; press < 3; press += 1) submitter.click();
  }), { once: true });
}"""
"""Presses a pressed button three times more, and notes how it looks and how often its form was sent."""


def test_a_button_sends_its_form_once_until_somebody_comes_back(phone: Phone) -> None:
    """The first press gets an empty answer, as on a broken connection; after going back it works again."""
    path = phone.post("/new/", name=THREE)
    phone.go(f"{path}settings/")
    held = phone.hold("**/settings/", lambda request: request.method == "POST")
    phone.page.evaluate(PRESS_AGAIN)
    button = phone.at("save")
    button.click(no_wait_after=True)
    phone.until(lambda: held, "what was sent")
    held[0].fulfill(status=204)
    expect(button).to_have_attribute("aria-busy", "true")
    assert phone.page.evaluate("[window.sent, window.seen]") == [1, ["true", "50%"]]
    phone.page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow'))")
    assert button.get_attribute("aria-busy") is None
    assert len(held) == 1
    button.click(no_wait_after=True)
    phone.until(lambda: len(held) == 2, "what was sent again")
    held[1].continue_()
    phone.saved()
    assert len(held) == 2


SCORES = {"あき": 30, "Ben": -20, "Chie": -10}
"""Of a hand of two tens and one of a 5: R(20) = 20 and R(5) = 10."""
NOTHING = dict.fromkeys(SCORES, 0)
LONG_MS = 20_000
"""Longer than a toast stays."""


def recorded(phone: Phone) -> Locator:
    path = phone.post("/new/", name=THREE)
    report(phone, path, "10 10")
    phone.go(path)
    phone.expect_scores(**SCORES)
    return phone.at("toast")


def test_the_toast_takes_a_round_back_and_again_without_moving_anything(phones: OpenPhone) -> None:
    """It goes when another phone records, whose round would be the last one then."""
    phone, other = phones(), phones()
    toast = recorded(phone)
    places = ("#scores", "#h-last", "#bar")
    tops = [phone.box(place).top for place in places]
    assert phone.box(toast).bottom <= tops[-1]
    expect(toast).to_contain_text("記録しました")
    phone.taps = 0
    phone.tap("toast-turn")
    expect(toast).to_contain_text("取り消しました")
    phone.expect_scores(**NOTHING)
    phone.tap("toast-turn")
    expect(toast).to_contain_text("元にもどしました")
    phone.expect_scores(**SCORES)
    assert phone.taps == 2
    assert [phone.box(place).top for place in places] == tops
    other.share_cookies(phone)
    report(other, urlsplit(phone.page.url).path, "10 10")
    phone.expect_scores(**{name: 2 * points for name, points in SCORES.items()})
    expect(toast).to_have_count(0, timeout=AT_ONCE_MS)
    assert [phone.box(place).top for place in places] == tops
    phone.page.reload()
    assert [phone.box(place).top for place in places] == tops


def test_a_toast_closes_by_itself_unless_it_has_the_focus(phone: Phone) -> None:
    """And by its button."""
    phone.context.clock.install()
    toast = recorded(phone)
    turn = phone.at("toast-turn")
    turn.focus()
    phone.context.clock.run_for(LONG_MS)
    expect(toast).to_be_visible()
    turn.blur()
    phone.context.clock.run_for(LONG_MS)
    expect(toast).to_have_count(0)
    phone.tap(phone.page.get_by_role("link", name="直前の回を取り消す"))
    phone.tap("#bar button[value=confirm]")
    expect(toast).to_be_visible()
    phone.tap("[data-close]")
    expect(toast).to_have_count(0, timeout=AT_ONCE_MS)
