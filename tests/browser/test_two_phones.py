"""Two phones at one table, hasty thumbs, and the back button."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone
from tests.browser.tables import friends, report


def fill(phone: Phone, hand: str) -> None:
    """あき is out; Ben has `hand`, Chie a single 5: R(5)=10."""
    phone.enter()
    phone.kind("out")
    phone.who(0)
    phone.hands(hand, "5")
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
    fill(second, "10 10")
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
    fill(second, "10 10")
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
    fill(second, "K 10 3 2 A")
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
    fill(phone, "K K K K")
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
    fill(phone, "10 10")
    waiting = phone.hold("**/rounds/new/", lambda request: "sent-by" in request.headers)
    phone.confirm()
    phone.until(lambda: waiting, "the round at the server")
    button = phone.at("confirm")
    expect(button).to_have_attribute("aria-busy", "true")
    button.click(force=True)
    key = phone.at("key-9").bounding_box()
    assert key is not None
    phone.page.touchscreen.tap(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
    phone.holds(2, "5")
    waiting[0].continue_()
    phone.saved()
    assert len(waiting) == 1
    phone.page.unroute_all()
    phone.expect_scores(あき=30, Ben=-20, Chie=-10)
    expect_blank(phone)
    phone.go(path)
    fill(phone, "10 10")
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
