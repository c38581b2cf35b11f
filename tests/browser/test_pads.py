"""A round that several phones enter together: pads open, ticks arrive, and every screen follows."""

import re

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LARGE, SMALL, Phone, Shape
from tests.browser.test_joining import invited, link_of, scan
from tests.browser.test_layout import faults
from tests.browser.test_live import scores_of
from tests.browser.test_offline import wait_sent, without_line
from tests.browser.test_two_phones import rounds

PEOPLE = ["あき", "Ben", "Chie"]
MIDDLES = """(one) => [...one.querySelectorAll('.ticks li, a')].map((each) => each.getBoundingClientRect())
  .map(({ top, bottom }) => (top + bottom) / 2)"""
"""At which height the marks of those who are asked stand, and the way to stop."""


def table_of_three(
    phones: OpenPhone, *more: str, game: str = "gamble", **look: object
) -> tuple[Phone, Phone, str]:
    """あき has opened the table, Ben has joined; both hold their own seats; `more` play too."""
    host, ben = phones(**look), phones(**look)
    path = host.post("/new/", name=[*PEOPLE, *more], game=game)
    ben.ask(link_of(host, path))
    for seat, phone in enumerate((host, ben)):
        take_seat(phone, path, seat)
        phone.go(path)
    return host, ben, path


def take_seat(phone: Phone, path: str, seat: int) -> None:
    players = re.findall(r'name="player" value="(\d+)"', phone.ask(f"{path}me/"))
    assert phone.post(f"{path}me/", player=players[seat]) == path


def choose(phone: Phone, path: str, seat: int) -> None:
    phone.tap(phone.page.locator(".seat-pick").nth(seat))
    phone.page.wait_for_url(re.compile(rf"{path}$"))


def open_round(host: Phone, asked: int = 2) -> None:
    """あき is out; the others are asked."""
    host.enter()
    host.kind("out")
    host.who(0)
    host.tap("ask")
    expect(host.page.locator(".ticks li")).to_have_count(asked)


def set_wishes(phone: Phone, path: str, *names: str) -> None:
    """Switch them on with the form of the settings, which is not opened."""
    place = f"{path}settings/"
    carried = dict(re.findall(r'name="(day|key|revision)"[^>]* value="([^"]+)"', phone.ask(place)))
    assert phone.post(place, **carried, **dict.fromkeys(names, "on")) == path


def send(phone: Phone, path: str, cards: str) -> None:
    """Send the hand of the second seat with the form of its page, which is not opened."""
    place = f"{path}hand/"
    number = re.search(r'name="round" value="(\d+)"', phone.ask(place))
    assert number
    phone.post(place, round=number[1], **{"hand-1": cards})


def enter_hand(phone: Phone, cards: str) -> None:
    phone.tap("enter-hand")
    phone.page.wait_for_selector("#hand.live")
    phone.keys(cards)


def test_hands_at_a_table_of_five_are_asked_in_one_line(phones: OpenPhone) -> None:
    """Also where hands are hidden, which is said there: the keys below stay in reach."""
    host, _ben, path = table_of_three(phones, "大輔", "えり")
    set_wishes(host, path, "hidden_hands")
    open_round(host, asked=4)
    asking = host.page.locator(".entry.live #asking")
    expect(asking.locator("a")).to_be_visible()
    middles = asking.evaluate(MIDDLES)
    assert max(middles) - min(middles) < 2


def test_six_hands_are_asked_and_the_keys_stay_in_reach(phones: OpenPhone) -> None:
    """On the smallest screen, with ticks above the pad and payments in the bar."""
    host, ben = phones(), phones()
    path = host.post("/new/", name=[*PEOPLE, "だい", "Eva", "文子"])
    ben.ask(link_of(host, path))
    take_seat(ben, path, 1)
    host.enter(path)
    host.kind("out")
    host.tap("ask")
    expect(host.page.locator(".ticks li")).not_to_have_count(0)
    host.who(0)
    expect(host.page.locator(".ticks li")).to_have_count(5)
    host.keys("9")
    expect(host.page.get_by_test_id("payments")).to_be_visible()
    key, bar = host.at("next").bounding_box(), host.at("#bar").bounding_box()
    assert key is not None
    assert bar is not None
    assert key["y"] + key["height"] <= bar["y"]


def test_three_screens_follow_one_round(phones: OpenPhone) -> None:
    """Ben 10 10 → −20, Chie 5 → −10: あき gets 30."""
    host, ben, path = table_of_three(phones)
    watching = scan(phones, invited(host, path, "viewer"))
    host.go(path)
    open_round(host)
    host.picture("pads-asked")
    expect(ben.page.get_by_test_id("pad-banner")).to_be_visible()
    expect(ben.page.locator("[data-testid=pad-banner] .btn.fresh")).to_have_count(0)  # it can be read at once
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


def test_what_is_typed_here_stays_and_a_second_form_follows(phones: OpenPhone) -> None:
    """Ben opens the entry page too: it is the same round, and goes on as あき chooses."""
    host, ben, path = table_of_three(phones)
    open_round(host)
    host.tap("who-1")
    host.keys("9")
    send(ben, path, "10 10")
    expect(host.page.locator('.ticks [data-seat="1"]')).to_have_attribute("data-status", "sent")
    expect(host.at("hand-1")).to_have_value("9")
    ben.enter()
    expect(ben.at("slot-winner")).to_contain_text("あき")
    host.tap("slot-winner")
    host.who(2)
    expect(ben.at("slot-winner")).to_contain_text("Chie")
    expect(ben.page.locator(".ticks li")).to_have_count(2)


def test_the_next_round_does_not_begin_with_the_hands_of_the_last(phones: OpenPhone) -> None:
    """A tap that is taken back leaves what others sent; without a line the round waits with it."""
    host, ben, path = table_of_three(phones)
    open_round(host)
    host.tap("who-2")
    host.keys("9")
    send(ben, path, "10 10")
    expect(host.at("hand-1")).to_have_value("10 10")
    host.tap("key-undo")
    expect(host.at("hand-2")).to_have_value("")
    expect(host.at("hand-1")).to_have_value("10 10")
    host.keys("5")
    expect(host.page.locator('#preview[data-ready="1"]')).to_be_visible()
    with without_line(host):
        host.confirm()
        expect(host.at("queued")).to_be_visible()
        expect(host.at("hand-2")).to_have_value("")
        expect(host.at("hand-1")).to_have_value("")
        expect(host.page.locator(".ticks")).to_have_count(0)
    wait_sent(host)
    expect(host.at("ask")).to_be_visible()
    expect(host.at("hand-1")).to_have_value("")
    scores_of(ben, あき=30, Ben=-20, Chie=-10)
    assert rounds(ben, path) == 1


def test_a_round_does_not_overtake_what_was_told_of_it(phones: OpenPhone) -> None:
    """The server would take what comes after the round for the beginning of the next one."""
    host, ben, path = table_of_three(phones)
    open_round(host)
    held: list[Route] = []
    host.page.route(
        "**/rounds/new/",
        lambda route: (
            held.append(route) if route.request.headers.get("sent-by") == "pads" else route.continue_()
        ),
    )
    host.tap("slot-winner")
    host.who(2)
    host.hands("5", "10 10")
    expect(host.page.locator('#preview[data-ready="1"]')).to_be_visible()
    host.until(lambda: held, "what is told of the round")
    sent: list[str] = []
    host.page.on("request", lambda request: sent.append(request.headers.get("sent-by", "")))
    host.confirm()
    host.page.wait_for_timeout(300)
    assert "page" not in sent
    held[0].continue_()
    host.saved()
    ben.go(path)
    scores_of(ben, あき=-10, Ben=-20, Chie=30)
    expect(ben.at("pad-banner")).to_have_count(0)


def test_news_of_a_hand_that_are_lost_or_late_or_never_come(phones: OpenPhone) -> None:
    """What is lost is asked for again; an older answer does not take the place of a newer one; and what was
    corrected behind the form is told, and one tap goes on.

    Ben 10 10 10 → −30, Chie 5 → −10: あき gets 40.
    """
    host, ben, path = table_of_three(phones)
    host.expected |= {409}
    host.forgive("ERR_FAILED")
    open_round(host)
    host.page.clock.install()
    lose_the_first_news(host, ben, path)
    hold_the_first_news(host, ben, path)
    host.page.route("**/pads/", lambda route: route.abort())
    send(ben, path, "10 10 10")
    host.confirm()
    expect(host.at("stale")).to_contain_text("Ben 10 10 10")
    expect(host.at("hand-1")).to_have_value("10 10 10")
    expect(host.at("hand-2")).to_have_value("5")
    host.picture("pads-came")
    assert faults(host, SMALL, axe=True) == []
    assert rounds(ben, path) == 0
    host.record()
    scores_of(host, あき=40, Ben=-30, Chie=-10)


def lose_the_first_news(host: Phone, ben: Phone, path: str) -> None:
    lost: list[Route] = []

    def answer(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.abort()

    host.page.route("**/pads/", answer)
    send(ben, path, "7")
    host.until(lambda: lost, "the question that is lost")
    host.page.clock.run_for(3_000)
    expect(host.at("hand-1")).to_have_value("7")
    host.page.unroute_all()


def hold_the_first_news(host: Phone, ben: Phone, path: str) -> None:
    held: list[tuple[Route, APIResponse]] = []

    def answer(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    host.page.route("**/pads/", answer)
    send(ben, path, "8")
    host.until(lambda: held, "the first news")
    send(ben, path, "K")
    expect(host.at("hand-1")).to_have_value("K")
    [(route, news)] = held
    with host.page.expect_response("**/pads/"):
        route.fulfill(response=news)
    host.tap("who-2")
    host.keys("5")
    expect(host.page.locator('#preview[data-ready="1"]')).to_be_visible()
    expect(host.at("hand-1")).to_have_value("K")
    host.page.unroute_all()


def test_a_draft_remembers_which_hands_were_sent(phones: OpenPhone) -> None:
    """Ben corrects his hand while あき's page is closed: what the draft has of it was not typed there."""
    host, ben, path = table_of_three(phones)
    open_round(host)
    send(ben, path, "K")
    host.tap("who-2")
    host.keys("5")
    expect(host.at("hand-1")).to_have_value("K")
    url = host.page.url
    host.go("/")
    send(ben, path, "Q")
    host.go(url)
    expect(host.at("hand-2")).to_have_value("5")
    expect(host.at("hand-1")).to_have_value("Q")
    host.record()
    scores_of(ben, あき=20, Ben=-10, Chie=-10)


def test_a_hand_that_is_not_taken_stays_until_the_round_is_over(phones: OpenPhone) -> None:
    """Refused, it says why; a busy server and a line that hangs are said too, and it is sent again."""
    host, ben, path = table_of_three(phones)
    ben.expected |= {404, 422, 503}
    busy = ben.ask("/t/nowhere/")
    open_round(host)
    enter_hand(ben, "10")
    ben.tap("key-type")
    ben.at("hand-1").fill("10 hello")
    ben.tap("send")
    expect(ben.at("errors")).to_contain_text("hello")
    ben.page.wait_for_selector("#hand.live")
    ben.tap("key-type")
    ben.at("hand-1").fill("10 10")
    ben.page.route("**/hand/**", lambda route: route.fulfill(status=503, content_type="text/html", body=busy))
    ben.tap("send")
    expect(ben.page.locator("[data-unsent]")).to_be_visible()
    expect(ben.at("hand-total")).to_have_text("20")
    ben.reopen()
    expect(ben.at("hand-total")).to_have_text("20")
    ben.page.clock.install()
    unsent = ben.page.locator("[data-unsent]")
    held: list[Route] = []
    ben.page.route("**/hand/**", lambda route: held.append(route))
    ben.tap("send")
    ben.until(lambda: held, "the hand on its way")
    expect(unsent).to_be_hidden()
    ben.page.clock.run_for(11_000)
    expect(unsent).to_be_visible()
    ben.page.unroute_all()
    ben.tap("send")
    ben.page.wait_for_url(re.compile(rf"{path}$"))
    expect(host.at("hand-1")).to_have_value("10 10")
    ben.tap("enter-hand")
    ben.page.wait_for_selector("#hand.live")
    host.go(f"{path}pads/cancel/")
    host.tap("#bar button")
    ben.page.wait_for_url(re.compile(rf"{path}$"))
    expect(ben.at("pad-banner")).to_have_count(0)


def test_hidden_hands_and_a_second_person(phones: OpenPhone) -> None:
    host, ben, path = table_of_three(phones)
    set_wishes(host, path, "hidden_hands", "second_person")
    open_round(host)
    send(ben, path, "10 10")
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
    """A phone without scripts loads the table again, types its hand and sends it."""
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
    pytest.param(SMALL, "en", True, marks=pytest.mark.long),
    pytest.param(LARGE, "ja", True, marks=pytest.mark.long),
    pytest.param(LARGE, "en", False, marks=pytest.mark.long),
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


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("dotenko", marks=pytest.mark.long),
        "teyaku",
        pytest.param("gamble", marks=pytest.mark.long),
    ],
)
def test_five_players_and_a_second_phone_fit_a_small_phone(phones: OpenPhone, game: str) -> None:
    """The page stays where it is up to the hand; the others can be asked all the time."""
    host, _ben, path = table_of_three(phones, "大輔", "エマ", game=game)
    host.enter(path)
    expect(host.page.locator(".tray-hint")).to_be_visible()
    host.in_sight("key-none")
    host.who(0, 3)
    expect(host.page.locator(".tray-hint")).to_be_hidden()
    host.keys("J")
    if game == "teyaku":
        host.tap("turnup-H")
    host.keys("7 4")
    expect(host.page.locator("[data-testid=payments], #confirm.wait").first).to_be_visible()
    host.in_sight("key-none")
    assert host.page.evaluate("scrollY") == 0
    host.tap("ask")
    expect(host.page.locator(".ticks li")).not_to_have_count(0)
    expect(host.at("ask")).to_be_hidden()


def test_a_half_entered_hand_comes_back_beside_what_is_known_by_now(phones: OpenPhone) -> None:
    """The dora is told while Ben, who wins, enters the hand: it is not forgotten on that page."""
    host, ben, _path = table_of_three(phones, game="teyaku")
    host.enter()
    host.who(1, 0)
    host.keys("7")
    host.tap("ask")
    expect(host.page.locator(".ticks li")).to_have_count(1)
    enter_hand(ben, "S3 H4")
    with host.page.expect_response(lambda answer: answer.request.headers.get("sent-by") == "pads"):
        host.tap("turnup-H")
    ben.page.reload()
    ben.page.wait_for_selector("#hand.live")
    expect(ben.at("hand-1")).to_have_value("♠3 ♥4")
    expect(ben.page.locator("[name=turnup]")).to_have_value("♥")
    expect(ben.at("card-1")).to_be_visible()
