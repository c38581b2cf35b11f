"""Another link into the circle."""

import pytest

from scorekeeper.circles import models
from scorekeeper.circles.models import CircleLink, Role
from scorekeeper.circles.services import revoke_link
from tests.doors import ask, circle_of, come_in, link_of, membership, path_of, send
from tests.helpers import Phone, forms, html, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", [Role.HOST, Role.PLAYER, Role.VIEWER])
def test_made(phone: Phone, role: Role) -> None:
    response = send(phone, "link_new", role=int(role), label="木曜 👩‍👧 <b>")
    assert (response.status_code, response["Location"]) == (302, phone.settings_url() + "#links")
    link = CircleLink.objects.latest("pk")
    assert (link.role, link.label, link.created_by) == (role, "木曜 👩‍👧 <b>", membership(phone).device)
    assert membership(come_in(phone, link=link)).role == role
    shown = phone.get(phone.settings_url())
    assert "木曜 👩‍👧 <b>" in text(shown)
    assert "木曜 👩‍👧 <b>" not in html(shown)


def test_the_form_as_it_comes_makes_a_link_for_players(phone: Phone) -> None:
    form = forms(ask(phone, "link_new"))["link"]
    assert send(phone, "link_new", **form).status_code == 302
    assert CircleLink.objects.latest("pk").role == Role.PLAYER


INVALID = [
    {},
    {"role": "0"},
    {"role": "4"},
    {"role": "x"},
    {"role": "2", "label": "x" * 41},
    {"role": "2", "label": "\x00"},
]


def test_invalid(phone: Phone) -> None:
    for data in INVALID:
        response = send(phone, "link_new", **data)
        assert response.status_code == 422
        assert '<p class="err"' in html(response)
        assert circle_of(phone).links.count() == 2


def test_the_label_keeps_it_from_being_handed_on(phone: Phone) -> None:
    """The table hands on the newest link without a label."""
    before = phone.join_link()
    send(phone, "link_new", role=2, label="only for Ken")
    assert phone.join_link() == before
    send(phone, "link_new", role=2)
    assert phone.join_link() != before


def test_where_all_have_labels_the_newest_is_handed_on(phone: Phone) -> None:
    revoke_link(link_of(phone, "player"))
    for label in ("Anna", "Zoe"):
        send(phone, "link_new", role=2, label=label)
    assert phone.join_link() == path_of(CircleLink.objects.latest("pk"))


def test_a_public_name_is_no_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-hV53tqCjCxT", "-", "V53tqCjC-xTh"])
    monkeypatch.setattr(models.secrets, "token_urlsafe", lambda size: next(drawn))
    assert models.new_public_id() == "V53tqCjC-xTh"
