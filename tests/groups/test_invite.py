"""The invitation at a table: who sees which link, its address, and its QR code."""

import re
from typing import Any

import pytest
from django.test import RequestFactory

from scorekeeper.groups import invite
from scorekeeper.groups.invite import QUIET, invitation, qr_code
from tests.doors import link_of, path_of, send
from tests.helpers import Phone, html, text

pytestmark = pytest.mark.django_db


def shown(phone: Phone, **query: str) -> str:
    """The address that the table's page shows to be handed on."""
    match = re.search(r'id="join-link"[^>]*value="([^"]+)"', html(phone.get(phone.url("table"), query)))
    return match[1].replace("&amp;", "&") if match else ""


def test_leads_back_to_the_table(phone: Phone) -> None:
    address = f"http://testserver{path_of(link_of(phone, 'player'))}?t={phone.sid}"
    assert shown(phone) == address
    guest = Phone()
    assert guest.get(address)["Location"] == phone.url("session_me")


def test_the_host_chooses(phone: Phone) -> None:
    assert path_of(link_of(phone, "viewer")) in shown(phone, link="viewer")
    assert path_of(link_of(phone, "player")) in shown(phone, link="player")
    assert path_of(link_of(phone, "player")) in shown(phone, link="host")
    phone.record()
    assert '<details class="fold invite" id="invite">' in html(phone.show("table"))
    page = phone.get(phone.url("table"), {"link": "viewer"})
    assert '<details class="fold invite" id="invite" open>' in html(page)
    assert "can look at everything, but enter nothing" in text(page)


def test_players_bring_players_and_viewers_nobody(player: Phone, viewer: Phone) -> None:
    assert path_of(link_of(player, "player")) in shown(player, link="viewer")
    assert "?link=viewer" not in html(player.get(player.url("table")))
    assert shown(viewer) == ""
    assert 'id="invite"' not in html(viewer.get(viewer.url("table")))


def test_without_a_live_link(phone: Phone) -> None:
    send(phone, "link_revoke", link_of(phone, "player").pk)
    assert shown(phone) == ""
    assert "There is no such link just now." in text(phone.get(phone.url("table")))


def test_code_is_that_of_the_link_that_one_hands_on(phone: Phone, player: Phone, viewer: Phone) -> None:
    address = shown(phone, link="viewer")
    assert qr_code(address).path in html(phone.get(phone.url("code"), {"link": "viewer"}))
    assert qr_code(shown(player)).path in html(player.get(player.url("code"), {"link": "viewer"}))
    send(phone, "link_revoke", link_of(phone, "player").pk)
    assert phone.get(phone.url("code")).status_code == 404


def test_before_the_first_round_the_code_lies_open(phone: Phone) -> None:
    assert "<details" not in html(phone.show("table")).split('class="qr"')[0].rsplit("<section", 1)[1]
    width = re.search(r'class="qr"[^>]* width="(\d+)"', html(phone.show("table")))
    assert width
    assert int(width[1]) >= 240


def test_code_has_its_quiet_zone_and_finders() -> None:
    """Version 1 has 21 modules; its three finders are squares of 7 in the corners."""
    code = qr_code("TABLE")
    assert code.size == 21 + 2 * QUIET
    assert code.pixels == 261  # 29 modules of 9 pixels: 8 would be 232
    bars = {(int(x), int(y)): int(w) for x, y, w in re.findall(r"M(\d+) (\d+)h(\d+)v1", code.path)}
    for corner in ((4, 4), (4 + 14, 4), (4, 4 + 14), (4, 4 + 6), (4 + 14, 4 + 6), (4, 4 + 20)):
        assert bars[corner] == 7
    assert min(x for x, _ in bars) == min(y for _, y in bars) == QUIET
    assert max(x + width for (x, _), width in bars.items()) == 21 + QUIET


@pytest.fixture
def nets(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the machine's addresses and its name, and whether the server answers there."""

    def use(*addresses: str, answering: bool = True, name: str = "") -> None:
        monkeypatch.setattr(invite, "local_name", lambda address: name)
        monkeypatch.setattr(invite, "phone_addresses", lambda: list(addresses))
        monkeypatch.setattr(invite, "answers", lambda address, port: answering)

    return use


def asked(phone: Phone, host: str) -> tuple[str, bool, bool]:
    result = invitation(RequestFactory().get("/", HTTP_HOST=host), link_of(phone, "player"))
    return result.url.partition("/join/")[0], result.swapped, result.here_only


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
def test_an_address_that_other_phones_can_open(
    phone: Phone, nets: Any, host: str, net: dict[str, Any], base: str, swapped: bool, here_only: bool
) -> None:
    """On the machine itself its name or address in the network, elsewhere the address of the browser."""
    net = {"addresses": ("192.168.1.7", "10.0.0.2"), **net}
    nets(*net.pop("addresses"), **net)
    assert asked(phone, host) == (base, swapped, here_only)


def test_by_its_name_the_code_is_there_in_numbers_too(phone: Phone, nets: Any) -> None:
    """A phone that came by the name hands the name on; Android before 12 knows no such names."""
    nets("192.168.1.7", name="laptop.local")
    page = html(phone.get(phone.url("table"), headers={"host": "laptop.local:8000"}))
    join = f"{path_of(link_of(phone, 'player'))}?t={phone.sid}"
    assert f'src="{phone.url("code")}?by=number' in page
    for query, host in {"": "laptop.local", "?by=number": "192.168.1.7"}.items():
        code = phone.get(phone.url("code") + query, headers={"host": "laptop.local:8000"})
        assert qr_code(f"http://{host}:8000{join}").path in html(code)


def test_by_a_number_there_is_no_second_code(phone: Phone, nets: Any) -> None:
    nets("192.168.1.7", name="laptop.local")
    asked_by = {"headers": {"host": "192.168.1.7:8000"}}
    assert "by=number" not in html(phone.get(phone.url("table"), **asked_by))
    assert phone.get(phone.url("code"), {"by": "number"}, **asked_by).status_code == 404


def test_behind_a_proxy_the_public_address(phone: Phone, nets: Any, settings: Any) -> None:
    settings.PUBLIC_URL = "https://cards.example.org"
    nets("192.168.1.7")
    assert asked(phone, "127.0.0.1:8000") == ("https://cards.example.org", False, False)
