"""Markup in names and notes is escaped on every page, in every language."""

from html.parser import HTMLParser

import pytest
from django.http import HttpResponse

from scorekeeper.circles.models import Circle, CircleLink, Device, Role
from scorekeeper.circles.services import make_link
from scorekeeper.play.models import GameSession
from scorekeeper.rules.models import RuleSet
from tests.addresses.test_access import ADDRESSES, NO_PAGES, PICTURES, addresses
from tests.helpers import Phone, html
from tests.seated import collect, join, send_hand, sit

__all__ = ["addresses"]

pytestmark = pytest.mark.django_db

NAMES = ("<script>x()</script>", '"><img src=x onerror=x()>', "';x();//</textarea>", "שלום&lt;b&gt;")
WORDS = "</title></p>" + NAMES[0] + NAMES[1]

TYPED = (
    *("name", "title", "label", "document", "code", "note"),
    *("hand-0", "card", "join", "unit", "key", "kind"),
)
"""Fields of forms, of which each form has some."""


class Reader(HTMLParser):
    """Collects elements that can only come from user input."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        handlers = [name for name in given if name.startswith("on")]
        inline = tag == "script" and not {"src", "nonce", "type"} & given.keys()
        if handlers or inline or tag == "style" or "style" in given or given.get("src") == "x":
            self.foreign.append(self.get_starttag_text() or tag)


def foreign(response: HttpResponse) -> list[str]:
    reader = Reader()
    reader.feed(html(response))
    return reader.foreign


@pytest.fixture
def phone(db: None) -> Phone:
    """A phone at a table whose names are markup."""
    return Phone().open_table(NAMES)


def name_everything(phone: Phone) -> None:
    circle = phone.session.circle
    make_link(circle, Role.PLAYER, None, NAMES[1])
    RuleSet.objects.update(name=WORDS)
    CircleLink.objects.update(label=NAMES[0])
    Circle.objects.update(name=WORDS)
    Device.objects.update(name=NAMES[1])
    GameSession.objects.update(rules_name=WORDS, title=WORDS)
    move = {"kind": "adjust", "from-0": "0", "to-0": "1", "points-0": "5", "reason-0": WORDS}
    assert phone.play(move).status_code == 302
    sit(phone, NAMES[0])
    ben = join(phone, NAMES[1], NAMES[1])
    collect(phone)
    send_hand(ben, "K")
    phone.session.open_rounds.update(note=WORDS)


@pytest.mark.parametrize(
    "language", ["zh-hans", *(pytest.param(each, marks=pytest.mark.long) for each in ("ja", "en"))]
)
def test_no_page_interprets_names_as_markup(phone: Phone, addresses: dict[str, str], language: str) -> None:
    name_everything(phone)
    text = 0
    for name, at in ADDRESSES.items():
        if "GET" not in at.access or name in PICTURES:
            continue
        response = phone.get(addresses[name], headers={"accept-language": language})
        if "html" in response["Content-Type"]:
            assert foreign(response) == [], name
            assert NAMES[0] not in html(response), name
            assert f'<html lang="{language}">' in html(response) or name in NO_PAGES, name
            text += "&lt;script&gt;x()" in html(response)
    assert text > 20


def test_refused_forms_do_not_interpret_input_as_markup(phone: Phone, addresses: dict[str, str]) -> None:
    """A refused form contains the input again."""
    name_everything(phone)
    for name, at in ADDRESSES.items():
        if "POST" not in at.access or name in ("device_remove", "link_revoke"):
            continue
        response = phone.post(addresses[name], dict.fromkeys(TYPED, WORDS))
        if "html" in response["Content-Type"]:
            assert foreign(response) == [], name
            assert NAMES[0] not in html(response), name
