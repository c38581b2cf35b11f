"""Two phones at one table, hasty thumbs, and the back button."""

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.test_joining import link_of


def friends(phones: OpenPhone) -> tuple[Phone, Phone, str]:
    """Two phones at the same table, which is open on the second; that came by the link."""
    first, second = phones(), phones()
    path = first.post("/new/", name=["あき", "Ben", "Chie"])
    join(first, second, path)
    return first, second, path


def join(first: Phone, second: Phone, path: str) -> None:
    """The second comes by the first one's link; it may reach the server by another address."""
    second.ask(link_of(first, path))
    second.go(path)


def fill(phone: Phone, hand: str) -> None:
    """あき is out; Ben has `hand`, Chie a single 5: R(5)=10."""
    phone.enter()
    phone.kind("out")
    phone.who(0)
    phone.hands(hand, "5")
    expect(phone.page.locator('#preview[data-ready="1"]')).to_be_visible()


def report(phone: Phone, path: str, hand: str) -> None:
    """The same round is recorded without a page."""
    phone.report(path, kind="out", winner="0", **{"hand-1": hand, "hand-2": "5"})


def rounds(phone: Phone, path: str) -> int:
    """How many rounds the list of the table has, asked without leaving the page."""
    return phone.ask(f"{path}rounds/").count('data-key="round-')


def expect_blank(phone: Phone) -> None:
    """The next round begins with nothing typed."""
    phone.enter()
    expect(phone.page.locator("[data-restored]")).to_be_hidden()
    expect(phone.at("hand-1")).to_have_value("")


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
    second.picture("two-stale")
    assert rounds(first, path) == 1
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
    assert rounds(first, path) == 2
    second.go(path)
    fill(second, "10 10")
    report(first, path, "A 2 3 10 K")
    conflict(second)
    second.record()
    second.expect_scores(あき=270, Ben=-230, Chie=-40)
    assert rounds(first, path) == 4


def conflict(phone: Phone) -> None:
    """The phone confirms its round, and sees the other beside what it typed."""
    phone.confirm()
    expect(phone.at("stale")).to_contain_text("そのあいだに変更がありました")
    expect(phone.at("beside")).to_contain_text("Ben")
    expect(phone.at("hand-1")).to_have_value("10 10")
    expect(phone.at("hand-2")).to_have_value("5")
    expect(phone.at("outbox")).to_be_hidden()


def same_round_on_a_slow_line(first: Phone, second: Phone, path: str) -> None:
    """News of the round comes while the form is on its way, and how its hands stand after the answer."""
    fill(second, "K 10 3 2 A")
    sent: list[Route] = []
    stands: list[Route] = []
    second.page.route("**/rounds/new/", lambda route: sent.append(route))
    second.page.route("**/pads/", lambda route: stands.append(route))
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
    second.picture("same-round")
    second.page.unroute_all()


def test_a_warning_that_came_after_the_tap_waits_for_another_one(phone: Phone) -> None:
    """Five kings: the preview that the tap waited for warns of them, and so does the one after it."""
    path = phone.start_table(["あき", "Ben", "Chie"])
    fill(phone, "K K K K")
    phone.page.get_by_test_id("key-type").tap()
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
    assert rounds(phone, path) == 0
    phone.go(f"{path}rounds/new/")
    expect(phone.at("problems")).to_be_visible()
    phone.record()
    assert rounds(phone, path) == 1


def test_a_tap_while_the_round_is_on_its_way_does_not_bring_it_back(phone: Phone) -> None:
    """The answer is slow: button and keys rest meanwhile, and the next form is empty.

    A double tap makes one round of it, and so does going back and confirming again.
    """
    phone.expected |= {409}
    path = phone.start_table(["あき", "Ben", "Chie"])
    fill(phone, "10 10")
    waiting: list[Route] = []
    phone.page.route(
        "**/rounds/new/",
        lambda route: waiting.append(route) if "sent-by" in route.request.headers else route.continue_(),
    )
    phone.confirm()
    phone.until(lambda: waiting, "the round at the server")
    button = phone.at("confirm")
    expect(button).to_have_attribute("aria-busy", "true")
    assert button.evaluate("button => getComputedStyle(button, '::before').borderRadius") == "50%"
    phone.picture("saving-round")
    button.click(force=True)
    key = phone.at("key-9").bounding_box()
    assert key is not None
    phone.page.touchscreen.tap(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
    expect(phone.at("hand-2")).to_have_value("5")
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
    assert rounds(phone, path) == 2
