"""A phone in somebody's hand: it counts taps, remembers every error, and knows the pages' handles."""

import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

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
FORM = {"content-type": "application/x-www-form-urlencoded"}
CSP_WATCH = """document.addEventListener('securitypolicyviolation',
  (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))"""
SCRIPTS_OFF = "csp"
"""What becomes of scripts that a page wants early where the phone runs none."""
LEFT_BEHIND = "net::ERR_ABORTED"
"""A preview on its way when the page is left, or when a newer one takes its place; htmx logs its own too."""
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
"""What stands around names."""


def cards(*hands: str) -> str:
    """The keys of hands in the order in which the pad asks for them; "-" is an empty one."""
    keys = (" ".join(f"key-{rank}" for rank in hand.replace("-", "none").split()) for hand in hands)
    return " next ".join(keys)


class Pad(ABC):
    """A phone with the entry of a round before it."""

    @abstractmethod
    def tap(self, what: str) -> None:
        """Tap a thing by its handle."""

    def who(self, *seats: int) -> None:
        """Tap seats."""
        for seat in seats:
            self.tap(f"who-{seat}")

    def keys(self, cards: str) -> None:
        """Tap cards."""
        for rank in cards.split():
            self.tap(f"key-{rank}")

    def hands(self, *hands: str) -> None:
        """Tap in hands."""
        for handle in cards(*hands).split():
            self.tap(handle)


@dataclass
class Phone(Pad):
    """A page in a browser of its own; `taps` counts the taps since it was set to 0."""

    context: BrowserContext
    page: Page
    base: str
    taps: int = 0
    scripts: bool = True
    expected: set[int] = field(default_factory=set)
    forgiven: tuple[str, ...] = ()
    troubles: list[str] = field(default_factory=list)

    # --- looking after errors

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("requestfailed", self._failed)

    def _error(self, error: Error) -> None:
        self.troubles.append(f"error: {error}")

    def forgive(self, *words: str) -> None:
        """What the browser says of a line that the test cuts is no fault, however late it comes."""
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

    # --- moving about

    def go(self, path: str = "/") -> Response:
        """Open a page by its address or its path."""
        answer = self.page.goto(path if "://" in path else self.base + path)
        assert answer is not None
        return answer

    def tap(self, what: str | Locator) -> None:
        """Tap a thing by its handle, by a CSS selector, or as a locator."""
        self.taps += 1
        self.at(what).tap()

    def walk(self, steps: str) -> None:
        """Tap one thing after the other by their handles; `field=text` is typed in, `…？` has to be asked."""
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
        """Where the first of these stands."""
        box = self.at(what).first.bounding_box()
        assert box, what
        return Box(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])

    def boxes(self, what: str | Locator) -> list[Box]:
        return [self.box(one) for one in self.at(what).all()]

    def text(self, what: str | Locator) -> str:
        """What it says, without the marks around names."""
        return self.at(what).inner_text().translate(ISOLATES).strip()

    def says(self, what: str | Locator, text: str) -> None:
        """Wait until it says just this."""
        self.until(lambda: self.text(what) == text, f"{text}, not {self.text(what)}")

    def reopen(self) -> None:
        """The browser was closed and is opened again; what it had stored is still there."""
        url = self.page.url
        self.page.close()
        self.page = self.context.new_page()
        self.watch(self.page)
        self.page.goto(url)

    def forget(self) -> None:
        """Somebody emptied what this browser had stored, but for who it is."""
        self.page.evaluate(
            """new Promise((done) => { localStorage.clear();
            const gone = indexedDB.deleteDatabase("scorekeeper");
            gone.onsuccess = gone.onerror = gone.onblocked = done; })
            .then(() => 1)"""
        )

    def until(self, seen: Callable[[], object], what: str) -> None:
        """Wait for something that no page shows; `what` it was is said when it does not come."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while not seen():
            assert time.monotonic() < end, f"waited in vain for {what}"
            self.page.wait_for_timeout(50)

    def hold(self, where: str, which: Callable[[Request], object] = bool) -> list[Route]:
        """Keep back what is asked for there, or only some of it."""
        held: list[Route] = []
        self.page.route(
            where, lambda route: held.append(route) if which(route.request) else route.continue_()
        )
        return held

    def in_sight(self, handle: str) -> None:
        """It can be tapped where the page stands, above the bar, once that speaks of the last tap."""

        def fits() -> bool:
            box = self.box(handle)
            return box.top >= 0 and box.bottom <= self.box("#bar").top

        self.until(fits, f"{handle} above the bar")

    # --- tables and groups

    def table(self, game: str = "gamble", names: Sequence[str] = FOUR, *rounds: Any, **document: Any) -> str:
        """Bring in a table with these rounds, and return its path."""
        given = {"format": 1, "game": game, "players": names, "rounds": rounds}
        return self.bring(given | document)

    def sit(self, game: str = "gamble", names: Sequence[str] = FOUR, *rounds: Any, **document: Any) -> str:
        """Bring in a table, and open the entry of its next round."""
        path = self.table(game, names, *rounds, **document)
        self.enter(path)
        return path

    def circle(self) -> str:
        """The path of the first group on the first page, without opening it."""
        return self.found(r'"(/circles/[\w-]+/)"', "/")

    def invitation(self, path: str, role: str = "player") -> str:
        """The path of the link that a table hands on, without opening its page."""
        return self.found(r'id="join-link".*? value="https?://[^/]+([^"]+)"', f"{path}?link={role}")

    def rounds(self, path: str) -> int:
        """How many rounds the list of a table has, without opening it."""
        return self.ask(f"{path}rounds/").count('data-key="round-')

    def found(self, pattern: str, path: str) -> str:
        """What stands on a page that is not opened."""
        match = re.search(pattern, self.ask(path), re.DOTALL)
        assert match, pattern
        return match[1]

    def start_table(self, names: Sequence[str]) -> str:
        """Open a table with the form of its page, without a tap, and return its path."""
        path = self.post("/new/", name=names)
        self.go(path)
        return path

    def seat(self, names: Sequence[str]) -> str:
        """Fill in the names on the page of a new table, open it and return its path."""
        fields = self.page.locator("[data-seats] input[name=name]")
        for index, name in enumerate(names):
            if not fields.nth(index).is_visible():  # Enter shows the next one
                fields.nth(index - 1).press("Enter")
            fields.nth(index).fill(name)
        self.tap("button[form=new]")
        self.page.wait_for_url(re.compile(r"/t/[^/]+/$"))
        return self.page.url.removeprefix(self.base)

    def bring(self, document: dict[str, Any]) -> str:
        """Bring in a whole session and return its path."""
        return self.post("/import/", document=json.dumps(document))

    @contextmanager
    def _beside(self) -> Iterator[str]:
        """Where to send what no page sends: only the browser itself knows the server's other name."""
        name = urlsplit(self.base).hostname or ""
        if name == LOOPBACK:
            yield self.base
        else:
            self._known_as(LOOPBACK)
            yield self.base.replace(name, LOOPBACK)
            self._known_as(name)

    def _known_as(self, name: str) -> None:
        """Show all cookies under this name of the server too."""
        self.context.add_cookies([{**one, "domain": name} for one in self.context.cookies()])  # type: ignore[list-item, typeddict-item]

    def ask(self, path: str) -> str:
        """The text of a page that is not opened."""
        with self._beside() as base:
            return self.context.request.get(base + path).text()

    def _token(self) -> str:
        """What every form carries: the browser has it as a cookie once it was here."""
        if not any(one["name"] == "csrftoken" for one in self.context.cookies(self.base)):
            self.ask("/")
        return next(one["value"] for one in self.context.cookies(self.base) if one["name"] == "csrftoken")

    def post(self, path: str, **fields: str | Sequence[str]) -> str:
        """Send the form of a page that is not opened, and return the path that it leads to."""
        form = urlencode({"csrfmiddlewaretoken": self._token(), **fields}, doseq=True)
        with self._beside() as base:
            answer = self.context.request.post(base + path, data=form, headers=FORM, max_redirects=0)
        assert answer.status == 302, answer.text()
        return answer.headers["location"]

    def _carried(self, path: str) -> dict[str, str]:
        """What a form of a table carries: the state that it was made from, and a key of its own."""
        revision = self.found(r'data-revision="(\d+)"', f"{path}rounds/")
        return {"revision": revision, "key": f"sent-at-revision-{revision}"}

    def end(self, path: str) -> None:
        """End a table with the form of its settling page, without a tap."""
        self.post(f"{path}end/", **self._carried(path))

    def report(self, path: str, **facts: str) -> None:
        """Record a round with the form of its page, which is not opened."""
        self.post(f"{path}rounds/new/", action="confirm", **self._carried(path), **facts)

    # --- entering a round

    def enter(self, path: str = "") -> None:
        """Go to the entry of a round: by the button of the table that is open, or by the path of another."""
        if path:
            self.go(f"{path}rounds/new/")
        else:
            self.tap("enter-result")
        self.live()

    def edit(self, path: str, number: int) -> None:
        """Open a round of a table to be corrected."""
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
        """The felt asks it, and the bar too."""
        for place in ("[data-ask-text]:visible, [data-asked]:visible", "confirm"):
            expect(self.at(place)).to_be_visible()
            self.says(place, question)

    def previewed(self) -> None:
        """Wait for the payments of a whole round."""
        expect(self.at('#preview[data-ready="1"]')).to_be_visible()

    def restored(self, is_it: bool = True) -> None:
        """Wait for the line that says that a draft came back, or until there is none."""
        expect(self.at("[data-restored]")).to_be_visible(visible=is_it)

    def holds(self, seat: int, cards: str) -> None:
        """Wait for the hand of a seat in the form."""
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
        """From now on the page is not to be loaded again."""
        self.page.evaluate("window.stillHere = true")

    def still_there(self) -> None:
        assert self.page.evaluate("window.stillHere === true"), "the page was loaded anew"

    def standing(self) -> list[int]:
        """The points on the table page, in seat order as the page shows the seats."""
        result: Iterable[str] = self.page.locator("#scores .seat-pts b").all_inner_texts()
        return [number(text) for text in result]

    def scores(self) -> dict[str, int]:
        names = self.page.locator("#scores .seat-name").all_inner_texts()
        return dict(zip(map(str.strip, names), self.standing(), strict=True))

    def expect_scores(self, **points: int) -> None:
        """Wait for these points, which may come from another phone."""
        assert sum(points.values()) == 0
        self.until(lambda: self.scores() == points, f"the points {points}")
        expect(self.page.locator("header .check0")).not_to_have_class(re.compile("bad"))


def number(text: str) -> int:
    """A number as it is shown: "−1,234" or "+50"."""
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


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
    """A touch phone, or at a `desk` a mouse and a keyboard.

    Only with `worker` it gets the service worker, which fetches everything once for every new phone.
    """
    held = browser.new_context(
        viewport={"width": shape.width, "height": shape.height},
        locale=lang,
        has_touch=not desk,
        is_mobile=not desk,
        color_scheme="dark" if dark else "light",
        java_script_enabled=js,
        reduced_motion="reduce",
        device_scale_factor=2,
        service_workers="allow" if worker else "block",
    )
    held.set_default_timeout(PATIENCE_MS)
    if js:
        held.add_init_script(CSP_WATCH)
    phone = Phone(held, held.new_page(), base, scripts=js)
    phone.watch(phone.page)
    return phone
