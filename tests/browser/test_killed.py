"""A dead battery: the browser ends without a word, and is opened again on what it had stored."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Playwright, Route, expect

from tests.browser.conftest import FLAGS, chromium
from tests.browser.phone import PATIENCE_MS, SMALL, THREE, Phone
from tests.browser.test_offline import deliver, fill, wait_sent, when_sent
from tests.server.running import Running


class Handset:
    """A browser with a profile of its own on the disk, that can die and be switched on again."""

    def __init__(self, playwright: Playwright, base: str, folder: Path) -> None:
        self.playwright, self.base, self.folder = playwright, base, folder
        self.cookies: list[Any] = []

    def switch_on(self) -> Phone:
        context: BrowserContext = self.playwright.chromium.launch_persistent_context(
            str(self.folder),
            executable_path=chromium(self.playwright),
            args=FLAGS,
            viewport={"width": SMALL.width, "height": SMALL.height},
            locale="ja",
            has_touch=True,
            is_mobile=True,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies(self.cookies)
        phone = Phone(context, context.new_page(), self.base)
        phone.watch(phone.page)
        return phone

    def at_table(self) -> tuple[Phone, str]:
        """At the form of a new table; its cookies are remembered here: browsers write them late."""
        phone = self.switch_on()
        path = phone.start_table(THREE)
        self.cookies = phone.context.cookies()
        phone.enter()
        return phone, path

    def die(self) -> None:
        """Ends every process that has this profile open, at once."""
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
    name = "127.0.0.1" if request.param == "secure" else "phone.test"
    result = Handset(_playwright, f"http://{name}:{server.port}", tmp_path / "profile")
    yield result
    result.die()


DRAFTED = """async () => {
  const asked = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
  const base = await asked(indexedDB.open("scorekeeper"));
  const drafts = await asked(base.transaction("drafts").objectStore("drafts").getAll());
  base.close();
  return JSON.stringify(drafts).match(/[^"\\\\]+/g) ?? [];
}"""
"""The texts in the drafts that the browser keeps; asked once the page has opened its store."""


def test_what_was_entered_survives_three_dead_batteries(handset: Handset) -> None:
    """Half a round, one that waits without a line, and one of which the browser never heard that the server
    has it. R(20)=20 and R(5)=10 each time: あき 30 + 30."""
    phone, path = handset.at_table()
    phone.kind("out")
    phone.who(0)
    phone.keys("10 10")
    phone.until(lambda: "10 10" in phone.page.evaluate(DRAFTED), "the draft on the disk")
    handset.die()
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
    handset.die()
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
    """A round is on the server, and the browser dies before it hears of it."""
    fill(phone, "10 10")
    arrived: list[str] = []

    def never_answer(route: Route) -> None:
        deliver(route)
        arrived.append(route.request.url)

    when_sent(phone.page, never_answer)
    phone.previewed()
    phone.confirm()
    phone.until(lambda: arrived, "the round at the server")
    handset.die()
