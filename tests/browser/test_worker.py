"""The service worker: pages open offline, and a new version starts when somebody wants it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone
from tests.browser.tables import fill
from tests.browser.test_offline import offline, wait_for, wait_sent
from tests.server.running import Running

KEPT = "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)"
KEPT += ".then((cache) => cache.keys())))).then((all) => all.flat().map((one) => new URL(one.url).pathname))"

SERVICE_WORKER = True


def kept(phone: Phone) -> list[str]:
    result: list[str] = phone.page.evaluate(KEPT)
    return [path for path in result if not path.startswith("/static/")]


KEPT_AFTER_MS = 1500
"""How long a page waits before it starts the worker, and then before it asks the worker to cache pages."""


def wait_kept(phone: Phone, *paths: str) -> None:
    phone.context.clock.run_for(KEPT_AFTER_MS)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    phone.context.clock.run_for(KEPT_AFTER_MS)
    phone.until(lambda: set(paths) <= set(kept(phone)), f"kept pages: {paths}")


def show(phone: Phone, path: str) -> None:
    """Open a page that the service worker answers from its cache."""
    phone.page.goto(phone.base + path)
    phone.page.wait_for_load_state()


def test_cached_pages_open_offline_and_rounds_entered_there_are_sent(phones: OpenPhone) -> None:
    """On a phone that joined by a link: secret pages are not cached, and refused ones are deleted.

    20 and 10, then 40 and 10: あき 30 + 50, Ben −20 − 40, Chie −10 − 10.
    """
    host, phone = phones(worker=False), phones()
    phone.context.clock.install()
    table = host.post("/new/", name=THREE)
    phone.go("/")
    wait_kept(phone)
    phone.go(host.invitation(table))
    phone.go(table)
    wait_kept(phone, table, *(table + part for part in ("rounds/", "rounds/new/", "settle/", "rules/")))
    assert not [path for path in kept(phone) if re.match(r"/(join|recover|live|circles)/", path)]
    with offline(phone):
        for part in ("", "rounds/", "settle/", "rules/"):
            show(phone, table + part)
            expect(phone.page.locator("header h1")).to_be_visible()
            expect(phone.at("kept")).to_be_visible()
            assert phone.page.evaluate("getComputedStyle(document.querySelector('header')).color") != ""
        show(phone, "/referee/")
        expect(phone.page.locator('#bar a[href="/"]')).to_be_visible()
        enter_on_cached_pages(phone, table, "10 10", "K K K 10")
    wait_sent(phone)
    phone.go(table)
    phone.expect_scores(あき=80, Ben=-60, Chie=-20)
    # The server is back without an `online` event: the network of the phone was never gone.
    phone.context.add_init_script("addEventListener('online', (event) => event.stopImmediatePropagation())")
    with offline(phone):
        show(phone, table)
        expect(phone.at("kept")).to_be_visible()
    expect(phone.at("kept")).to_be_hidden()
    expect(phone.page.locator(".live-note")).to_have_count(0)
    phone.expected |= {404}
    phone.context.clear_cookies()
    assert phone.go(table).status == 404
    phone.until(lambda: not any(path.startswith(table) for path in kept(phone)), "the table to be forgotten")


def enter_on_cached_pages(phone: Phone, table: str, *hands: str) -> None:
    for number, hand in enumerate(hands, 1):
        show(phone, f"{table}rounds/new/")
        expect(phone.page.locator(".entry.live")).to_be_visible()
        expect(phone.page.locator("header h1")).to_contain_text(str(number))
        fill(phone, hand)
        phone.confirm()
        wait_for(phone, str(number))
        show(phone, table)
        wait_for(phone, str(number))


@dataclass
class Front:
    """A proxy before the server; with `newer` its service worker is another version.

    It answers the page `stuck` only after `over`.
    """

    port: int = 0
    newer: bool = False
    stuck: str = ""
    over: Event = field(default_factory=Event)


@pytest.fixture
def front(server: Running) -> Iterator[Front]:
    result = Front()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # a version is a hundred files, and each would make a connection

        def do_GET(self) -> None:
            if self.path.startswith("/live/"):
                self.send_error(503)
                return
            if self.path == result.stuck:
                result.over.wait(60)
            line = HTTPConnection("127.0.0.1", server.port, timeout=20)
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            kept = {name: value for name, value in self.headers.items() if name.lower() != "accept-encoding"}
            line.request(self.command, self.path, body, kept)
            answer = line.getresponse()
            content = answer.read()
            if result.newer and self.path == "/sw.js":
                content = re.sub(rb'VERSION = "\w+"', b'VERSION = "feed"', content)
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_HEAD = do_GET

        def log_message(self, *_args: object) -> None:
            """Says nothing."""

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    result.port = proxy.server_port
    thread = Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    yield result
    result.over.set()
    proxy.shutdown()
    proxy.server_close()


NEWER = "navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => 1)"


def half_filled(phones: OpenPhone, front: Front) -> tuple[Phone, str]:
    """A phone behind the proxy with a half-filled form, and the path of its table."""
    phone = phones(at=f"http://127.0.0.1:{front.port}")
    phone.expected |= {503, 0}
    phone.context.clock.install()
    path = phone.start_table(THREE)
    wait_kept(phone, path, f"{path}rounds/new/")
    phone.enter()
    phone.kind("out")
    phone.who(0)
    phone.keys("10")
    return phone, path


def offered(phone: Phone, front: Front) -> Locator:
    """Offer a newer version; the button of its notice."""
    front.newer = True
    phone.page.evaluate(NEWER)
    expect(phone.at("update")).to_be_visible()
    return phone.at("update").locator(".link-btn")


def wait_new_version(phone: Phone) -> None:
    """Wait until the caches of the version before are deleted."""
    new = {"shell-feed", "pages-feed"}
    phone.until(lambda: set(phone.page.evaluate("caches.keys()")) == new, "the new version")


@pytest.mark.long
def test_a_new_version_that_starts_without_a_line_keeps_the_pages(phones: OpenPhone, front: Front) -> None:
    """Back online they are fetched again."""
    phone, path = half_filled(phones, front)
    notice = offered(phone, front)
    with offline(phone):
        phone.tap(notice)
        phone.restored()
        phone.holds(1, "10")
        assert phone.page.evaluate("getComputedStyle(document.querySelector('header')).color") != ""
        show(phone, path)
        expect(phone.at("kept")).to_be_visible()
    phone.go(path)
    wait_new_version(phone)
    wait_kept(phone, path)


def was_reloaded(page: Page) -> bool:
    with suppress(Error):  # it is on its way
        return bool(page.evaluate("window.untouched === undefined"))
    return False


@pytest.mark.long
def test_a_new_version_that_another_tab_started_is_there_with_a_reload(
    phones: OpenPhone, front: Front
) -> None:
    phone = phones(at=f"http://127.0.0.1:{front.port}")
    phone.expected |= {503, 0}
    phone.context.clock.install()
    path = phone.start_table(THREE)
    wait_kept(phone, path)
    tab = phone.context.new_page()
    phone.watch(tab)
    tab.goto(phone.base + path)
    front.newer = True
    phone.page.evaluate(NEWER)
    for page in (phone.page, tab):
        expect(page.get_by_test_id("update")).to_be_visible()
        page.evaluate("window.untouched = true")
    expect(phone.page.locator(".live-note")).to_be_visible()
    for page in (phone.page, tab):
        page.get_by_test_id("update").locator(".link-btn").tap()
        phone.until(lambda page=page: was_reloaded(page), "the page of the new version")


def test_a_new_version_waits_while_a_form_is_half_filled(phones: OpenPhone, front: Front) -> None:
    """The page shows a notice and stays as it is until somebody taps that."""
    phone, path = half_filled(phones, front)
    phone.page.evaluate("window.untouched = true")
    notice = offered(phone, front)
    assert phone.page.evaluate("window.untouched") is True
    phone.holds(1, "10")
    phone.tap(notice)
    phone.restored()
    assert phone.page.evaluate("window.untouched === undefined")
    expect(phone.page.locator(".entry.live")).to_be_visible()
    phone.holds(1, "10")
    wait_kept(phone, path)
    wait_new_version(phone)


@pytest.mark.long
@pytest.mark.parametrize("before", [False, True])
def test_a_new_version_waits_for_no_other_page(phones: OpenPhone, front: Front, before: bool) -> None:
    """One of the pages hangs, requested by the new worker, or before by the old one."""
    phone, path = half_filled(phones, front)
    wait_kept(phone, f"{path}rules/")
    front.stuck = f"{path}rules/"
    if before:
        ask = "(keep) => navigator.serviceWorker.controller.postMessage({ keep })"
        phone.page.evaluate(ask, [front.stuck])
    phone.tap(offered(phone, front))
    phone.restored()
    front.over.set()
    wait_new_version(phone)


@pytest.mark.long
def test_the_page_is_loaded_again_where_the_browser_holds_the_new_version_back(
    phones: OpenPhone, front: Front
) -> None:
    """As if the message to start were lost: the page is loaded again after a while."""
    phone, _path = half_filled(phones, front)
    notice = offered(phone, front)
    phone.page.evaluate("ServiceWorker.prototype.postMessage = () => {}")
    phone.tap(notice)
    phone.restored()
    phone.holds(1, "10")
