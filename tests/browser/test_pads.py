"""A round whose hands several phones enter: pads, ticks, hidden hands, a second person."""

import re

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.looks import faults
from tests.browser.phone import THREE, Phone
from tests.browser.tables import open_round, scan, set_wishes, table_of_three, take_seat
from tests.browser.test_offline import offline, wait_sent

MIDDLES = """(one) => [...one.querySelectorAll('.ticks li, a')].map((each) => each.getBoundingClientRect())
  .map(({ top, bottom }) => (top + bottom) / 2)"""
"""The vertical centres of the marks of the players who are asked, and of the link that cancels."""


def send(phone: Phone, path: str, cards: str) -> None:
    """Post the hand of the second seat."""
    place = f"{path}hand/"
    number = re.search(r'name="round" value="(\d+)"', phone.ask(place))
    assert number
    phone.post(place, round=number[1], **{"hand-1": cards})


def enter_hand(phone: Phone, cards: str) -> None:
    phone.tap("enter-hand")
    phone.page.wait_for_selector("#hand.live")
    phone.keys(cards)


def test_six_hands_are_asked_and_the_keys_stay_in_reach(phones: OpenPhone) -> None:
    """On the smallest screen, with ticks above the keys and payments in the bar."""
    host, ben = phones(), phones()
    path = host.post("/new/", name=[*THREE, "だい", "Eva", "文子"])
    ben.ask(host.invitation(path))
    take_seat(ben, path, 1)
    host.enter(path)
    host.kind("out")
    host.tap("ask")
    expect(host.page.locator(".ticks li")).not_to_have_count(0)
    host.who(0)
    expect(host.page.locator(".ticks li")).to_have_count(5)
    host.keys("9")
    expect(host.at("payments")).to_be_visible()
    assert host.box("next").bottom <= host.box("#bar").top


def test_four_screens_follow_one_round(phones: OpenPhone) -> None:
    """Ben 10 10 → −20, Chie 5 → −10: あき gets 30. Chie's phone runs no scripts, and a fourth is a viewer."""
    host, ben, path = table_of_three(phones)
    watching = scan(phones, host.invitation(path, "viewer"))
    chie = scan(phones, host.invitation(path), js=False)
    chie.tap(chie.page.locator(".seat-pick").nth(2))
    chie.saved()
    open_round(host)
    expect(ben.at("pad-banner")).to_be_visible()
    expect(ben.page.locator("[data-testid=pad-banner] .btn.fresh")).to_have_count(0)  # it can be read at once
    ben.walk("enter-hand key-10 key-10")
    expect(ben.at("hand-total")).to_have_text("20")
    ben.tap("send")
    expect(host.page.locator('.ticks [data-seat="1"]')).to_have_attribute("data-status", "sent")
    host.holds(1, "10 10")
    chie.go(path)
    chie.tap("enter-hand")
    chie.at("hand-2").fill("5")
    chie.tap("send")
    expect(chie.at("sent")).to_be_visible()
    host.holds(2, "5")
    host.previewed()
    host.record()
    for phone in (host, ben, watching):
        phone.expect_scores(あき=30, Ben=-20, Chie=-10)
    expect(ben.at("pad-banner")).to_have_count(0)


def test_rounds_with_changes_of_mind_and_bad_lines(phones: OpenPhone) -> None:
    host, ben, path = table_of_three(phones)
    for step, points in ROUNDS:
        step(host, ben, path)
        ben.expect_scores(**dict(zip(THREE, points, strict=True)))


def a_round_waits_for_the_request_before_it(host: Phone, ben: Phone, path: str) -> None:
    """A late request of the collection would otherwise open the next round.

    Chie is out: R(5) = 10 from あき, R(20) = 20 from Ben.
    """
    open_round(host, path)
    held = host.hold("**/rounds/new/", lambda request: request.headers.get("sent-by") == "pads")
    host.walk("slot-winner who-2")
    host.hands("5", "10 10")
    host.previewed()
    host.until(lambda: held, "the request of the collection")
    sent: list[str] = []
    host.page.on("request", lambda request: sent.append(request.headers.get("sent-by", "")))
    host.confirm()
    host.page.wait_for_timeout(300)
    assert "page" not in sent
    held[0].continue_()
    host.saved()
    host.page.unroute_all()
    ben.go(path)
    expect(ben.at("pad-banner")).to_have_count(0)


def a_draft_knows_which_hands_others_sent(host: Phone, ben: Phone, path: str) -> None:
    """Ben corrects his hand while あき's page is closed: his earlier one in the draft is replaced.

    Both pay 10.
    """
    open_round(host, path)
    send(ben, path, "K")
    host.click("who-2 key-5")
    host.holds(1, "K")
    url = host.page.url
    host.go("/")
    send(ben, path, "Q")
    host.go(url)
    host.holds(2, "5")
    host.holds(1, "Q")
    host.record()


def an_unsent_hand_stays_until_the_round_is_over(host: Phone, ben: Phone, path: str) -> None:
    """A refusal shows its reason; with a busy server or a request that hangs a note says so.

    In the end the round is cancelled.
    """
    ben.expected |= {404, 422, 503}
    busy = ben.ask("/t/nowhere/")
    open_round(host, path)
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
    ben.context.clock.install()
    unsent = ben.page.locator("[data-unsent]")
    held = ben.hold("**/hand/**")
    ben.tap("send")
    ben.until(lambda: held, "the hand on its way")
    expect(unsent).to_be_hidden()
    ben.context.clock.run_for(11_000)
    expect(unsent).to_be_visible()
    ben.page.unroute_all()
    ben.tap("send")
    ben.saved()
    host.holds(1, "10 10")
    ben.tap("enter-hand")
    ben.page.wait_for_selector("#hand.live")
    host.go(f"{path}pads/cancel/")
    host.tap("#bar button")
    ben.saved()
    expect(ben.at("pad-banner")).to_have_count(0)


def the_next_round_does_not_begin_with_the_hands_of_the_last(host: Phone, ben: Phone, path: str) -> None:
    """Undo keeps the hands of others; offline the round waits with them in the outbox.

    Ben pays 20 and Chie 10.
    """
    before = ben.rounds(path)
    open_round(host, path)
    host.click("who-2 key-9")
    send(ben, path, "10 10")
    host.holds(1, "10 10")
    host.tap("key-undo")
    host.holds(2, "")
    host.holds(1, "10 10")
    host.keys("5")
    host.previewed()
    with offline(host):
        host.confirm()
        expect(host.at("queued")).to_be_visible()
        host.holds(2, "")
        host.holds(1, "")
        expect(host.page.locator(".ticks")).to_have_count(0)
    wait_sent(host)
    expect(host.at("ask")).to_be_visible()
    host.holds(1, "")
    ben.until(lambda: ben.rounds(path) == before + 1, "one round more")


def updates_of_hands_may_be_lost_or_late(host: Phone, ben: Phone, path: str) -> None:
    """A lost update is asked for again, and an older answer does not replace a newer one.

    A hand that changed behind the form is a conflict, and one more tap records the round.

    Ben 10 10 10 → −30, Chie 5 → −10: あき gets 40 more.
    """
    before = ben.rounds(path)
    host.expected |= {409}
    host.forgive("ERR_FAILED")
    open_round(host, path)
    host.context.clock.install()
    lose_the_first_update(host, ben, path)
    delay_the_first_update(host, ben, path)
    host.page.route("**/pads/", lambda route: route.abort())
    send(ben, path, "10 10 10")
    host.confirm()
    expect(host.at("stale")).to_contain_text("Ben 10 10 10")
    host.holds(1, "10 10 10")
    host.holds(2, "5")
    assert faults(host) == []
    assert ben.rounds(path) == before
    host.page.unroute_all()
    host.record()


def lose_the_first_update(host: Phone, ben: Phone, path: str) -> None:
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
    host.context.clock.run_for(3_000)
    host.holds(1, "7")
    host.page.unroute_all()


def delay_the_first_update(host: Phone, ben: Phone, path: str) -> None:
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
    host.holds(1, "K")
    [(route, news)] = held
    with host.page.expect_response("**/pads/"):
        route.fulfill(response=news)
    host.click("who-2 key-5")
    host.previewed()
    host.holds(1, "K")
    host.page.unroute_all()


def typed_hands_stay_and_a_second_form_follows(host: Phone, ben: Phone, path: str) -> None:
    """Ben opens the entry page too: it is the same round, and follows what あき chooses."""
    open_round(host, path)
    host.click("who-1 key-9")
    send(ben, path, "10 10")
    expect(host.page.locator('.ticks [data-seat="1"]')).to_have_attribute("data-status", "sent")
    host.holds(1, "9")
    ben.enter()
    expect(ben.at("slot-winner")).to_contain_text("あき")
    host.click("slot-winner who-2")
    expect(ben.at("slot-winner")).to_contain_text("Chie")
    expect(ben.page.locator(".ticks li")).to_have_count(2)
    ben.go(path)


ROUNDS = [  # the steps of a round, and the points of あき, Ben and Chie after it
    (a_round_waits_for_the_request_before_it, (-10, -20, 30)),
    (a_draft_knows_which_hands_others_sent, (10, -30, 20)),
    (an_unsent_hand_stays_until_the_round_is_over, (10, -30, 20)),
    (the_next_round_does_not_begin_with_the_hands_of_the_last, (40, -50, 10)),
    (updates_of_hands_may_be_lost_or_late, (80, -80, 0)),
    (typed_hands_stay_and_a_second_form_follows, (80, -80, 0)),
]


def test_a_second_person_looks_over_a_round_and_hands_are_hidden(phones: OpenPhone) -> None:
    """Ben pays 20 and three others 10 each, twice. A rejected round comes back to the phone that entered it,
    with the reason. At a table of five the row of players who are asked is one line.
    """
    host, ben, path = table_of_three(phones, "大輔", "えり")
    set_wishes(host, path, "second_person")
    host.enter()
    host.kind("out")
    host.who(0)
    host.hands("10 10", "5", "5", "5")
    looked_over(host, ben)
    expect(ben.at("payments")).to_contain_text("20")
    ben.page.locator("#f-note").fill("Chie had a 6")
    ben.tap("not-right")
    host.saved()
    expect(host.at("pad-banner")).to_contain_text("Chie had a 6")
    host.enter()
    host.holds(1, "10 10")
    host.restored(False)
    looked_over(host, ben)
    ben.tap("ok")
    for phone in (host, ben):
        phone.saved()
        phone.expect_scores(あき=50, Ben=-20, Chie=-10, 大輔=-10, えり=-10)

    set_wishes(host, path, "hidden_hands", "second_person")
    open_round(host, asked=4)
    asking = host.page.locator(".entry.live #asking")
    expect(asking.locator("a")).to_be_visible()
    middles = asking.evaluate(MIDDLES)
    assert max(middles) - min(middles) < 2
    send(ben, path, "10 10")
    expect(host.at("who-1")).to_contain_text("✓")
    host.holds(1, "")
    host.tap("who-2")
    host.hands("5", "5", "5")
    expect(host.at("veiled")).to_be_visible()
    looked_over(host, ben)
    expect(ben.at("ok")).to_be_visible()
    assert faults(ben) == []
    ben.tap("ok")
    for phone in (host, ben):
        phone.saved()
        phone.expect_scores(あき=100, Ben=-40, Chie=-20, 大輔=-20, えり=-20)


def looked_over(host: Phone, second: Phone) -> None:
    """Confirm a round and open it on another phone."""
    host.confirm()
    host.page.wait_for_url(re.compile("/second/$"))
    second.tap("look-second")


def test_five_players_and_a_second_phone_fit_a_small_phone(phones: OpenPhone) -> None:
    """The page does not scroll up to the hand, and the others can be asked at any time.

    Ben, who wins, has half a hand when the dora changes: his draft comes back beside the new dora.
    """
    host, ben, path = table_of_three(phones, "大輔", "エマ", game="teyaku")
    host.enter(path)
    expect(host.page.locator(".tray-hint")).to_be_visible()
    host.in_sight("key-none")
    host.who(1, 3)
    expect(host.page.locator(".tray-hint")).to_be_hidden()
    host.keys("J")
    host.tap("turnup-H")
    host.keys("7 4")
    expect(host.page.locator("[data-testid=payments], #confirm.wait").first).to_be_visible()
    host.in_sight("key-none")
    assert host.page.evaluate("scrollY") == 0
    host.tap("ask")
    expect(host.page.locator(".ticks li")).not_to_have_count(0)
    expect(host.at("ask")).to_be_hidden()

    enter_hand(ben, "3 4")
    host.tap("slot-turnup")
    with host.page.expect_response(lambda answer: answer.request.headers.get("sent-by") == "pads"):
        host.tap("turnup-S")
    ben.page.reload()
    ben.page.wait_for_selector("#hand.live")
    ben.holds(1, "3 4")
    expect(ben.page.locator("[name=turnup]")).to_have_value("♠")
    expect(ben.at("card-1")).to_be_visible()
