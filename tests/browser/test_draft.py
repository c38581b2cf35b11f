"""Drafts survive a reload, a closed tab and a killed browser, with and without IndexedDB."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Playwright, Route, expect

from tests.browser.conftest import FLAGS, chromium
from tests.browser.phone import LOOPBACK, PLAIN, THREE, Phone, as_phone, first_page
from tests.browser.tables import fill
from tests.browser.test_offline import offline, wait_sent, when_sent
from tests.server.running import Running

OUT = {"kind": "out", "winner": "あき", "hands": {"Ben": ["K"], "Chie": ["5"]}}


def half(phone: Phone) -> str:
    path = phone.post("/new/", name=THREE)
    phone.enter(path)
    phone.click("who-0 who-1 key-K")
    phone.hands("2 J", "A 3")
    return path


def expect_half(phone: Phone) -> None:
    phone.live()
    phone.holds(0, "2 J")
    phone.holds(1, "A 3")
    expect(phone.page.locator("#f-card")).to_have_value("K")
    phone.restored()
    expect(phone.at("confirm")).to_contain_text("Chie")


def test_half_a_round_survives_until_it_is_saved(phone: Phone) -> None:
    """3·R(60+4) = 3·R(64) = 180 from Ben, R(5) = 10 from Chie."""
    path = half(phone)
    phone.page.reload()
    expect_half(phone)
    phone.reopen()
    expect_half(phone)
    type_before_the_pad_has_loaded(phone, "5")
    phone.record()
    phone.expect_scores(あき=190, Ben=-180, Chie=-10)
    phone.enter()
    for seat in (0, 1, 2):
        expect(phone.at(f"hand-{seat}")).to_have_value("")
    phone.restored(False)
    phone.who(0)
    phone.enter(path)
    phone.restored()
    phone.tap("[data-afresh]")
    expect(phone.page.locator("[name=callers]:checked")).to_have_count(0)
    phone.restored(False)


def type_before_the_pad_has_loaded(phone: Phone, cards: str) -> None:
    """What is typed before the scripts have loaded stays, beside the restored draft."""
    late = phone.hold("**/static/js/entry/form*.js")
    phone.page.reload(wait_until="commit")
    phone.at("hand-2").fill(cards)
    phone.until(lambda: late, "the script")
    late[0].continue_()
    phone.page.unroute_all()
    phone.restored()
    for seat, hand in enumerate(("2 J", "A 3", cards)):
        expect(phone.at(f"hand-{seat}")).to_have_value(hand)
    phone.previewed()


def test_an_unfinished_correction_stays_with_its_round(phone: Phone) -> None:
    """A round is inserted before the one that is being corrected: the draft moves along with its round.

    In the new round Ben gets R(5)=10 from あき and from Chie; in both others あき gets 10 from each of them.
    """
    path = phone.table("gamble", THREE, OUT, OUT)
    phone.edit(path, 1)
    phone.page.locator("[data-typed]").evaluate("(typed) => { typed.open = true; }")
    phone.at("hand-1").fill("Q Q")
    phone.go(f"{path}rounds/1/")
    phone.tap('a[href*="/rounds/1/insert/"]')
    phone.live()
    phone.walk("kind-out who-1 key-5 next key-5")
    phone.record()
    phone.expect_scores(あき=30, Ben=0, Chie=-30)
    for number, hand in ((3, "K"), (2, "Q Q")):
        phone.edit(path, number)
        phone.holds(1, hand)
    phone.restored()
    phone.edit(path, 1)
    phone.restored(False)


OLDER = """([action, revision]) => localStorage.setItem(`entry:${action}`, JSON.stringify(
  {at: Date.now(), key: "k".repeat(22), revision, after: "", fields: [["hand-1", "Q Q"]]}))"""
"""Stores a draft as an earlier version did: under the number of its round."""


def test_a_correction_that_an_earlier_version_kept_comes_back(phone: Phone) -> None:
    """Only at the same revision: after a change the number may be that of another round."""
    path = phone.table("gamble", THREE, OUT)
    for seen, hand in (("7", "K"), ("0", "Q Q")):
        phone.go(f"{path}rounds/1/edit/")
        phone.page.evaluate(OLDER, [f"{path}rounds/1/edit/", seen])
        phone.reload()
        phone.holds(1, hand)


def test_a_correction_that_waits_can_be_changed_and_is_never_empty(phone: Phone) -> None:
    """Confirmed without a connection it waits in the outbox; changed there, the later version is recorded."""
    path = phone.table("gamble", THREE, OUT)
    phone.forgive("ERR_FAILED")
    cut = ["page", "outbox"]

    def answer(route: Route) -> None:
        if route.request.headers.get("sent-by") in cut:
            route.abort()
        else:
            route.continue_()

    phone.context.route("**/edit/", answer)
    phone.edit(path, 1)
    phone.page.locator("[data-typed]").evaluate("(typed) => { typed.open = true; }")
    phone.at("hand-1").fill("Q Q")
    phone.confirm()
    expect(phone.at("queued")).to_be_visible()
    expect(phone.at("confirm")).to_be_disabled()
    phone.at("hand-1").fill("Q Q 3")
    expect(phone.at("confirm")).to_be_enabled()
    phone.reload()
    phone.restored()
    phone.holds(1, "Q Q 3")
    phone.holds(2, "5")
    expect(phone.at("outbox-strip")).to_contain_text("1")
    cut.remove("page")
    phone.confirm()
    phone.page.wait_for_url(f"**{path}rounds/1/")
    assert 'value="Q Q 3"' in phone.ask(f"{path}rounds/1/edit/")
    phone.edit(path, 1)
    phone.restored(False)
    phone.context.unroute_all()


class Handset:
    """A browser with a profile on the disk, which a test can kill and start again."""

    def __init__(self, playwright: Playwright, base: str, folder: Path) -> None:
        self.playwright, self.base, self.folder = playwright, base, folder
        self.cookies: list[Any] = []

    def switch_on(self) -> Phone:
        context: BrowserContext = self.playwright.chromium.launch_persistent_context(
            str(self.folder),
            executable_path=chromium(self.playwright),
            args=FLAGS,
            **as_phone(),
        )
        context.add_cookies(self.cookies)
        return first_page(context, self.base)

    def kill(self) -> None:
        """Kill every process of this profile."""
        mark = f"--user-data-dir={self.folder}".encode()
        for place in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                if mark in place.read_bytes():
                    os.kill(int(place.parent.name), signal.SIGKILL)


@pytest.fixture(params=["plain", pytest.param("secure", marks=pytest.mark.long)])
def handset(
    request: pytest.FixtureRequest, _playwright: Playwright, server: Running, tmp_path: Path
) -> Iterator[Handset]:
    if not Path("/proc/self/cmdline").exists():
        pytest.skip("needs /proc to find the browser")
    name = LOOPBACK if request.param == "secure" else PLAIN
    result = Handset(_playwright, f"http://{name}:{server.port}", tmp_path / "profile")
    yield result
    result.kill()


STORED = """async (replaced) => {
  const asked = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
  const base = await asked(indexedDB.open("scorekeeper"));
  const store = base.transaction("drafts", "readwrite").objectStore("drafts");
  for (const draft of replaced ?? []) await asked(store.put(draft));
  const drafts = await asked(store.getAll());
  base.close();
  return drafts;
}"""
"""The drafts in IndexedDB, once those given are put there; the page must have opened its database before."""


def drafted(phone: Phone, hand: str) -> bool:
    """Whether a hand is in a draft on the disk."""
    return f'"{hand}"' in json.dumps(phone.page.evaluate(STORED))


def test_the_draft_of_a_recorded_round_is_dropped_from_the_disk(phone: Phone) -> None:
    """A killed browser may have lost localStorage, and still have the draft of the round in the outbox."""
    path = phone.start_table(THREE)
    phone.enter()
    fill(phone, "10 10")
    phone.until(lambda: drafted(phone, "10 10") and drafted(phone, "5"), "the draft on the disk")
    drafts = phone.page.evaluate(STORED)
    with offline(phone):
        phone.confirm()
        expect(phone.at("outbox")).to_be_visible()
        phone.until(lambda: not drafted(phone, "10 10"), "no draft on the disk")
        phone.page.evaluate(STORED, drafts)
        phone.page.evaluate("localStorage.clear()")
    wait_sent(phone)
    assert phone.rounds(path) == 1
    phone.enter(path)
    phone.holds(1, "")
    phone.restored(False)


def test_entries_survive_a_browser_that_is_killed_three_times(handset: Handset) -> None:
    """Half a round, one that waits in the outbox, and one whose answer never came.

    R(20)=20 and R(5)=10 each time: あき 30 + 30.
    """
    phone = handset.switch_on()
    path = phone.start_table(THREE)
    handset.cookies = phone.cookies()  # browsers write them to the disk late
    phone.enter()
    phone.kind("out")
    phone.who(0)
    phone.keys("10 10")
    phone.until(lambda: drafted(phone, "10 10"), "the draft on the disk")
    handset.kill()
    phone = handset.switch_on()
    phone.go(f"{path}rounds/new/")
    phone.holds(1, "10 10")
    phone.restored()
    expect(phone.page.locator(".entry.live")).to_be_visible()
    phone.context.set_offline(True)
    phone.who(2)
    phone.keys("5")
    phone.confirm()
    expect(phone.at("outbox")).to_be_visible()
    handset.kill()
    phone = handset.switch_on()
    phone.go("/")
    wait_sent(phone)
    assert phone.rounds(path) == 1
    phone.enter(path)
    lose_the_answer(handset, phone)
    phone = handset.switch_on()
    sent: list[int] = []
    phone.page.on("response", lambda answer: sent.append(answer.status) if answer.status == 204 else None)
    phone.go("/")
    wait_sent(phone)
    phone.until(lambda: sent, "the answer to the round that was sent again")
    assert phone.rounds(path) == 2
    phone.go(path)
    phone.expect_scores(あき=60, Ben=-40, Chie=-20)


def lose_the_answer(handset: Handset, phone: Phone) -> None:
    """The server records a round, and the browser is killed before the answer."""
    fill(phone, "10 10")
    arrived: list[str] = []

    def never_answer(route: Route) -> None:
        assert route.fetch().status == 204
        arrived.append(route.request.url)

    when_sent(phone.page, never_answer)
    phone.previewed()
    phone.confirm()
    phone.until(lambda: arrived, "the round at the server")
    handset.kill()


NO_STORE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
REFUSING = "indexedDB.open = () => { throw new DOMException('not here', 'SecurityError'); };"


@pytest.mark.parametrize(
    "without", [NO_STORE, pytest.param(REFUSING, marks=pytest.mark.long)], ids=["none", "refused"]
)
def test_without_a_database_half_a_round_survives_and_is_sent_once(phone: Phone, without: str) -> None:
    """20 and 10: あき 30; the same again with a line."""
    phone.context.add_init_script(without)
    table = phone.start_table(THREE)
    phone.enter()
    fill(phone, "10 10")
    phone.page.reload()
    phone.restored()
    phone.holds(1, "10 10")
    with offline(phone):
        phone.confirm()
        expect(phone.page.locator("[data-unsent]")).to_be_visible()
        expect(phone.at("queued")).to_be_hidden()
        phone.holds(1, "10 10")
    phone.previewed()
    phone.record()
    assert phone.rounds(table) == 1
    phone.enter()
    fill(phone, "10 10")
    phone.previewed()
    phone.record()
    phone.expect_scores(あき=60, Ben=-40, Chie=-20)
