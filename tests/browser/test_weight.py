"""The cost of pages on a slow connection: requests, bytes, and layout shifts from late scripts."""

import re
import socket
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession

from scorekeeper.scoring.registry import RULESETS
from tests.browser.conftest import OpenPhone
from tests.browser.evenings import tightest
from tests.browser.phone import LARGE, Phone

LIGHT = {
    "": ((12, 44_000), (2, 8_000)),
    "rounds/new/": ((16, 72_000), (2, 8_000)),
    "board/": ((10, 32_000), (3, 5_500)),
    "/new/": ((7, 45_000), (1, 12_500)),
}
"""The most requests and bytes of the first visit and of later ones, over plain HTTP without a service worker:
the page and its event stream, of a board also its QR code. The form of a new table holds all house rules of
its game and those that it can borrow."""

LARGEST = 7_200
"""The most bytes of a script of the entry page: two round trips on a slow connection."""

MOVED = """new PerformanceObserver((list) => { window.moved ??= 0;
  for (const one of list.getEntries()) window.moved += one.value; })
  .observe({ type: 'layout-shift', buffered: true })"""
SEEN = "performance.getEntriesByName('first-contentful-paint').length"
MOST_MOVED = 0.01
"""The greatest cumulative layout shift; up to 0.1 counts as good."""


class Scale:
    """Counts requests and bytes from the network, without those from the cache."""

    def __init__(self, line: CDPSession) -> None:
        self.asked: set[str] = set()
        self.bytes = 0.0
        line.on("Network.requestWillBeSent", lambda event: self.asked.add(event["requestId"]))
        line.on("Network.requestServedFromCache", lambda event: self.asked.discard(event["requestId"]))
        line.on("Network.responseReceived", self._received)
        line.on("Network.loadingFinished", self._finished)
        line.send("Network.enable")

    def _received(self, event: dict[str, dict[str, object]]) -> None:
        if event["response"]["fromDiskCache"]:
            self.asked.discard(str(event["requestId"]))

    def _finished(self, event: dict[str, float]) -> None:
        self.bytes += event["encodedDataLength"]


def weigh(phone: Phone, path: str) -> tuple[int, int]:
    """The requests and bytes of a visit from an empty page."""
    phone.page.goto("about:blank")
    line = phone.context.new_cdp_session(phone.page)
    scale = Scale(line)
    phone.go(path)
    phone.page.wait_for_load_state("networkidle")
    line.detach()
    return len(scale.asked), int(scale.bytes)


@pytest.mark.parametrize("place", LIGHT)
def test_a_page_is_light(phones: OpenPhone, place: str) -> None:
    phone = phones(new=True)
    path = place if place.startswith("/") else phone.bring(tightest()) + place
    most, after = LIGHT[place]
    first, again = weigh(phone, path), weigh(phone, path)
    print(f"{place}: {first[0]} requests and {first[1]} bytes first, {again[0]} and {again[1]} again")
    assert first[0] <= most[0]
    assert first[1] <= most[1]
    assert again[0] <= after[0]
    assert again[1] <= after[1]


def on_the_wire(phone: Phone, path: str) -> int:
    """The bytes of a response with its headers, for the request of this browser."""
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in phone.cookies())
    host = urlsplit(phone.base)
    words = {"Host": host.netloc, "Accept-Encoding": "gzip", "Cookie": cookies, "Connection": "close"}
    asked = "".join(f"{name}: {value}\r\n" for name, value in words.items())
    with socket.create_connection((str(host.hostname), host.port)) as line, line.makefile("rb") as answer:
        line.sendall(f"GET {path} HTTP/1.1\r\n{asked}\r\n".encode())
        text = answer.read()
    assert text.startswith(b"HTTP/1.1 200 ")
    return len(text)


LOADED = r'<(?:link rel="modulepreload"|script) [^>]*?(?:href|src)="([^"]+)"'
"""The scripts that a page names."""


def test_the_next_round_is_light_in_every_game(phone: Phone) -> None:
    """The form of a phone that has the scripts, and each script."""
    forms, scripts = {}, {}
    for key, ruleset in RULESETS.items():
        names = ["あおい", "Ben", "Chie", "大輔"][: ruleset.most_players]
        entry = phone.bring({"format": 1, "game": key, "players": names, "rounds": []}) + "rounds/new/"
        forms[key] = on_the_wire(phone, entry)
        if key in ("gamble", "doudizhu"):
            links = re.findall(LOADED, phone.ask(entry))
            scripts |= {link: on_the_wire(phone, link) for link in links}
    print(forms, scripts)
    assert max(forms.values()) <= LIGHT["rounds/new/"][1][1], forms
    assert len(scripts) >= 10
    assert max(scripts.values()) <= LARGEST, scripts


def moved(phone: Phone, path: str) -> float:
    """The layout shift of a page whose scripts arrive only after its first paint."""
    held = phone.hold("**/*.js")
    phone.page.goto(phone.base + path, wait_until="commit")
    phone.until(lambda: phone.page.evaluate(SEEN), "the page to be seen")
    phone.page.route("**/*.js", lambda route: route.continue_())
    for one in held:
        one.continue_()
    phone.page.wait_for_selector("html.js")
    phone.page.wait_for_load_state("networkidle")
    return float(phone.page.evaluate("window.moved ?? 0"))


@pytest.mark.parametrize("game", ["gamble", pytest.param("doudizhu", marks=pytest.mark.long)])
def test_nothing_moves_when_scripts_come_late(phones: OpenPhone, game: str) -> None:
    phone = phones(LARGE)
    names = ["あおい", "Ben", "Chie", "大輔"]
    table = phone.bring({"format": 1, "game": game, "players": names, "rounds": []})
    again, settings = f"{phone.circle()}new/", f"{phone.circle()}settings/"
    phone.context.add_init_script(MOVED)
    places = ["/", "/new/", again, settings, table, f"{table}rounds/new/", f"{table}settle/"]
    values = {place: moved(phone, place) for place in places}
    assert max(values.values()) <= MOST_MOVED, values
