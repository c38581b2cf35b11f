"""Taking back what was just recorded: one tap, and nothing moves for it."""

from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.tables import report

SCORES = {"あき": 30, "Ben": -20, "Chie": -10}
"""Of a hand of two tens and one of a 5: R(20) = 20 and R(5) = 10."""
NOTHING = dict.fromkeys(SCORES, 0)
LONG_MS = 20_000
"""Longer than anything lies over a page."""


def top(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["y"]


def recorded(phone: Phone) -> Locator:
    path = phone.post("/new/", name=list(SCORES))
    report(phone, path, "10 10")
    phone.go(path)
    phone.expect_scores(**SCORES)
    return phone.at("toast")


def test_taken_back_and_made_again_with_a_tap_each_and_nothing_moves(phone: Phone) -> None:
    toast = recorded(phone)
    places = [phone.page.locator(name) for name in ("#scores", "#h-last", "#bar")]
    tops = [top(place) for place in places]
    box = toast.bounding_box()
    assert box
    assert box["y"] + box["height"] <= tops[-1]
    expect(toast).to_contain_text("記録しました")
    phone.taps = 0
    phone.tap("toast-turn")
    expect(toast).to_contain_text("取り消しました")
    phone.expect_scores(**NOTHING)
    phone.tap("toast-turn")
    expect(toast).to_contain_text("元にもどしました")
    phone.expect_scores(**SCORES)
    assert phone.taps == 2
    assert [top(place) for place in places] == tops
    phone.tap("[data-close]")
    expect(toast).to_have_count(0)
    assert [top(place) for place in places] == tops
    phone.page.reload()
    assert [top(place) for place in places] == tops
    nothing_moves_for_a_change_of_seats(phone)


def test_it_goes_by_itself_but_for_whom_it_is_in_hand(phone: Phone) -> None:
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


def test_it_goes_when_another_phone_records(phones: OpenPhone) -> None:
    """Its button would take back a round that is no longer the last."""
    phone, other = phones(), phones()
    toast = recorded(phone)
    expect(toast).to_be_visible()
    other.context.add_cookies(phone.context.cookies())
    report(other, urlsplit(phone.page.url).path, "10 10")
    phone.expect_scores(**{name: 2 * points for name, points in SCORES.items()})
    expect(toast).to_have_count(0)


def nothing_moves_for_a_change_of_seats(phone: Phone) -> None:
    phone.go(f"{phone.page.url}seats/")
    phone.page.locator("[name=join]").fill("大輔")
    phone.tap("save")
    toast = phone.page.locator(".toasts-over > .toast")
    expect(toast).to_contain_text("席")
    tops = [top(phone.page.locator(name)) for name in ("#scores", "#bar")]
    phone.page.reload()
    expect(toast).to_have_count(0)
    assert [top(phone.page.locator(name)) for name in ("#scores", "#bar")] == tops


def test_without_scripts_it_stands_above_the_table(phones: OpenPhone) -> None:
    phone = phones(js=False)
    phone.start_table(list(SCORES))
    phone.tap("enter-result")
    phone.kind("nogame")
    phone.record()
    toast = phone.at("toast")
    expect(phone.page.locator("[data-close]")).to_be_hidden()
    box = toast.bounding_box()
    assert box
    assert box["y"] + box["height"] <= top(phone.page.locator("#scores"))
    phone.tap("toast-turn")
    expect(toast).to_contain_text("取り消しました")
