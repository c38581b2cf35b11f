"""Offline: rounds wait in the outbox and are sent once, and pages still open.

Loopback is a secure context; the other address of the same server is plain HTTP, as on a home network.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import LOOPBACK, PLAIN, THREE, Phone
from tests.browser.tables import fill, join, report
from tests.server.running import Running

LINES = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_FAILED",
    "htmx:",
    "ERR_CONNECTION",
    "MIME type",
    "fetching the script",
)

LEASE_MS = 6000
"""How long the lease of a page that was left while it sent keeps other pages from sending."""

SERVICE_WORKER = True


@pytest.fixture(params=["plain", pytest.param("secure", marks=pytest.mark.long)])
def phone(request: pytest.FixtureRequest, phones: OpenPhone, server: Running) -> Phone:
    """A phone on plain HTTP, as on a home network; on loopback, as with HTTPS, only in the full run."""
    name = LOOPBACK if request.param == "secure" else PLAIN
    made = phones(at=f"http://{name}:{server.port}")
    made.go("/")
    assert made.page.evaluate("window.isSecureContext") is (request.param == "secure")
    return made


@contextmanager
def offline(phone: Phone) -> Iterator[None]:
    """Cut the connection, and ignore the errors of it, also late ones."""
    phone.forgive(*LINES)
    phone.context.set_offline(True)
    yield
    phone.context.set_offline(False)


def wait_for(phone: Phone, text: str) -> None:
    expect(phone.at("outbox-strip")).to_contain_text(text)


def keep(phone: Phone, number: int) -> None:
    """Confirm a round, which then waits in the outbox as one of so many."""
    phone.confirm()
    wait_for(phone, str(number))


STORED = """async () => {
  const known = (await indexedDB.databases()).some((one) => one.name === "scorekeeper" && one.version === 1);
  if (!known) return -1;
  return new Promise((done) => {
    setTimeout(() => done(-1), 1000);
    const opening = indexedDB.open("scorekeeper");
    opening.onerror = opening.onblocked = () => done(-1);
    opening.onsuccess = () => {
      const all = opening.result.transaction("items").objectStore("items").count();
      all.onsuccess = () => { opening.result.close(); done(all.result); };
    };
  });
}"""
"""The number of items in the outbox; -1 if the page has not made the database yet."""


def nothing_stored(phone: Phone) -> bool:
    with suppress(Error):  # the page may be on its way to another
        return bool(phone.page.evaluate(STORED) == 0)
    return False


def wait_sent(phone: Phone) -> None:
    """Wait until the outbox is empty and the page shows it."""
    phone.until(lambda: nothing_stored(phone), "an empty outbox")
    expect(phone.page.locator("#outbox:not([hidden]):not(.sent)")).to_have_count(0)


ASKED_WHILE_HIDDEN = """async (hidden) => {
  let asked = 0;
  const ask = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...what) { asked += 1; return ask.apply(this, what); };
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise((done) => { setTimeout(done, 300); });
  return asked;
}"""

UNREADABLE = """async () => {
  IDBDatabase.prototype.transaction = () => { throw new DOMException("gone", "InvalidStateError"); };
  const heard = new Promise((resolve) => { new BroadcastChannel("outbox").onmessage = resolve; });
  new BroadcastChannel("outbox").postMessage("");
  await heard;
  await new Promise((resolve) => { setTimeout(resolve); });
}"""


def test_rounds_entered_offline_are_sent_once_each(phone: Phone) -> None:
    """Nothing moves; answered questions are not asked again; errors of one round are not shown for the next.

    A database that the browser closed is opened again, and one that cannot be read does not count as sent. A
    hidden page starts no transaction: some browsers stop it midway, which blocks all other writes.

    20 and 10, 40 and 10, then twice 10: あき 30 + 50 + 20, Ben −20 − 40 − 10, Chie −10 each time.
    """
    phone.expected |= {422}
    path = phone.start_table(THREE)
    phone.enter()
    asked, before = phone.at("confirm").inner_text(), phone.box("confirm")
    with offline(phone):
        phone.kind("out")
        expect(phone.page.locator("p[data-offline]")).to_be_visible()
        assert phone.box("confirm") == before
        fill(phone, "10 10")
        expect(phone.at("confirm")).not_to_have_text(asked)
        expect(phone.at("confirm")).not_to_have_class(re.compile("wait"))
        keep(phone, 1)
        expect(phone.at("queued")).to_be_visible()
        expect(phone.page.locator("header h1")).to_contain_text("2")
        phone.holds(1, "")
        fill(phone, "K K K 10")
        keep(phone, 2)
    wait_sent(phone)
    assert phone.rounds(path) == 2
    expect(phone.at("queued")).to_be_hidden()
    fill(phone, "10 10")
    phone.tap("key-type")
    phone.at("hand-1").fill("hello")
    phone.confirm()
    expect(phone.page.locator("#entry .err")).not_to_have_count(0)
    phone.tap("key-type")
    phone.at("hand-1").fill("10")
    phone.previewed()
    closed = {"origin": phone.base, "storageTypes": "indexeddb"}
    phone.context.new_cdp_session(phone.page).send("Storage.clearDataForOrigin", closed)
    with offline(phone):
        keep(phone, 1)
        expect(phone.at("queued")).to_be_visible()
        phone.holds(1, "")
        expect(phone.page.locator("#entry .err, #entry [aria-invalid]")).to_have_count(0)
        phone.page.evaluate(UNREADABLE)
        expect(phone.at("outbox")).not_to_have_class(re.compile("sent"))
        wait_for(phone, "1")
    phone.go(path)
    phone.expect_scores(あき=100, Ben=-70, Chie=-30)
    assert phone.rounds(path) == 3
    wait_sent(phone)
    assert phone.page.evaluate(ASKED_WHILE_HIDDEN, True) == 0
    assert phone.page.evaluate(ASKED_WHILE_HIDDEN, False) > 0


def open_strip(phone: Phone) -> None:
    """Open the strip of the outbox, which asks for attention."""
    expect(phone.at("outbox")).to_have_class(re.compile("look"))
    phone.tap("outbox-strip")


def when_sent(place: Page | BrowserContext, act: Callable[[Route], object]) -> None:
    """Handle every sent round with this; previews continue."""
    sent = "sent-by"
    place.route(
        "**/rounds/new/", lambda route: act(route) if sent in route.request.headers else route.continue_()
    )


def test_two_phones_enter_the_same_round_one_of_them_offline(phone: Phone, phones: OpenPhone) -> None:
    """The round of the second phone arrives first; one that is the same is discarded with one tap.

    Of another one the first phone shows both, asks before it discards its own, and then records it too:
    Ben 20, Chie 10; Ben 40, Chie 10.
    """
    phone.expected |= {409}
    phone.context.clock.install()
    path = phone.start_table(THREE)
    second = phones(at=phone.base)
    join(phone, second, path)
    phone.enter()
    with offline(phone):
        fill(phone, "K 10")
        keep(phone, 1)
        report(second, path, "10 K")
    open_strip(phone)
    expect(phone.at("outbox-theirs")).to_contain_text("同じ回が、もう記録されています")
    expect(phone.at("outbox-mine")).to_have_count(0)
    phone.tap("outbox-discard")
    wait_sent(phone)
    assert second.rounds(path) == 1
    phone.enter(path)
    with offline(phone):
        fill(phone, "K K K 10")
        keep(phone, 1)
        fill(phone, "2 2")
        keep(phone, 2)
        report(second, path, "10 10")
    open_strip(phone)
    expect(phone.at("outbox-theirs")).to_contain_text("あき")
    theirs, mine = phone.page.locator("tr:has(th:text-is('Ben')) td.both").all()
    expect(theirs).to_have_text(re.compile(r"10\s*10\s*−20"))
    expect(mine).to_have_text(re.compile(r"K\s*K\s*K\s*10\s*−40"))
    phone.tap("outbox-discard")
    expect(phone.at("beside")).to_be_visible()
    assert second.rounds(path) == 2
    look_at_mine(phone, "K K K 10")
    phone.record()
    phone.context.clock.run_for(LEASE_MS)
    wait_sent(phone)
    assert second.rounds(path) == 4
    discarded_and_confirmed_after_all(phone, second, path)


def look_at_mine(phone: Phone, hand: str) -> None:
    phone.tap("outbox-open")
    phone.page.wait_for_url(re.compile("#mine="))
    phone.holds(1, hand)


def discarded_and_confirmed_after_all(phone: Phone, second: Phone, path: str) -> None:
    """An item is opened, discarded in the strip (not shown as sent), and confirmed offline after all."""
    phone.enter(path)
    with offline(phone):
        fill(phone, "3 3")
        keep(phone, 1)
        report(second, path, "10")
    open_strip(phone)
    look_at_mine(phone, "3 3")
    phone.tap("outbox-strip")
    phone.tap("outbox-discard")
    phone.tap("outbox-discard")
    expect(phone.at("outbox")).to_be_hidden()
    with offline(phone):
        phone.confirm()
        expect(phone.at("queued")).to_be_visible()
        wait_for(phone, "1")
    wait_sent(phone)
    assert second.rounds(path) == 6


def test_an_unseen_warning_is_shown_and_nothing_is_lost(phone: Phone) -> None:
    """Five kings are more than one deck has: the server objects, and the table may overrule that."""
    phone.expected |= {422}
    path = phone.start_table(THREE)
    phone.enter()
    with offline(phone):
        phone.kind("out")
        phone.who(0)
        phone.hands("K K K K")
        phone.tap("next")
        phone.at("key-type").tap()
        phone.at("hand-2").fill("K")
        keep(phone, 1)
    open_strip(phone)
    expect(phone.at("outbox-theirs").locator("li")).not_to_have_count(0)
    phone.tap("outbox-open")
    phone.holds(2, "K")
    expect(phone.at("problems")).to_be_visible()
    phone.record()
    wait_sent(phone)
    assert phone.rounds(path) == 1


VALUES = """[...document.querySelector("#entry").elements]
  .filter(({ name, type }) => name && !["hidden", "submit"].includes(type))
  .map(({ name, type, value, checked }) => [name, value, type === "radio" && checked])"""
"""The values of the form of a round."""


def test_three_deals_entered_offline_are_sent_once(phone: Phone) -> None:
    """Nine bombs: Ben wins 3·512 = 1536 from Chie and twice that from あき; Chie loses 2 to each.

    Third deal: Ben's 2 stands; a run of twelve, four 2s, the rocket and a pair: 2·2·2 = 8 from each.
    あき −3072 + 2 − 8, Ben 4608 + 2 + 16, Chie −1536 − 4 − 8. After each the form is as it was.
    """
    path = phone.sit("doudizhu", THREE, options={"doubling": "on"})
    usual = phone.page.evaluate(VALUES)
    with offline(phone):
        phone.walk("landlord-1 bid-3 bombs-more result-landlord doubled-0-1 bombs-more-field=9")
        keep(phone, 1)
        expect(phone.at("queued")).to_be_visible()
        expect(phone.page.locator("header h1")).to_contain_text("2")
        assert phone.page.evaluate(VALUES) == usual
        phone.click("landlord-2 bid-2 result-farmers")
        keep(phone, 2)
        phone.tap("outbox-strip")
        text = phone.page.locator(".outbox .notes")
        expect(text.first).to_contain_text("Ben・3")
        expect(text.last).to_contain_text("Chie・2")
        phone.tap("outbox-strip")
        phone.click("auction call-1 call-2 call-pass call-pass plays")
        for cards in ("3456789TJQKA", "2222", "BR", "44"):
            phone.click(" ".join(["play-by-1", *(f"play-{rank}" for rank in cards), "plays-put"]))
        keep(phone, 3)
        expect(phone.at("plays-text")).to_have_value("")
        expect(phone.at("auction-text")).to_have_value("")
        expect(phone.page.locator("[data-trying-cards] li")).to_have_count(0)
        expect(phone.at("played").locator("li")).to_have_count(0)
    wait_sent(phone)
    assert phone.rounds(path) == 3
    phone.go(path)
    phone.expect_scores(あき=-3078, Ben=4626, Chie=-1548)


def test_a_phone_that_wrongly_says_it_is_offline_sends(phone: Phone) -> None:
    """As the phone that is the hotspot of the others."""
    never = "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })"
    phone.context.add_init_script(never)
    path = phone.start_table(THREE)
    phone.enter()
    fill(phone, "10 10")
    phone.confirm()
    phone.until(lambda: phone.rounds(path) == 1, "the round")
    wait_sent(phone)


def test_a_table_that_refuses_does_not_hold_up_another(phone: Phone) -> None:
    """Pages are not left while they send, because the browser may let a held request through."""
    phone.forgive("ERR_FAILED")
    phone.expected |= {500, 503}
    stuck, other = phone.post("/new/", name=THREE), phone.post("/new/", name=THREE)
    refused: list[str] = []

    def answer(route: Route) -> None:
        if stuck in route.request.url:
            route.fulfill(status=500 if len(refused) % 2 else 503, headers={"retry-after": "5"})
            refused.append(route.request.headers["sent-by"])
        elif route.request.headers["sent-by"] == "page":
            route.abort()
        else:
            route.continue_()

    when_sent(phone.context, answer)
    for path in (stuck, other):
        phone.go(f"{path}rounds/new/")
        expect(phone.page.locator(".entry.live")).to_be_visible()
        fill(phone, "10 10")
        phone.confirm()
        phone.until(lambda: "outbox" in refused, "the outbox to be refused")
    wait_for(phone, "1")
    phone.until(lambda: phone.rounds(other) == 1, "the round of the other table")
    assert phone.rounds(stuck) == 0
    phone.context.unroute_all()


def test_a_tab_that_becomes_visible_knows_what_another_has_sent(phone: Phone) -> None:
    """In a browser without BroadcastChannel."""
    phone.context.add_init_script("delete window.BroadcastChannel")
    phone.forgive("ERR_FAILED")
    path = phone.start_table(THREE)
    phone.enter()
    when_sent(phone.context, lambda route: route.abort())
    fill(phone, "10 10")
    keep(phone, 1)
    tab = phone.context.new_page()
    tab.goto(phone.base + path)
    expect(tab.get_by_test_id("outbox-strip")).to_contain_text("1")
    phone.context.unroute_all()
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")
    phone.until(lambda: nothing_stored(phone), "an empty outbox")
    for page in (phone.page, tab):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("#outbox:not([hidden]):not(.sent)")).to_have_count(0)
