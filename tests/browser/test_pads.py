"""A round that several phones enter together: pads open, ticks arrive, and every screen follows."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LARGE, SMALL, Phone, Shape
from tests.browser.test_joining import invited, scan
from tests.browser.test_layout import faults
from tests.browser.test_live import scores_of

PEOPLE = ["あき", "Ben", "Chie"]


def table_of_three(phones: OpenPhone, **look: object) -> tuple[Phone, Phone, str]:
    """あき has opened the table, Ben has joined; both hold their own seats."""
    host, ben = phones(**look), phones(**look)
    path = host.start_table(PEOPLE)
    ben.go(invited(host, path))
    choose(ben, path, 1)
    host.go(f"{path}me/")
    choose(host, path, 0)
    return host, ben, path


def choose(phone: Phone, path: str, seat: int) -> None:
    phone.tap(phone.page.locator(".seat-pick").nth(seat))
    phone.page.wait_for_url(re.compile(rf"{path}$"))


def open_round(host: Phone) -> None:
    """あき is out; the others are asked."""
    host.enter()
    host.kind("out")
    host.who(0)
    host.tap("ask")
    expect(host.page.locator(".ticks li")).to_have_count(2)


def set_wishes(phone: Phone, path: str, *names: str) -> None:
    phone.go(f"{path}settings/")
    for name in names:
        phone.tap(f"input[name={name}]")
    phone.tap("save")
    phone.page.wait_for_url(re.compile(rf"{path}$"))


def send(phone: Phone, cards: str) -> None:
    phone.tap("enter-hand")
    phone.keys(cards)
    phone.tap("send")
    phone.page.wait_for_url(re.compile(r"/t/[^/]+/$"))


def test_three_screens_follow_one_round(phones: OpenPhone) -> None:
    """Ben 10 10 → −20, Chie 5 → −10: あき gets 30."""
    host, ben, path = table_of_three(phones)
    watching = scan(phones, invited(host, path, "viewer"))
    host.go(path)
    open_round(host)
    host.picture("pads-asked")
    expect(ben.page.get_by_test_id("pad-banner")).to_be_visible()
    ben.picture("pads-banner")
    ben.tap("enter-hand")
    ben.keys("10 10")
    expect(ben.page.get_by_test_id("hand-total")).to_have_text("20")
    ben.picture("pads-hand")
    ben.tap("send")
    expect(host.page.locator('.ticks [data-seat="1"]')).to_have_attribute("data-status", "sent")
    expect(host.page.get_by_test_id("hand-1")).to_have_value("10 10")
    host.tap("who-2")
    host.keys("5")
    expect(host.page.locator('#preview[data-ready="1"]')).to_be_visible()
    host.picture("pads-ready")
    host.record()
    for phone in (host, ben, watching):
        scores_of(phone, あき=30, Ben=-20, Chie=-10)
    expect(ben.page.get_by_test_id("pad-banner")).to_have_count(0)


def test_what_is_typed_here_stays(phones: OpenPhone) -> None:
    host, ben, _path = table_of_three(phones)
    open_round(host)
    host.tap("who-1")
    host.keys("9")
    send(ben, "10 10")
    expect(host.page.locator('.ticks [data-seat="1"]')).to_have_attribute("data-status", "sent")
    expect(host.page.get_by_test_id("hand-1")).to_have_value("9")


def test_a_second_form_follows_the_first(phones: OpenPhone) -> None:
    """Ben opens the entry page too: it is the same round, and goes on as あき chooses."""
    host, ben, _path = table_of_three(phones)
    open_round(host)
    ben.enter()
    expect(ben.page.get_by_test_id("slot-winner")).to_contain_text("あき")
    host.tap("slot-winner")
    host.who(2)
    expect(ben.page.get_by_test_id("slot-winner")).to_contain_text("Chie")
    expect(ben.page.locator(".ticks li")).to_have_count(2)


def test_the_hand_page_ends_with_the_round(phones: OpenPhone) -> None:
    host, ben, path = table_of_three(phones)
    open_round(host)
    ben.tap("enter-hand")
    ben.keys("7")
    host.go(f"{path}pads/cancel/")
    host.tap("#bar button")
    ben.page.wait_for_url(re.compile(rf"{path}$"))
    expect(ben.page.get_by_test_id("pad-banner")).to_have_count(0)


def test_a_half_entered_hand_survives(phones: OpenPhone) -> None:
    host, ben, _path = table_of_three(phones)
    open_round(host)
    ben.tap("enter-hand")
    ben.keys("7 8")
    ben.reopen()
    expect(ben.page.get_by_test_id("hand-total")).to_have_text("15")


def test_a_refused_hand_says_why_and_goes_on(phones: OpenPhone) -> None:
    host, ben, path = table_of_three(phones)
    ben.expected |= {422}
    open_round(host)
    ben.tap("enter-hand")
    ben.page.wait_for_selector("#hand.live")
    ben.tap("[data-typed] summary")
    ben.page.get_by_test_id("hand-1").fill("Q hello")
    ben.tap("send")
    expect(ben.page.get_by_test_id("errors")).to_contain_text("hello")
    ben.page.wait_for_selector("#hand.live")
    ben.tap("[data-typed] summary")
    ben.page.get_by_test_id("hand-1").fill("Q")
    ben.tap("send")
    ben.page.wait_for_url(re.compile(rf"{path}$"))
    expect(host.page.get_by_test_id("hand-1")).to_have_value("Q")


def test_hidden_hands_and_a_second_person(phones: OpenPhone) -> None:
    host, ben, path = table_of_three(phones)
    set_wishes(host, path, "hidden_hands", "second_person")
    open_round(host)
    send(ben, "10 10")
    expect(host.page.get_by_test_id("who-1")).to_contain_text("✓")
    expect(host.page.get_by_test_id("hand-1")).to_have_value("")
    host.tap("who-2")
    host.keys("5")
    expect(host.page.get_by_test_id("veiled")).to_be_visible()
    host.picture("pads-veiled")
    host.confirm()
    host.page.wait_for_url(re.compile("/second/$"))
    ben.tap("look-second")
    expect(ben.at("ok")).to_be_visible()
    ben.picture("pads-second")
    assert faults(ben, SMALL, axe=True) == []
    ben.tap("ok")
    for phone in (host, ben):
        phone.saved()
        scores_of(phone, あき=30, Ben=-20, Chie=-10)


def test_a_round_is_given_back_and_confirmed(phones: OpenPhone) -> None:
    """What was entered is still there for the phone that entered it, and says why it came back."""
    host, ben, path = table_of_three(phones, shape=LARGE, lang="en", dark=True)
    set_wishes(host, path, "second_person")
    host.enter()
    host.kind("out")
    host.who(0)
    host.hands("10 10", "5")
    host.confirm()
    host.page.wait_for_url(re.compile("/second/$"))
    ben.tap("look-second")
    expect(ben.page.get_by_test_id("payments")).to_contain_text("20")
    ben.picture("pads-second-shown")
    assert faults(ben, LARGE, axe=True) == []
    ben.page.locator("#f-note").fill("Chie had a 6")
    ben.tap("not-right")
    host.page.wait_for_url(re.compile(rf"{path}$"))
    expect(host.page.get_by_test_id("pad-banner")).to_contain_text("Chie had a 6")
    host.enter()
    expect(host.page.get_by_test_id("hand-1")).to_have_value("10 10")
    expect(host.page.locator("[data-restored]")).to_be_hidden()
    host.picture("pads-given-back")
    host.confirm()
    host.page.wait_for_url(re.compile("/second/$"))
    ben.tap("look-second")
    ben.tap("ok")
    ben.saved()
    scores_of(ben, あき=30, Ben=-20, Chie=-10)


def test_without_scripts(phones: OpenPhone) -> None:
    """A phone without scripts loads the table anew, types its hand and sends it."""
    host = phones()
    path = host.start_table(PEOPLE)
    ben = scan(phones, invited(host, path), js=False)
    choose(ben, path, 1)
    host.go(path)
    open_round(host)
    ben.go(path)
    ben.tap("enter-hand")
    ben.page.get_by_test_id("hand-1").fill("10 10")
    ben.tap("send")
    expect(ben.page.get_by_test_id("sent")).to_be_visible()
    expect(host.page.get_by_test_id("hand-1")).to_have_value("10 10")


LOOKS = [
    (SMALL, "ja", False),
    (SMALL, "en", True),
    (LARGE, "ja", True),
    (LARGE, "en", False),
]


@pytest.mark.parametrize(("shape", "lang", "dark"), LOOKS)
def test_the_pages_fit(phones: OpenPhone, shape: Shape, lang: str, dark: bool) -> None:
    look = {"shape": shape, "lang": lang, "dark": dark}
    name = f"{lang}-{shape.width}-{'dark' if dark else 'light'}"
    host, ben, path = table_of_three(phones, **look)
    host.go(f"{path}rounds/new/")
    host.picture(f"pads-ask-{name}")
    assert faults(host, shape, axe=True) == []
    host.go(path)
    open_round(host)
    for phone, what in ((host, "collect"), (ben, "banner")):
        phone.picture(f"pads-{what}-{name}")
        assert faults(phone, shape, axe=True) == [], what
    ben.tap("enter-hand")
    ben.keys("10 J")
    ben.picture(f"pads-own-{name}")
    assert faults(ben, shape, axe=True) == []
    ben.go(f"{path}settings/")
    ben.picture(f"pads-settings-{name}")
    assert faults(ben, shape, axe=True) == []


SIX = ["あき", "Ben", "Chie", "だい", "Eva", "文子"]


def test_six_hands_are_asked_and_the_keys_stay_in_reach(phones: OpenPhone) -> None:
    """On the smallest screen, with ticks above the pad and payments in the bar."""
    host, ben = phones(), phones()
    path = host.start_table(SIX)
    ben.go(invited(host, path))
    choose(ben, path, 1)
    host.go(path)
    host.enter()
    host.kind("out")
    host.tap("ask")
    expect(host.page.locator(".ticks li")).not_to_have_count(0)
    host.who(0)
    expect(host.page.locator(".ticks li")).to_have_count(5)
    host.keys("9")
    expect(host.page.get_by_test_id("payments")).to_be_visible()
    key, bar = host.at("next").bounding_box(), host.page.locator("#bar").bounding_box()
    assert key is not None
    assert bar is not None
    assert key["y"] + key["height"] <= bar["y"]


def test_the_button_of_the_banner_can_be_read_when_it_comes(phones: OpenPhone) -> None:
    host, ben, _path = table_of_three(phones)
    open_round(host)
    banner = ben.page.get_by_test_id("pad-banner")
    expect(banner).to_be_visible()
    expect(banner.locator(".btn.fresh")).to_have_count(0)
