"""A phone: a browser page with its taps, its errors, and names for what tests do on the pages of the app."""

import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    Route,
    expect,
)

PATIENCE_MS = 15_000
LOOPBACK = "127.0.0.1"
PLAIN = "0.0.0.0"
"""Another address of the same server: pages from there are plain HTTP, as on a home network."""
FORM = {"content-type": "application/x-www-form-urlencoded"}
CSP_WATCH = """document.addEventListener('securitypolicyviolation',
  (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))"""
CLICK = """(steps) => steps.forEach((step) => {
  const all = [...document.querySelectorAll(/^[\\w-]+$/.test(step) ? `[data-testid="${step}"]` : step)];
  const part = all.find((one) => one.checkVisibility()) ?? all[0];
  if (!part || part.matches(":disabled, [aria-disabled=true]")) throw new Error(`${step} is disabled`);
  part.focus({ preventScroll: true });
  part.click();
})"""
SCRIPTS_OFF = "csp"
"""Why a preloaded script fails where scripts are switched off."""
LEFT_BEHIND = "net::ERR_ABORTED"
"""A request that the page cancels when it is left or asks again; htmx logs its own too."""
ABORTED = re.compile(r"^htmx:(sendAbort|afterRequest)\b")


@dataclass(frozen=True)
class Shape:
    """A screen in CSS pixels."""

    width: int = 360
    height: int = 640


class Box(NamedTuple):
    """Where something stands on the screen, in CSS pixels."""

    left: float
    top: float
    right: float
    bottom: float


expect.set_options(timeout=PATIENCE_MS)
SMALL, LARGE = Shape(), Shape(390, 844)
THREE, FOUR = ("あき", "Ben", "Chie"), ("あき", "Ben", "Chie", "だい")
ISOLATES = {ord(char): None for char in "\u2068\u2069"}
"""The marks that isolate the direction of a name."""


def cards(*hands: str) -> str:
    """The handles that enter these hands one after the other; "-" is an empty hand."""
    keys = (" ".join(f"key-{rank}" for rank in hand.replace("-", "none").split()) for hand in hands)
    return " next ".join(keys)


class Pad(ABC):
    """What tests do on the pad of a round, in any browser."""

    @abstractmethod
    def tap(self, what: str) -> None:
        """Tap a thing by its handle."""

    def click(self, steps: str) -> None:
        """Press one thing after the other."""
        for step in steps.split():
            self.tap(step)

    def who(self, *seats: int) -> None:
        """Press seats."""
        self.click(" ".join(f"who-{seat}" for seat in seats))

    def keys(self, cards: str) -> None:
        """Press the keys of cards."""
        self.click(" ".join(f"key-{rank}" for rank in cards.split()))

    def hands(self, *hands: str) -> None:
        """Enter hands."""
        self.click(cards(*hands))


@dataclass
class Phone(Pad):
    """A page in a browser of its own; `taps` counts the taps since it was set to 0."""

    own_context: BrowserContext
    page: Page
    base: str
    lang: str = "ja"
    taps: int = 0
    scripts: bool = True
    reusable: bool = True
    expected: set[int] = field(default_factory=set)
    forgiven: tuple[str, ...] = ()
    troubles: list[str] = field(default_factory=list)

    @property
    def context(self) -> BrowserContext:
        """Scripts, routes and clocks of a context outlive a page, so no other test gets this phone."""
        self.reusable = False
        return self.own_context

    def reset(self) -> None:
        """Make it a small new phone for another test: nothing stored, routed or emulated."""
        self.page.unroute_all(behavior="ignoreErrors")
        self.go("/healthz")
        self.forget()
        self.own_context.clear_cookies()
        self.page.emulate_media(
            media="null", color_scheme="light", reduced_motion="reduce", forced_colors="none"
        )
        self.show(SMALL)
        self.taps, self.expected = 0, set()
        self.troubles.clear()

    def show(self, shape: Shape) -> None:
        """Turn or stretch the screen."""
        self.page.set_viewport_size({"width": shape.width, "height": shape.height})

    def cookies(self) -> Any:
        return self.own_context.cookies()

    def share_cookies(self, other: "Phone") -> None:
        """Be the same device as another phone for the server."""
        self.own_context.add_cookies(other.cookies())

    # --- errors

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("requestfailed", self._failed)

    def _error(self, error: Error) -> None:
        self.troubles.append(f"error: {error}")

    def forgive(self, *words: str) -> None:
        """Ignore errors with these words, however late: the test cuts the connection itself."""
        self.reusable = False
        self.expected |= {0}
        self.forgiven += words

    def _console(self, message: ConsoleMessage) -> None:
        status = re.search(r"status of (\d+)", message.text)
        known = ABORTED.match(message.text) or (status and int(status[1]) in self.expected)
        known = known or any(part in message.text for part in self.forgiven)
        if message.type == "error" and not known:
            self.troubles.append(f"console: {message.text} ({message.location.get('url')})")

    def _failed(self, request: Request) -> None:
        off = request.failure == SCRIPTS_OFF and not self.scripts
        if request.failure != LEFT_BEHIND and not off and 0 not in self.expected:
            self.troubles.append(f"failed: {request.url} {request.failure}")

    # --- pages and taps

    def go(self, path: str = "/") -> Response:
        """Open a page by its address or its path."""
        answer = self.page.goto(path if "://" in path else self.base + path)
        assert answer is not None
        return answer

    def tap(self, what: str | Locator) -> None:
        """Tap a thing by its handle, by a CSS selector, or as a locator."""
        self.taps += 1
        self.at(what).tap()

    def click(self, steps: str) -> None:
        """Press things at once and without touches, which takes a tenth of the time of taps."""
        self.page.evaluate(CLICK, steps.split())

    def walk(self, steps: str) -> None:
        """Tap one handle after the other; `field=text` types, `…？` waits for that question."""
        for step in steps.split():
            if typed := re.fullmatch(r"(#?[\w-]+)=(.+)", step):
                self.at(typed[1]).fill(typed[2])
            elif step.endswith("？"):
                self.asked(step)
            elif step.startswith("kind-"):
                self.kind(step.removeprefix("kind-"))
            else:
                self.tap(step)

    def at(self, what: str | Locator) -> Locator:
        if isinstance(what, Locator):
            return what
        plain = re.fullmatch(r"[\w-]+", what)
        return self.page.get_by_test_id(what) if plain else self.page.locator(what)

    def box(self, what: str | Locator) -> Box:
        """The place of the first match."""
        box = self.at(what).first.bounding_box()
        assert box, what
        return Box(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])

    def boxes(self, what: str | Locator) -> list[Box]:
        return [self.box(one) for one in self.at(what).all()]

    def text(self, what: str | Locator) -> str:
        """Its text without the marks around names."""
        return self.at(what).inner_text().translate(ISOLATES).strip()

    def says(self, what: str | Locator, text: str) -> None:
        """Wait until its text is this."""
        self.until(lambda: self.text(what) == text, f"{text}, not {self.text(what)}")

    def reopen(self) -> None:
        """Close the tab and open its page in a new one."""
        url = self.page.url
        self.page.close()
        self.page = self.own_context.new_page()
        self.watch(self.page)
        self.page.goto(url)

    def forget(self) -> None:
        """Empty everything that the browser stores except cookies."""
        self.page.evaluate(
            """new Promise((done) => { localStorage.clear(); sessionStorage.clear();
            const gone = indexedDB.deleteDatabase("scorekeeper");
            gone.onsuccess = gone.onerror = gone.onblocked = done; })
            .then(() => 1)"""
        )

    def until(self, seen: Callable[[], object], what: str) -> None:
        """Wait for a condition; `what` names it if it does not come true."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while not seen():
            assert time.monotonic() < end, f"waited in vain for {what}"
            self.page.wait_for_timeout(50)

    def hold(self, where: str, which: Callable[[Request], object] = bool) -> list[Route]:
        """Hold back requests to this address, all or those that match."""
        held: list[Route] = []
        self.page.route(
            where, lambda route: held.append(route) if which(route.request) else route.continue_()
        )
        return held

    def in_sight(self, handle: str) -> None:
        """Wait until it is visible above the bar without scrolling."""

        def fits() -> bool:
            box = self.box(handle)
            return box.top >= 0 and box.bottom <= self.box("#bar").top

        self.until(fits, f"{handle} above the bar")

    # --- tables and groups

    def table(self, game: str = "gamble", names: Sequence[str] = FOUR, *rounds: Any, **document: Any) -> str:
        """Import a table with these rounds and return its path."""
        given = {"format": 1, "game": game, "players": names, "rounds": rounds}
        return self.bring(given | document)

    def sit(self, game: str = "gamble", names: Sequence[str] = FOUR, *rounds: Any, **document: Any) -> str:
        """Import a table and open the entry of its next round."""
        path = self.table(game, names, *rounds, **document)
        self.enter(path)
        return path

    def circle(self) -> str:
        """The path of the first group on the start page, without opening it."""
        return self.found(r'"(/circles/[\w-]+/)"', "/")

    def invitation(self, path: str, role: str = "player") -> str:
        """The path of an invitation link, without opening a page."""
        return self.found(r'id="join-link".*? value="https?://[^/]+([^"]+)"', f"{path}?link={role}")

    def rounds(self, path: str) -> int:
        """The number of recorded rounds, without opening a page."""
        return self.ask(f"{path}rounds/").count('data-key="round-')

    def found(self, pattern: str, path: str) -> str:
        """The first group of a pattern in the source of a page."""
        match = re.search(pattern, self.ask(path), re.DOTALL)
        assert match, pattern
        return match[1]

    def start_table(self, names: Sequence[str]) -> str:
        """Post the form of a new table, open the table, and return its path."""
        path = self.post("/new/", name=names)
        self.go(path)
        return path

    def bring(self, document: dict[str, Any]) -> str:
        """Import a session document and return its path."""
        return self.post("/import/", document=json.dumps(document))

    def ask(self, path: str) -> str:
        """The source of a page, without opening it."""
        return self.own_context.request.get(self.base + path).text()

    def _token(self) -> str:
        """The CSRF token; the first answer of the server sets its cookie."""
        if not any(one["name"] == "csrftoken" for one in self.own_context.cookies(self.base)):
            self.ask("/")
        return next(one["value"] for one in self.own_context.cookies(self.base) if one["name"] == "csrftoken")

    def post(self, path: str, **fields: str | Sequence[str]) -> str:
        """Post a form without opening its page, and return the path of the redirect."""
        form = urlencode({"csrfmiddlewaretoken": self._token(), **fields}, doseq=True)
        answer = self.own_context.request.post(self.base + path, data=form, headers=FORM, max_redirects=0)
        assert answer.status == 302, answer.text()
        return answer.headers["location"]

    def _carried(self, path: str) -> dict[str, str]:
        """The hidden fields of a form of a table: the revision it was opened on, and an idempotency key."""
        revision = self.found(r'data-revision="(\d+)"', f"{path}rounds/")
        return {"revision": revision, "key": f"sent-at-revision-{revision}"}

    def end(self, path: str) -> None:
        """Post the form that ends a table."""
        self.post(f"{path}end/", **self._carried(path))

    def report(self, path: str, **facts: str) -> None:
        """Post the form of a round."""
        self.post(f"{path}rounds/new/", action="confirm", **self._carried(path), **facts)

    # --- entering a round

    def enter(self, path: str = "") -> None:
        """Open the entry of a round: by the button of the open table, or of the table at a path."""
        if path:
            self.go(f"{path}rounds/new/")
        else:
            self.tap("enter-result")
        self.live()

    def edit(self, path: str, number: int) -> None:
        """Open the correction of a round."""
        self.go(f"{path}rounds/{number}/edit/")
        self.live()

    def reload(self) -> None:
        """Load the entry again."""
        self.page.reload()
        self.live()

    def live(self) -> None:
        """Wait for the keys of an entry."""
        self.page.wait_for_selector(".entry.live")

    def asked(self, question: str) -> None:
        """Wait for this question on the felt and on the bar."""
        for place in ("[data-ask-text]:visible, [data-asked]:visible", "confirm"):
            expect(self.at(place)).to_be_visible()
            self.says(place, question)

    def previewed(self) -> None:
        """Wait for the payments of a whole round."""
        expect(self.at('#preview[data-ready="1"]')).to_be_visible()

    def ready(self) -> None:
        """Wait until the round can be recorded."""
        expect(self.at("#confirm:not(.wait)")).to_have_text("記録する")

    def restored(self, is_it: bool = True) -> None:
        """Wait for the line about a restored draft, or until it is hidden."""
        expect(self.at("[data-restored]")).to_be_visible(visible=is_it)

    def holds(self, seat: int, cards: str) -> None:
        """Wait until the form has this hand of a seat."""
        expect(self.at(f"hand-{seat}")).to_have_value(cards)

    def kind(self, key: str) -> None:
        if not self.at(f"kind-{key}").is_visible():
            self.tap("kind-more")
        self.tap(f"kind-{key}")

    def confirm(self) -> None:
        self.tap("confirm")

    def saved(self) -> None:
        """Wait for the table page."""
        self.page.wait_for_url(re.compile(r"/t/[^/]+/$"))

    def record(self) -> None:
        self.confirm()
        self.saved()

    # --- reading the table

    def loaded_once(self) -> None:
        """Mark the page, for `still_there`."""
        self.page.evaluate("window.stillHere = true")

    def still_there(self) -> None:
        assert self.page.evaluate("window.stillHere === true"), "the page was loaded again"

    def standing(self) -> list[int]:
        """The points on the table page, in the order of the seats there."""
        result: Iterable[str] = self.page.locator("#scores .seat-pts b").all_inner_texts()
        return [number(text) for text in result]

    def scores(self) -> dict[str, int]:
        names = self.page.locator("#scores .seat-name").all_inner_texts()
        return dict(zip(map(str.strip, names), self.standing(), strict=True))

    def expect_scores(self, **points: int) -> None:
        """Wait for these points; they may come as a live update."""
        assert sum(points.values()) == 0
        self.until(lambda: self.scores() == points, f"the points {points}")
        expect(self.page.locator("header .check0")).not_to_have_class(re.compile("bad"))


def number(text: str) -> int:
    """A number as it is shown: "−1,234" or "+50"."""
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


def as_phone(shape: Shape = SMALL, lang: str = "ja", desk: bool = False) -> dict[str, Any]:
    """The looks of a touch phone, or at a `desk` of a browser with mouse and keyboard."""
    return {
        "viewport": {"width": shape.width, "height": shape.height},
        "locale": lang,
        "has_touch": not desk,
        "is_mobile": not desk,
        "reduced_motion": "reduce",
        "device_scale_factor": 2,
    }


def open_phone(
    browser: Browser,
    base: str,
    shape: Shape,
    *,
    lang: str = "ja",
    dark: bool = False,
    js: bool = True,
    desk: bool = False,
    worker: bool = False,
) -> Phone:
    """A phone, or a browser at a `desk`, with a context of its own.

    The service worker is off unless a `worker` is wanted: it fetches all its files for every new phone.
    """
    context = browser.new_context(
        **as_phone(shape, lang, desk),
        color_scheme="dark" if dark else "light",
        java_script_enabled=js,
        service_workers="allow" if worker else "block",
    )
    if js:
        context.add_init_script(CSP_WATCH)
    return first_page(context, base, lang, js)


def first_page(context: BrowserContext, base: str, lang: str = "ja", scripts: bool = True) -> Phone:
    """A phone that shows a new page of this browser."""
    context.set_default_timeout(PATIENCE_MS)
    phone = Phone(context, context.new_page(), base, lang, scripts=scripts)
    phone.watch(phone.page)
    return phone
