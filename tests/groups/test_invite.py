"""The invitation at a table, and on the start page of a machine that serves phones."""

import re
from threading import Event
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.test import RequestFactory

from scorekeeper.groups import home, invite
from scorekeeper.groups.home import PhoneSeenMiddleware
from scorekeeper.groups.invite import QUIET_ZONE, invitation, qr_code
from scorekeeper.server import hosts
from tests.circle_pages import link_of, path_of, send
from tests.helpers import Phone, html, text

pytestmark = pytest.mark.django_db
URL, NUMBER = "http://laptop.local:8000/", "http://192.168.1.7:8000/"
HERE: dict[str, Any] = {"headers": {"host": "127.0.0.1:8000"}}


def invitation_url(phone: Phone, **query: str) -> str:
    """The link in the invitation on a table's page."""
    match = re.search(r'id="join-link"[^>]*value="([^"]+)"', html(phone.get(phone.url("table"), query)))
    return match[1].replace("&amp;", "&") if match else ""


def test_the_invitation_leads_to_the_table(phone: Phone) -> None:
    """Before the first round its code is large, and not folded."""
    address = f"http://testserver{path_of(link_of(phone, 'player'))}?t={phone.sid}"
    assert invitation_url(phone) == address
    before, _sign, code = html(phone.show("table")).partition('class="qr"')
    assert "<details" not in before.rsplit("<section", 1)[1]
    assert int(re.search(r'^[^>]* width="(\d+)"', code)[1]) >= 240
    guest = Phone()
    assert guest.get(address)["Location"] == phone.url("session_me")


def test_a_host_chooses_the_link(phone: Phone, player: Phone, viewer: Phone) -> None:
    """Players invite players, and viewers nobody."""
    assert path_of(link_of(phone, "viewer")) in invitation_url(phone, link="viewer")
    assert path_of(link_of(phone, "player")) in invitation_url(phone, link="player")
    assert path_of(link_of(phone, "player")) in invitation_url(phone, link="host")
    assert path_of(link_of(player, "player")) in invitation_url(player, link="viewer")
    assert "?link=viewer" not in html(player.get(player.url("table")))
    assert invitation_url(viewer) == ""
    assert 'id="invite"' not in html(viewer.get(viewer.url("table")))
    phone.record()
    assert '<details class="fold invite" id="invite">' in html(phone.show("table"))
    page = phone.get(phone.url("table"), {"link": "viewer"})
    assert '<details class="fold invite" id="invite" open>' in html(page)
    assert "can look at everything, but enter nothing" in text(page)


def test_the_qr_code_is_that_of_the_shown_link(phone: Phone, player: Phone, viewer: Phone) -> None:
    """Without a live link there is none, and the page says so."""
    address = invitation_url(phone, link="viewer")
    assert qr_code(address).path in html(phone.get(phone.url("code"), {"link": "viewer"}))
    assert qr_code(invitation_url(player)).path in html(player.get(player.url("code"), {"link": "viewer"}))
    send(phone, "link_revoke", link_of(phone, "player").pk)
    assert phone.get(phone.url("code")).status_code == 404
    assert invitation_url(phone) == ""
    assert "There is no such link just now." in text(phone.get(phone.url("table")))


def test_a_qr_code_has_quiet_zone_and_finder_patterns() -> None:
    """Version 1 has 21 modules; its three finders are squares of 7 in the corners."""
    code = qr_code("TABLE")
    assert code.size == 21 + 2 * QUIET_ZONE
    assert code.pixels == 261  # 29 modules of 9 pixels: 8 would be 232
    bars = {(int(x), int(y)): int(w) for x, y, w in re.findall(r"M(\d+) (\d+)h(\d+)v1", code.path)}
    for corner in ((4, 4), (4 + 14, 4), (4, 4 + 14), (4, 4 + 6), (4 + 14, 4 + 6), (4, 4 + 20)):
        assert bars[corner] == 7
    assert min(x for x, _ in bars) == min(y for _, y in bars) == QUIET_ZONE
    assert max(x + width for (x, _), width in bars.items()) == 21 + QUIET_ZONE


@pytest.fixture
def nets(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the machine's addresses and local name, and whether the server listens there."""

    def use(*addresses: str, answering: bool = True, name: str = "") -> None:
        for module in (hosts, invite, home):
            monkeypatch.setattr(module, "phone_addresses", lambda: list(addresses))
        monkeypatch.setattr(invite, "local_name", lambda address: name)
        monkeypatch.setattr(invite, "is_listening", lambda address, port: answering)

    return use


@pytest.mark.parametrize(
    ("host", "net", "base", "swapped", "here_only"),
    [
        *(
            (host, {}, "http://192.168.1.7:8000", True, False)
            for host in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000")
        ),
        ("127.0.0.1:8000", {"name": "laptop.local"}, "http://laptop.local:8000", True, False),
        ("10.1.2.3:8000", {}, "http://10.1.2.3:8000", False, False),
        ("127.0.0.1:8000", {"answering": False}, "http://127.0.0.1:8000", False, True),
        ("127.0.0.1:8000", {"addresses": ()}, "http://127.0.0.1:8000", False, True),
    ],
)
def test_the_invitation_has_an_address_for_other_phones(
    phone: Phone, nets: Any, host: str, net: dict[str, Any], base: str, swapped: bool, here_only: bool
) -> None:
    """In a browser on the machine its local name or address, elsewhere the address of the browser."""
    net = {"addresses": ("192.168.1.7", "10.0.0.2"), **net}
    nets(*net.pop("addresses"), **net)
    result = invitation(RequestFactory().get("/", HTTP_HOST=host), link_of(phone, "player"))
    assert result.url.partition("/join/")[0] == base
    assert (result.swapped, result.here_only) == (swapped, here_only)


def test_a_local_name_has_a_second_code_with_the_ip_address(phone: Phone, nets: Any) -> None:
    """Android before 12 cannot resolve local names.  An IP address has no second code."""
    nets("192.168.1.7", name="laptop.local")
    named, numbered = ({"headers": {"host": f"{host}:8000"}} for host in ("laptop.local", "192.168.1.7"))
    join = f"{path_of(link_of(phone, 'player'))}?t={phone.sid}"
    assert f'src="{phone.url("code")}?by=number' in html(phone.get(phone.url("table"), **named))
    for query, host in {"": "laptop.local", "?by=number": "192.168.1.7"}.items():
        code = phone.get(phone.url("code") + query, **named)
        assert qr_code(f"http://{host}:8000{join}").path in html(code)
    assert "by=number" not in html(phone.get(phone.url("table"), **numbered))
    assert phone.get(phone.url("code"), {"by": "number"}, **numbered).status_code == 404


@pytest.fixture
def at_home(nets: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """This machine is 192.168.1.7 and called laptop; no phone has connected.  Returns ``nets``."""
    monkeypatch.setattr(home, "PHONE_SEEN", Event())
    nets("192.168.1.7", name="laptop.local")
    return nets


def start(**request: Any) -> str:
    """The start page in a browser on this machine, or elsewhere by ``request``."""
    return html(Phone().get("/", **HERE | request))


def test_the_start_page_shows_the_address_for_phones(at_home: Any, phone: Phone) -> None:
    page = start()
    assert '<details class="panel fold" id="phones" open>' in page
    assert qr_code(URL).path in page
    assert URL in page
    assert NUMBER in page
    assert "A guest network often keeps devices apart." in page
    by_number = start(REMOTE_ADDR="192.168.1.7", headers={"host": "192.168.1.7:8000"})
    assert qr_code(NUMBER).path in by_number, "this machine by another of its addresses"
    assert '<details class="panel fold" id="phones">' in html(phone.get("/", **HERE)), "it has a group"
    at_home("192.168.1.7")
    page = start()
    assert qr_code(NUMBER).path in page, "without a local name"
    assert "Android" not in page
    at_home()
    page = start()
    assert "No network was found." in page
    assert "hotspot" in page
    assert "hx-get" not in page


def test_who_does_not_see_the_address_panel(at_home: Any, settings: Any) -> None:
    assert 'id="phones"' not in start(REMOTE_ADDR="192.168.1.20"), "a phone"
    at_home("192.168.1.7", answering=False)
    assert 'id="phones"' not in start(), "a server for this machine alone"
    at_home("192.168.1.7")
    settings.PUBLIC_URL = "https://cards.example.org"
    assert 'id="phones"' not in start(), "anybody behind a proxy"
    with pytest.raises(MiddlewareNotUsed):
        PhoneSeenMiddleware(lambda _request: None)  # type: ignore[arg-type, return-value]


def test_the_start_page_says_when_a_phone_has_connected(at_home: Any) -> None:
    """It polls for that line alone."""
    asked = re.search(r'hx-get="([^"]+)"', start())
    part = Phone().get("/" + asked[1], headers={"host": "127.0.0.1:8000", "hx-request": "true"})
    assert text(part).strip() == "No phone has opened it yet."
    start(REMOTE_ADDR="192.168.1.7")
    assert "No phone has opened it yet." in start(), "a browser on this machine is no phone"
    Phone().get("/referee/", REMOTE_ADDR="192.168.1.20", headers={"host": "laptop.local:8000"})
    page = start()
    assert "✓ Phones can open it." in page
    assert "hx-get" not in page, "nothing is left to ask for"
    assert '<details class="panel fold" id="phones">' in page
