"""A test client that fills in forms as a browser without JavaScript does."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import override

from scorekeeper.circles.access import COOKIE, ensure_device
from scorekeeper.circles.models import Circle, CircleLink, Device, Role
from scorekeeper.circles.services import admit
from scorekeeper.games.families import family_of
from scorekeeper.play.idempotency import FormVersion, new_key
from scorekeeper.play.ledger import prepare
from scorekeeper.play.models import GameSession
from scorekeeper.play.results import differences
from scorekeeper.play.services import add_round, open_circle, start_session
from scorekeeper.play.table import Table
from scorekeeper.rules.forms import OptionsForm
from scorekeeper.rules.sets import usual
from scorekeeper.scoring.document import Document
from scorekeeper.scoring.registry import RULESETS

NAMES = ("あき", "Ben", "Chie", "大輔")
FIELDS = ("input", "button", "textarea", "select")
FORM = "application/x-www-form-urlencoded"

DOBON: Mapping[str, Any] = {
    "kind": "dobon",
    "callers": ["0"],
    "victim": "1",
    "card": "K",
    "hand-0": "2 J",
    "hand-1": "A 2 3",
    "hand-2": "A 2 3 10 K",
    "hand-3": "4",
}
"""The example in the rules, with a bystander and a hand that rounds to nothing."""

AFTER_DOBON = {"あき": 400, "Ben": -330, "Chie": -70, "大輔": 0}

OUT: Mapping[str, Any] = {
    "kind": "out",
    "winner": "2",
    "hand-0": "5",
    "hand-1": "K",
    "hand-3": "2 10",
}
DEAL: Mapping[str, Any] = {
    "kind": "deal",
    "landlord": "1",
    "bid": "2",
    "bombs": "0",
    "rockets": "0",
    "result": "farmers",
}
"""The landlord, who sits second, loses 2 points to each of the others."""
AFTER_OUT = {"あき": -10, "Ben": -10, "Chie": 80, "大輔": -60}


BESIDE_FORMS = re.compile(r"<(?!/?(?:form|select|option|textarea|input)\b)[^>]*>")
"""Tags without form data. They are removed first, since parsing a page takes longer than rendering it."""


class FormReader(HTMLParser):
    """The fields that a browser would send for each form, by the form's name or id (or its action).

    Of several forms with one action it is the last: what a message offers stands before the page's own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, list[str]]] = {}
        self.actions: dict[str, str] = {}
        self.form = ""
        self.select = ""
        self.textarea: tuple[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            own = given.get("name") or given.get("id", "").removeprefix("form")
            self.form = own or given.get("action", "")
            self.actions[self.form] = given.get("action", "")
            if not own or self.form not in self.forms:  # fields may stand before the form they name
                self.forms[self.form] = {}
        elif tag == "select":
            self.select = given.get("name", "")
            self._add(given, self.select, "")
        elif tag == "option" and "selected" in given:
            self._values(given)[self.select][-1] = given.get("value", "")
        elif tag == "textarea" and "name" in given:
            self.textarea = (given.get("form", self.form), given["name"])
            self._add(given, given["name"], "")
        elif tag == "input" and "name" in given:
            self._input(given)

    def handle_data(self, data: str) -> None:
        if self.textarea:
            form, name = self.textarea
            self.forms[form][name] = [data.removeprefix("\n")]  # one behind the tag is none of the text

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = ""
        if tag == "textarea":
            self.textarea = None

    def _values(self, given: dict[str, str]) -> dict[str, list[str]]:
        return self.forms.setdefault(given.get("form", self.form), {})

    def _add(self, given: dict[str, str], name: str, value: str) -> None:
        self._values(given).setdefault(name, []).append(value)

    def _input(self, given: dict[str, str]) -> None:
        ticked = given.get("type") in ("radio", "checkbox")
        if ticked and "checked" not in given:
            return
        if given.get("type") != "file":
            self._add(given, given["name"], given.get("value", "on" if ticked else ""))


def forms(response: HttpResponse) -> dict[str, dict[str, list[str]]]:
    """The filled-in fields of every form of a page."""
    reader = FormReader()
    reader.feed(BESIDE_FORMS.sub("", html(response)))
    return reader.forms


def entry_form(response: HttpResponse) -> dict[str, list[str]]:
    """The entry form as it stands on the page."""
    return {key: value for key, value in forms(response)["entry"].items() if key != "csrfmiddlewaretoken"}


def html(response: HttpResponse) -> str:
    return response.content.decode()


def words(page: str) -> str:
    """The visible text of HTML, with single spaces."""
    plain = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    return " ".join(unescape(plain).split())


def text(response: HttpResponse) -> str:
    """The visible text of a response."""
    return words(html(response))


def count_queries(ask: Callable[[], Any], status: int = 200) -> int:
    """The number of queries for a response with that status, or for any other result."""
    with CaptureQueriesContext(connection) as caught:
        answer = ask()
    assert getattr(answer, "status_code", status) == status
    return len(caught)


@cache
def usual_options(game: str) -> dict[str, str]:
    """The house rules on the page of a new table, which is rendered once for all tests."""
    page = Client().get(reverse("session_new"), {"game": game})
    return {key: value[-1] for key, value in forms(page)["new"].items() if key.startswith("opt-")}


class Phone(Client):
    """A browser with cookies of its own, in English, and the table that it shows."""

    def __init__(self, language: str = "en", **extra: Any) -> None:
        super().__init__(headers={"accept-language": language}, **extra)
        self.sid, self.language = "", language

    def post(self, path: str, data: Any = None, content_type: str = "", **extra: Any) -> HttpResponse:
        """Send a form as a browser does: as multipart if it has files or long texts."""
        if content_type or not isinstance(data, Mapping) or "document" in data or "file" in data:
            return super().post(path, data, content_type or MULTIPART_CONTENT, **extra)
        return super().post(path, urlencode(data, doseq=True), FORM, **extra)

    def open_table(
        self, names: tuple[str, ...] = NAMES, cid: str = "", game: str = "gamble", **options: object
    ) -> "Phone":
        """Start a session with these names and the default form, without its page.

        ``options`` are house rules that differ from the usual ones, as a form has them.
        """
        ruleset = RULESETS[game]
        rules = ruleset.defaults
        if options:
            sent = usual_options(game) | {f"opt-{key}": str(value) for key, value in options.items()}
            form = OptionsForm(ruleset, QueryDict(urlencode(sent)))
            assert not form.errors, form.errors
            rules = form.options()
        with transaction.atomic(), override(self.language):
            device = self.known()
            circle = Circle.objects.get(public_id=cid) if cid else open_circle(names, device)
            document = Document(ruleset, rules, names, stake=usual(ruleset).stake)
            self.sid = start_session(circle, prepare(document)).public_id
        return self

    def known(self) -> Device:
        """The phone's device in the database; a new one gets its cookie."""
        request = HttpRequest()
        request.META = {key: value for key, value in self.defaults.items() if key.startswith("HTTP_")}
        request.COOKIES = {name: one.value for name, one in self.cookies.items()}
        device = ensure_device(request)
        if key := getattr(request, "device_key", ""):
            self.cookies[COOKIE] = key
        return device

    def let_in(self, link: CircleLink) -> "Phone":
        """Join a circle by a link, without the page."""
        admit(self.known(), link)
        return self

    def sit_down(self, answer: HttpResponse) -> "Phone":
        """Remember the table that a response redirects to."""
        assert answer.status_code == 302, text(answer)
        self.sid = answer["Location"].strip("/").split("/")[1]
        return self

    def sit_at(self, other: "Phone") -> "Phone":
        """Join the circle of another phone by its link, and remember its table."""
        self.let_in(other.session.circle.links.get(role=Role.PLAYER, revoked_at=None))
        self.sid = other.sid
        return self

    def bring_in(self, document: Mapping[str, Any] | str) -> "Phone":
        """Import the document of a session, with defaults for missing keys."""
        whole = {"format": 1, "game": "gamble", "players": NAMES, "rounds": []}
        sent = document if isinstance(document, str) else json.dumps({**whole, **document})
        return self.sit_down(self.post(reverse("import_session"), {"document": sent}))

    def join_link(self) -> str:
        match = re.search(r"/join/[^\"]+", html(self.get(self.settings_url())))
        assert match
        return match[0]

    @property
    def session(self) -> GameSession:
        return GameSession.objects.get(public_id=self.sid)

    def circle_url(self) -> str:
        return reverse("circle", args=(self.session.circle.public_id,))

    def settings_url(self) -> str:
        return reverse("circle_settings", args=(self.session.circle.public_id,))

    def url(self, name: str, *args: object) -> str:
        """The address of a page of the table."""
        return reverse(name, args=(self.sid, *args))

    def show(self, name: str, *args: object) -> HttpResponse:
        response: HttpResponse = self.get(self.url(name, *args))
        assert response.status_code == 200
        return response

    def fill(self, facts: Mapping[str, Any], name: str = "round_new", *args: object) -> dict[str, Any]:
        """The entry form of the page, with ``facts`` filled in."""
        return {**entry_form(self.get(self.url(name, *args))), **facts}

    def send(
        self, data: Mapping[str, Any], action: str = "confirm", name: str = "round_new", *args: object
    ) -> HttpResponse:
        response: HttpResponse = self.post(self.url(name, *args), {**data, "action": action})
        return response

    def play(self, facts: Mapping[str, Any] = DOBON, name: str = "round_new", *args: object) -> HttpResponse:
        """Enter a round; if it is refused, confirm the preview that shows the objections.

        The form is fetched only if its page has hands that were collected.
        """
        blank = name == "round_new" and not self.session.open_rounds.exclude(state="closed").exists()
        filled = self.form_version() | dict(facts) if blank else self.fill(facts, name, *args)
        if (taken := self.send(filled, "confirm", name, *args)).status_code == 302:
            return taken
        filled = self.fill(facts, name, *args) if blank else filled
        preview = self.send(filled, "preview", name, *args)
        assert preview.status_code == 200, text(preview)
        action = "leave" if 'value="leave"' in html(preview) else "confirm"
        return self.send(entry_form(preview), action, name, *args)

    def record(self, *rounds: Mapping[str, Any]) -> "Phone":
        """Record rounds like ``play``, but without pages, for the set-up of a test."""
        for typed in rounds or (DOBON,):
            table = Table(self.session)
            form, post = family_of(table.ruleset).form, QueryDict(mutable=True)
            for name, value in typed.items():
                post.setlist(name, value if isinstance(value, list) else [value])
            parsed = form.parse(form.from_post(post), table)
            assert not parsed.errors, parsed.errors
            add_round(table, parsed.data, FormVersion(table.revision, new_key(), self.known()))
        return self

    def confirm_change(self, name: str, *args: object) -> HttpResponse:
        """Confirm a change of a round, as its confirmation page does."""
        row = {"row": self.session.rounds.get(position=args[0]).pk}
        response: HttpResponse = self.post(self.url(name, *args), {**self.form_version(), **row})
        return response

    def press(self, name: str) -> HttpResponse:
        """Press a button of the settle page: end or reopen the session."""
        response: HttpResponse = self.post(self.url(name), self.form_version())
        return response

    def form_version(self) -> dict[str, str]:
        """The fields of a form's revision and idempotency key."""
        return {"revision": str(self.session.revision), "key": new_key()}

    def points(self) -> dict[str, int]:
        """The stored points, which are compared with a replay."""
        table = Table(self.session)
        assert not list(differences(table))
        kept = {table.names[seat]: points for seat, points in self.session.standing["points"].items()}
        assert kept == dict(table.replay.state.balances)
        return kept
