"""Two phones enter one round: what the second sees, and what is left of what it typed."""

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.test_two_phones import fill, friends, report, rounds


def expect_blank(phone: Phone) -> None:
    """The next round begins with nothing typed."""
    phone.enter()
    expect(phone.page.locator("[data-restored]")).to_be_hidden()
    expect(phone.at("hand-1")).to_have_value("")
    assert phone.page.locator('[name="kind"]:checked').get_attribute("value") != "out"


def test_a_conflict_is_cancelled_and_the_same_round_thrown_away_with_a_tap_each(phones: OpenPhone) -> None:
    """Nothing of either is left for the next round."""
    first, second, path = friends(phones)
    second.expected |= {409}
    fill(second, "10 10")
    report(first, path, "A 2 3 10 K")
    second.confirm()
    expect(second.at("stale")).to_contain_text("そのあいだに変更がありました")
    expect(second.at("outbox")).to_be_hidden()
    second.tap("quit")
    second.saved()
    expect_blank(second)
    second.go(path)
    fill(second, "K 10 3 2 A")
    report(first, path, "A 2 3 10 K")
    second.confirm()
    expect(second.at("stale")).to_contain_text("同じ回が、もう記録されています")
    expect(second.at("outbox")).to_be_hidden()
    expect(second.at("confirm")).to_have_text(re.compile("別の回"))
    second.picture("same-round")
    second.tap("discard")
    second.saved()
    second.expect_scores(あき=160, Ben=-140, Chie=-20)
    expect_blank(second)
    assert rounds(first, path) == 2


def test_what_a_slow_line_brings_late_changes_nothing_of_a_conflict(phones: OpenPhone) -> None:
    """News of the round comes while the form is on its way, and how its hands stand after the answer."""
    first, second, path = friends(phones)
    second.expected |= {409}
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
    expect(second.at("stale")).to_be_visible()
    expect(second.page.locator(".live-note")).to_have_count(0)
    second.page.locator("#asking").evaluate("(asking) => { asking.dataset.before = '1'; }")
    stands[0].continue_()
    expect(second.page.locator("#asking[data-before]")).to_have_count(0)
    expect(second.at("confirm")).to_have_text(re.compile("別の回"))
    second.tap("quit")
    second.saved()
