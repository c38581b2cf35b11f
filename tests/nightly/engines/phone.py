"""A phone with any browser's engine: what journeys do with it, and what each engine does in its own way."""

import time
from abc import abstractmethod
from collections.abc import Sequence

from tests.browser.phone import Pad

PATIENCE = 30.0
DOUBLE_TAP = 0.35
"""Seconds within which two taps are one gesture."""
WIDTH, HEIGHT = 390, 844
LANGUAGES = "ja,en"

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Point = tuple[float, float]

READY = """(() => {
  if (document.readyState !== 'complete') return null;
  const shown = [...document.querySelectorAll(%s)].filter((one) => one.checkVisibility());
  const button = shown[%s];
  if (!button || button.disabled) return null;
  button.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = button.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return top && (button.contains(top) || top.contains(button)) ? [Math.round(x), Math.round(y)] : null;
})()"""
"""The middle of a thing that can be tapped: it is in sight, and nothing lies over it."""


class Phone(Pad):
    """One browser with a profile of its own, at the address ``base``."""

    def __init__(self, base: str) -> None:
        self.base = base

    # --- what an engine does in its own way

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address, and wait until it is there."""

    @abstractmethod
    def ask(self, expression: str) -> Json:
        """The value of an expression in the page; None while the page is on its way to another."""

    @abstractmethod
    def press(self, point: Point) -> None:
        """Tap at so many CSS pixels from the corner of what is shown."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type into what has the focus."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    # --- what all do in the same way

    def go(self, path: str) -> None:
        """Open a page by its path."""
        self.goto(self.base + path)

    def until(self, expression: str, wanted: Json = True) -> None:
        """Wait until an expression in the page has a value."""
        end, result = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            if (result := self.ask(expression)) == wanted:
                return
            time.sleep(0.1)
        raise AssertionError(f"{expression} is {result!r}, not {wanted!r}; at {self.path}: {self.seen}")

    def tap(self, what: str, number: int = 0) -> None:
        """Tap a thing, by its handle or by a selector, as soon as it can be tapped and stands still."""
        selector = what if set(what) & set("#.[ ") else f"[data-testid='{what}']"
        end, last = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            now = self.ask(READY % (repr(selector), number))
            if now and now == last:
                assert isinstance(now, list)
                self.press((float(str(now[0])), float(str(now[1]))))
                return
            last = now
            time.sleep(0.05)
        raise AssertionError(f"{selector} [{number}] cannot be tapped at {self.path}: {self.seen}")

    def fill(self, selector: str, text: str, number: int = 0) -> None:
        """Type into a field."""
        time.sleep(DOUBLE_TAP)
        self.tap(selector, number)
        self.until(f"document.activeElement === document.querySelectorAll({selector!r})[{number}]")
        self.type(text)
        self.until(f"document.activeElement.value === {text!r}")

    @property
    def path(self) -> str:
        """The path of the page."""
        return str(self.ask("location.pathname"))

    @property
    def seen(self) -> str:
        """What the page says."""
        return str(self.ask("document.body && document.body.innerText.slice(0, 2000)"))

    def wait_for(self, text: str, selector: str = "main") -> None:
        """Wait until a part of the page holds a text."""
        part = f"document.querySelector({selector!r})"
        self.until(f"!!{part} && {part}.textContent.includes({text!r})")

    # --- a table

    def start_table(self, names: Sequence[str]) -> str:
        """Open a table by its page, and return its path."""
        self.go("/new/")
        for number, name in enumerate(names):
            self.fill("[data-seats] input[name=name]", name, number)
        self.tap("button[form=new]")
        self.until("/^\\/t\\/[^/]+\\/$/.test(location.pathname)")
        return self.path

    def enter(self) -> None:
        """Go from the table to a new round."""
        self.tap("enter-result")
        self.until("!!document.querySelector('.entry.live')")

    def kind(self, key: str) -> None:
        """Choose how a round ended."""
        self.tap(f"kind-{key}")

    def record(self) -> None:
        """Confirm the round, and wait for the table."""
        self.tap("#confirm:not(.wait)")
        self.until("/^\\/t\\/[^/]+\\/$/.test(location.pathname)")

    def expect_scores(self, *points: int) -> None:
        """Wait for the points on the table's page, in the order of the seats."""
        text = "[...document.querySelectorAll('#scores .seat-pts b')].map((one) => one.textContent.trim())"
        number = "Number(text.replace('−', '-').replace(/[^-0-9]/g, ''))"
        self.until(f"{text}.map((text) => {number})", list(points))
