"""The service worker: pages open without a line, and a new version waits until somebody wants it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import THREE, Phone
from tests.browser.tables import fill
from tests.browser.test_offline import wait_for, wait_sent, without_line
from tests.server.running import Running

KEPT = "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)"
KEPT += ".then((cache) => cache.keys())))).then((all) => all.flat().map((one) => new URL(one.url).pathname))"

SERVICE_WORKER = True


def kept(phone: Phone) -> list[str]:
    result: list[str] = phone.page.evaluate(KEPT)
    return [path for path in result if not path.startswith("/static/")]


KEPT_AFTER_MS = 1500
"""How long a page waits before it starts the worker, and after that before it asks for pages to be kept."""


def wait_kept(phone: Phone, *paths: str) -> None:
    phone.page.clock.run_for(KEPT_AFTER_MS)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    phone.page.clock.run_for(KEPT_AFTER_MS)
    phone.until(lambda: set(paths) <= set(kept(phone)), f"kept pages: {paths}")


def show(phone: Phone, path: str) -> None:
    """Open a page whose answer does not come from the network."""
    phone.page.goto(phone.base + path)
    phone.page.wait_for_load_state()


def test_kept_pages_open_without_a_line_and_what_is_entered_there_is_sent(phones: OpenPhone) -> None:
    """By a phone that came by a link: what is secret is not kept, and what is refused no longer.

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
    with without_line(phone):
        for part in ("", "rounds/", "settle/", "rules/"):
            show(phone, table + part)
            expect(phone.page.locator("header h1")).to_be_visible()
            expect(phone.at("kept")).to_be_visible()
            assert phone.page.evaluate("getComputedStyle(document.querySelector('header')).color") != ""
        show(phone, "/referee/")
        expect(phone.page.locator('#bar a[href="/"]')).to_be_visible()
        enter_on_kept_pages(phone, table, "10 10", "K K K 10")
    wait_sent(phone)
    phone.go(table)
    phone.expect_scores(あき=80, Ben=-60, Chie=-20)
    # The server is there again, and the browser does not report it: its own line was never gone.
    phone.context.add_init_script("addEventListener('online', (event) => event.stopImmediatePropagation())")
    with without_line(phone):
        show(phone, table)
        expect(phone.at("kept")).to_be_visible()
    expect(phone.at("kept")).to_be_hidden()
    expect(phone.page.locator(".live-note")).to_have_count(0)
    phone.expected |= {404}
    phone.context.clear_cookies()
    assert phone.go(table).status == 404
    phone.until(lambda: not any(path.startswith(table) for path in kept(phone)), "the table to be forgotten")


def enter_on_kept_pages(phone: Phone, table: str, *hands: str) -> None:
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
    """Stands before the server; after `newer` its worker is another one.

    The page `stuck` is not answered before `over`.
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
    """A phone behind the front with a form that nobody has sent, and the address of its table."""
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


def start_newer(phone: Phone, front: Front) -> None:
    """There is a newer version, and somebody taps what says so."""
    front.newer = True
    phone.page.evaluate(NEWER)
    phone.tap(phone.at("update").locator(".link-btn"))


def wait_new_version(phone: Phone) -> None:
    """Wait until nothing is kept of the version before."""
    new = {"shell-feed", "pages-feed"}
    phone.until(lambda: set(phone.page.evaluate("caches.keys()")) == new, "the new version")


@pytest.mark.long
def test_a_new_version_that_starts_without_a_line_keeps_the_pages(phones: OpenPhone, front: Front) -> None:
    """They are fetched again once there is a line again."""
    phone, path = half_filled(phones, front)
    front.newer = True
    phone.page.evaluate(NEWER)
    expect(phone.at("update")).to_be_visible()
    with without_line(phone):
        phone.tap(phone.at("update").locator(".link-btn"))
        phone.restored()
        phone.holds(1, "10")
        assert phone.page.evaluate("getComputedStyle(document.querySelector('header')).color") != ""
        show(phone, path)
        expect(phone.at("kept")).to_be_visible()
    phone.go(path)
    wait_new_version(phone)
    wait_kept(phone, path)


def loaded_anew(page: Page) -> bool:
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
        phone.until(lambda page=page: loaded_anew(page), "the page of the new version")


def test_a_new_version_waits_while_a_form_is_half_filled(phones: OpenPhone, front: Front) -> None:
    """The worker that comes next is another one; the page says so and goes on as it was."""
    phone, path = half_filled(phones, front)
    phone.page.evaluate("window.untouched = true")
    front.newer = True
    phone.page.evaluate(NEWER)
    expect(phone.at("update")).to_be_visible()
    assert phone.page.evaluate("window.untouched") is True
    phone.holds(1, "10")
    phone.tap(phone.at("update").locator(".link-btn"))
    phone.restored()
    assert phone.page.evaluate("window.untouched === undefined")
    expect(phone.page.locator(".entry.live")).to_be_visible()
    phone.holds(1, "10")
    wait_kept(phone, path)
    wait_new_version(phone)


@pytest.mark.long
@pytest.mark.parametrize("before", [False, True])
def test_a_new_version_waits_for_no_other_page(phones: OpenPhone, front: Front, before: bool) -> None:
    """One of the pages that are kept does not come, asked for by the new worker or before by the old one."""
    phone, path = half_filled(phones, front)
    wait_kept(phone, f"{path}rules/")
    front.stuck = f"{path}rules/"
    if before:
        ask = "(keep) => navigator.serviceWorker.controller.postMessage({ keep })"
        phone.page.evaluate(ask, [front.stuck])
    start_newer(phone, front)
    phone.restored()
    front.over.set()
    wait_new_version(phone)


@pytest.mark.long
def test_the_page_is_loaded_again_where_the_browser_holds_the_new_version_back(
    phones: OpenPhone, front: Front
) -> None:
    """As if the message to start were lost: the page does not wait for ever."""
    phone, _path = half_filled(phones, front)
    front.newer = True
    phone.page.evaluate(NEWER)
    expect(phone.at("update")).to_be_visible()
    phone.page.evaluate("ServiceWorker.prototype.postMessage = () => {}")
    phone.tap(phone.at("update").locator(".link-btn"))
    phone.restored()
    phone.holds(1, "10")
