"""Phones that lie ready: what one test gives back the next one takes up, and nothing of the first is in it.

A browser that was here before has our scripts and styles, and its page is up: a third of what a visit costs.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

from tests.browser.phone import Phone, Shape, open_phone

MOST = 6
"""How many lie ready at once; each is a process of the browser."""
LASTING = ("add_init_script", "emulate_media", "expose_binding", "expose_function", "on", "set_viewport_size")
LASTING_ANYWHERE = ("add_init_script", "expose_binding", "expose_function", "grant_permissions", "on")
LASTING_TIME = ("install", "pause_at", "set_fixed_time", "set_system_time")
"""What cannot be taken back from a page, a browser and its clock; such a phone is thrown away."""

Look = tuple[str, Shape, dict[str, object]]
USUAL: dict[str, object] = {"lang": "ja", "dark": False, "js": True, "desk": False}


def lasting(phone: Phone) -> list[tuple[Any, str]]:
    page, context = phone.page, phone.context
    parts = ((page, LASTING), (context, LASTING_ANYWHERE), (context.clock, LASTING_TIME))
    return [(part, name) for part, names in parts for name in names]


@dataclass
class Ready:
    """A page in a browser of its own, to which nothing lasting has been done."""

    look: Look
    context: BrowserContext
    page: Page
    line: CDPSession
    altered: bool = False

    def watched(self, phone: Phone) -> Phone:
        """Lend it, and see whether anything lasting is done to it."""
        for part, name in lasting(phone):
            setattr(part, name, self._noting(getattr(part, name)))
        return phone

    def _noting(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any, **named: Any) -> Any:
            self.altered = True
            return act(*given, **named)

        return noted

    def empty(self, phone: Phone) -> bool:
        """Take everything out that the phone has got; whether it can be lent again."""
        if self.altered or phone.page is not self.page:
            return False
        for part, name in lasting(phone):
            delattr(part, name)
        phone.unwatch(self.page)
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.unroute_all()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.page.evaluate("sessionStorage.clear()")
        self.page.goto("about:blank")
        self.context.clear_cookies()
        self.line.send("Storage.clearDataForOrigin", {"origin": phone.base, "storageTypes": "all"})
        return True


@dataclass
class Shelf:
    """What lies ready, the latest last, and what is lent."""

    browser: Browser
    ready: list[Ready] = field(default_factory=list)
    lent: dict[int, Ready] = field(default_factory=dict)

    def take(self, base: str, shape: Shape, **wishes: Any) -> Phone:
        """A phone of this look: one that lies ready, or a new one."""
        look = (base, shape, USUAL | wishes)
        result = next((one for one in reversed(self.ready) if one.look == look), None)
        if result:
            self.ready.remove(result)
            phone = Phone(result.context, result.page, base, scripts=wishes.get("js", True))
            phone.watch(phone.page)
        else:
            phone = open_phone(self.browser, base, shape, **wishes)
            line = phone.context.new_cdp_session(phone.page)
            result = Ready(look, phone.context, phone.page, line)
        self.lent[id(phone)] = result
        return result.watched(phone)

    def put_back(self, phone: Phone) -> None:
        """Empty it for the next, or throw it away; a second page in a browser goes with the first."""
        theirs = (one.context for one in (*self.ready, *self.lent.values()))
        if id(phone) not in self.lent and phone.context in theirs:
            return
        lent, emptied = self.lent.pop(id(phone), None), False
        with suppress(Error):  # what cannot be emptied is thrown away
            emptied = lent is not None and lent.empty(phone)
        if lent and emptied:
            self.ready.append(lent)
        else:
            phone.context.close()
        if len(self.ready) > MOST:
            self.ready.pop(0).context.close()

    def close(self) -> None:
        """Throw everything away, also what is lent."""
        for one in (*self.ready, *self.lent.values()):
            one.context.close()
