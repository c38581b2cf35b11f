"""Two phones at one table, hasty thumbs, the back button, what takes long to be saved, and taking back."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone
from tests.browser.tables import fill, friends, report


def entered(phone: Phone, hand: str) -> None:
    """A round up to its preview."""
    phone.enter()
    fill(phone, hand)
    phone.previewed()


def expect_blank(phone: Phone) -> None:
    """The next round begins with nothing typed."""
    phone.enter()
    phone.restored(False)
    phone.holds(1, "")


def test_two_entries_of_one_round_make_one_until_the_second_is_sure(phones: OpenPhone) -> None:
    """R(70)=70 beside R(5)=10: the second phone gives up its own, throws the same one away, and records a
    third. あき 80 + 80 + 80 + 30."""
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
    """The phone confirms its round, and sees the other beside what it typed."""
    phone.confirm()
    expect(phone.at("stale")).to_contain_text("そのあいだに変更がありました")
    expect(phone.at("beside")).to_contain_text("Ben")
    phone.holds(1, "10 10")
    phone.holds(2, "5")
    expect(phone.at("outbox")).to_be_hidden()


def same_round_on_a_slow_line(first: Phone, second: Phone, path: str) -> None:
    """News of the round comes while the form is on its way, and how its hands stand after the answer."""
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
    """Five kings: the preview that the tap waited for warns of them, and so does the one after it."""
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
    """The answer is slow: button and keys rest meanwhile, and the next form is empty.

    A double tap makes one round of it, and so does going back and confirming again.
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


NOTE = """() => document.addEventListener("submit", ({ submitter }) => setTimeout(() => {
  const { borderRadius } = getComputedStyle(submitter, "::before");
  const seen = [submitter.getAttribute("aria-busy"), borderRadius];
  for (let press = 0; press < 3; press += 1) submitter.click();
  sessionStorage.setItem("seen", JSON.stringify(seen));
}))"""
"""Writes down how the pressed button looks, and presses it again; a page that is left answers nobody."""


def test_taking_back_an_old_round(phone: Phone) -> None:
    path = phone.post("/new/", name=THREE)
    phone.report(path, kind="nogame")
    phone.go(f"{path}rounds/1/void/")
    held = phone.hold("**/rounds/1/void/", lambda request: request.method == "POST")
    phone.page.evaluate(NOTE)
    phone.page.locator("#bar button[value=confirm]").click(no_wait_after=True)
    phone.until(lambda: held, "what was sent")
    held[0].continue_()
    phone.saved()
    assert phone.page.evaluate("sessionStorage.getItem('seen')") == '["true","50%"]'
    assert len(held) == 1


def test_a_button_beside_its_form_can_be_pressed_again_after_going_back(phone: Phone) -> None:
    """The answer to the first press is none, as where a line breaks; the second one is saved."""
    path = phone.post("/new/", name=THREE)
    phone.go(f"{path}settings/")
    held = phone.hold("**/settings/", lambda request: request.method == "POST")
    button = phone.at("save")
    button.click(no_wait_after=True)
    phone.until(lambda: held, "what was sent")
    held[0].fulfill(status=204)
    expect(button).to_have_attribute("aria-busy", "true")
    phone.page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow'))")
    expect(button).not_to_have_attribute("aria-busy", "true")
    button.click(no_wait_after=True)
    phone.until(lambda: len(held) == 2, "what was sent again")
    held[1].continue_()
    phone.saved()


SCORES = {"あき": 30, "Ben": -20, "Chie": -10}
"""Of a hand of two tens and one of a 5: R(20) = 20 and R(5) = 10."""
NOTHING = dict.fromkeys(SCORES, 0)
LONG_MS = 20_000
"""Longer than anything lies over a page."""


def recorded(phone: Phone) -> Locator:
    path = phone.post("/new/", name=THREE)
    report(phone, path, "10 10")
    phone.go(path)
    phone.expect_scores(**SCORES)
    return phone.at("toast")


def test_a_round_is_taken_back_and_made_again_with_a_tap_each_and_nothing_moves(phone: Phone) -> None:
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
    phone.tap("[data-close]")
    expect(toast).to_have_count(0)
    assert [phone.box(place).top for place in places] == tops
    phone.page.reload()
    assert [phone.box(place).top for place in places] == tops


def test_a_toast_goes_by_itself_but_for_whom_it_is_in_hand(phone: Phone) -> None:
    phone.context.clock.install()
    toast = recorded(phone)
    turn = phone.at("toast-turn")
    turn.focus()
    phone.context.clock.run_for(LONG_MS)
    expect(toast).to_be_visible()
    turn.blur()
    phone.context.clock.run_for(LONG_MS)
    expect(toast).to_have_count(0)
    expect(phone.page.get_by_role("link", name="直前の回を取り消す")).to_be_visible()


def test_a_toast_goes_when_another_phone_records(phones: OpenPhone) -> None:
    """Its button would take back a round that is no longer the last."""
    phone, other = phones(), phones()
    toast = recorded(phone)
    expect(toast).to_be_visible()
    other.context.add_cookies(phone.context.cookies())
    report(other, urlsplit(phone.page.url).path, "10 10")
    phone.expect_scores(**{name: 2 * points for name, points in SCORES.items()})
    expect(toast).to_have_count(0)
