"""The way in for phones on the start page of the machine that serves them."""

import re
from threading import Event
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed

from scorekeeper.groups import home, invite
from scorekeeper.groups.home import PhoneSeenMiddleware
from scorekeeper.groups.invite import qr_code
from scorekeeper.server import hosts
from tests.helpers import Phone, html, text

pytestmark = pytest.mark.django_db

URL, NUMBER = "http://laptop.local:8000/", "http://192.168.1.7:8000/"
HERE: dict[str, Any] = {"headers": {"host": "127.0.0.1:8000"}}


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is 192.168.1.7 and called laptop; no phone has come."""
    monkeypatch.setattr(home, "PHONE_SEEN", Event())
    for module in (hosts, invite, home):
        monkeypatch.setattr(module, "phone_addresses", lambda: ["192.168.1.7"])
    monkeypatch.setattr(invite, "local_name", lambda _address: "laptop.local")
    monkeypatch.setattr(invite, "answers", lambda _address, _port: True)


def start(**request: Any) -> str:
    return html(Phone().get("/", **HERE | request))


def test_the_start_page_has_name_code_and_number() -> None:
    page = start()
    assert '<details class="panel fold" id="phones" open>' in page
    assert qr_code(URL).path in page
    assert URL in page
    assert NUMBER in page
    assert "A guest network often keeps devices apart." in page


def test_without_a_name_the_number_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invite, "local_name", lambda _address: "")
    page = start()
    assert qr_code(NUMBER).path in page
    assert "Android" not in page


def test_by_another_address_of_this_machine_too() -> None:
    assert qr_code(NUMBER).path in start(REMOTE_ADDR="192.168.1.7", headers={"host": "192.168.1.7:8000"})


def test_phones_do_not_see_it() -> None:
    assert 'id="phones"' not in start(REMOTE_ADDR="192.168.1.20")


def test_behind_a_proxy_nobody_sees_it(settings: Any) -> None:
    settings.PUBLIC_URL = "https://cards.example.org"
    assert 'id="phones"' not in start()
    with pytest.raises(MiddlewareNotUsed):
        PhoneSeenMiddleware(lambda _request: None)  # type: ignore[arg-type, return-value]


def test_a_server_for_this_machine_alone_does_not_offer_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invite, "answers", lambda _address, _port: False)
    assert 'id="phones"' not in start()


def test_without_a_network_it_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (hosts, invite, home):
        monkeypatch.setattr(module, "phone_addresses", list)
    page = start()
    assert "No network was found." in page
    assert "hotspot" in page
    assert "hx-get" not in page


def test_it_learns_that_a_phone_has_come() -> None:
    assert "No phone has opened it yet." in start()
    start(REMOTE_ADDR="192.168.1.7")
    assert "No phone has opened it yet." in start(), "a browser on this machine is no phone"
    Phone().get("/referee/", REMOTE_ADDR="192.168.1.20", headers={"host": "laptop.local:8000"})
    page = start()
    assert "✓ Phones can open it." in page
    assert "hx-get" not in page, "nothing is left to ask for"
    assert '<details class="panel fold" id="phones">' in page


def test_the_page_asks_for_that_line_alone() -> None:
    asked = re.search(r'hx-get="([^"]+)"', start())
    assert asked
    part = Phone().get("/" + asked[1], headers={"host": "127.0.0.1:8000", "hx-request": "true"})
    assert text(part).strip() == "No phone has opened it yet."


def test_it_is_folded_for_a_machine_that_has_a_group(phone: Phone) -> None:
    assert '<details class="panel fold" id="phones">' in html(phone.get("/", **HERE))
