"""One answer for all phones that would see the same: after a round they all ask within some milliseconds.

The first to ask is answered by Django, the others wait for that and get the very same bytes, without a thread
of their own.  Whether a phone may see the page, and as whom, is asked of the database for every request: for
all that came in meanwhile at once.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cachetools import TTLCache
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from scorekeeper.circles.access import COOKIE
from scorekeeper.circles.converters import PublicIdConverter
from scorekeeper.circles.limits import MEMBERS, name_of, wait_of_member
from scorekeeper.server.address import is_own
from scorekeeper.server.limits import CIRCLE_READS
from scorekeeper.server.pages import SHARED
from scorekeeper.server.ratelimit import wait_of_circle
from scorekeeper.server.shell import Answer, App, Receive, Scope, Send, origin, said

from .stream import cookies

START = "/t/"
PUBLIC_ID = re.compile(PublicIdConverter.regex)
FRESH_SECONDS = 3.0
"""How long an answer is kept: what it shows may also depend on what no revision counts, such as names."""
MOST = 200
AT_ONCE = 100
"""Requests that are looked up together at most."""
TRIES = 3
LANGUAGES = 64
"""Ways to ask for a language that are remembered: Django takes as long for one as for all the rest."""
SAME = (b"host", b"x-forwarded-proto", b"accept-encoding")
"""Headers that change an answer, besides language and device."""
ONCE = (*SAME, b"accept-language")
"""Headers of which Django joins several: such a request is left to it."""


class View(NamedTuple):
    """What an update of a page depends on, besides its address and language: nearly all who look on see the
    same, whoever they are."""

    session: int
    revision: int
    pad: int
    writes: bool
    seat: int | None


class Visit(NamedTuple):
    """The view of a device; it and its circle by their primary keys."""

    device: int
    circle: int
    view: View


Ask = tuple[str, str]
"""A device's cookie, and a table's public name."""
Look = Callable[[list[Ask]], Mapping[Ask, Visit]]


@dataclass(frozen=True, slots=True)
class Question:
    """What a request asks for: who, and what the answer depends on that stands in the request itself."""

    ask: Ask
    rest: tuple[object, ...]


class Lookups:
    """Asks the database for many at once: who comes while a question is asked waits for the next one."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._wanted: dict[Ask, asyncio.Future[Visit | None]] = {}
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live-fanout")

    async def __call__(self, ask: Ask) -> Visit | None:
        """Whom the cookie belongs to at that table; None where Django has to say."""
        found = self._wanted.setdefault(ask, asyncio.get_running_loop().create_future())
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return await asyncio.shield(found)

    async def _run(self) -> None:
        while self._wanted:
            asked = {ask: self._wanted.pop(ask) for ask in list(self._wanted)[:AT_ONCE]}
            try:
                found = await asyncio.get_running_loop().run_in_executor(
                    self._thread, self._look, list(asked)
                )
            except Exception:  # the database cannot be read: Django says so, in words
                found = {}
            for ask, future in asked.items():
                future.set_result(found.get(ask))

    def close(self) -> None:
        """End the thread; nobody asks any more."""
        self._thread.shutdown()


class Fanout:
    """Stands before the pages: answers what is kept, and passes on everything else.

    ``kept`` are answers by what they depend on, for a moment.
    """

    def __init__(self, app: App, lookups: Lookups, fresh: float = FRESH_SECONDS, most: int = MOST) -> None:
        self._app, self._lookups = app, lookups
        self.kept: TTLCache[object, Answer] = TTLCache(most, fresh)
        self._making: dict[object, asyncio.Future[None]] = {}

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request."""
        asked = question(scope)
        return self._answer(asked, scope, receive, send) if asked else self._app(scope, receive, send)

    async def _answer(self, asked: Question, scope: Scope, receive: Receive, send: Send) -> None:
        for _ in range(TRIES):
            seen = await self._lookups(asked.ask)
            if seen is None:
                break
            name = (seen.view, asked.rest)
            if making := self._making.get(name):
                await asyncio.shield(making)
            elif not self.kept.get(name):
                await self._make(name, seen.view, scope, receive, send)
                return
            if answer := self.kept.get(name):
                if _wait(scope, seen):
                    break
                await answer.pass_on(send)
                return
        await self._app(scope, receive, send)

    async def _make(self, name: object, view: View, scope: Scope, receive: Receive, send: Send) -> None:
        """Let Django answer, and keep the answer where it says that it is for all who have this view."""
        made = self._making[name] = asyncio.get_running_loop().create_future()
        answer = Answer()
        try:
            await self._app(scope, receive, answer)
            if scope.get(SHARED) == view and answer.is_for_all:
                self.kept[name] = answer
        finally:
            del self._making[name]
            made.set_result(None)
        await answer.pass_on(send)


def question(scope: Scope) -> Question | None:
    """What a request for an update asks for; None for all others, and for strangers."""
    if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(START):
        return None
    if b"live=1" not in scope["query_string"].split(b"&"):
        return None
    sent = cookies(scope)
    key = sent.get(COOKIE, "")
    headers = dict(scope["headers"])
    if any(sum(given == name for given, _value in scope["headers"]) > 1 for name in ONCE):
        return None
    if key not in MEMBERS or headers.keys() & {b"content-length", b"content-type", b"transfer-encoding"}:
        return None
    sid = scope["path"].removeprefix(START).partition("/")[0]
    if not PUBLIC_ID.fullmatch(sid):
        return None
    same = tuple(headers.get(name) for name in SAME)
    language = _language(sent.get(settings.LANGUAGE_COOKIE_NAME, ""), headers.get(b"accept-language", b""))
    return Question((key, sid), (scope["path"], scope["query_string"], language, same))


@lru_cache(LANGUAGES)
def _language(chosen: str, accepted: bytes) -> str:
    request = HttpRequest()
    request.COOKIES = {settings.LANGUAGE_COOKIE_NAME: chosen}
    request.META = {"HTTP_ACCEPT_LANGUAGE": accepted.decode("latin-1")}
    return get_language_from_request(request)


def _wait(scope: Scope, seen: Visit) -> int:
    """Count an answer as Django counts its own; returns 0, or the seconds to wait."""
    own = 0 if is_own(*said(scope)) else wait_of_member(name_of(seen.device), origin(scope), reading=True)
    return own or wait_of_circle(CIRCLE_READS, seen.circle)
