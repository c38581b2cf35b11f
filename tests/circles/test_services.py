"""仲間: joining checks link and code again under the lock, and changes are logged."""

import secrets
from datetime import timedelta

import pytest
from django.http import Http404

from scorekeeper.circles import codes, services
from scorekeeper.circles.access import hash_of
from scorekeeper.circles.codes import live_code, recover, renew_recovery_code
from scorekeeper.circles.models import Circle, CircleChange, Device, Membership, Role
from scorekeeper.circles.services import admit, delete_circle, make_link, open_circle, readmit, remove_device
from tests.circle_pages import circle_of, link_of, membership, page, send
from tests.helpers import Phone, forms

pytestmark = pytest.mark.postgresql


@pytest.mark.parametrize("closed", ["revoked", "deleted"])
def test_a_code_that_was_revoked_meanwhile_admits_nobody(phone: Phone, closed: str) -> None:
    """A host revokes it after the form of a phone was validated."""
    circle, device = circle_of(phone), Device.objects.create(key_hash="other")
    found = live_code(renew_recovery_code(circle, None))
    if closed == "revoked":
        codes.revoke_recovery_code(circle, None)
    else:
        delete_circle(circle, None)
    with pytest.raises(Http404):
        recover(found, device)
    assert not Membership.objects.filter(device=device).exists()


def test_a_link_to_a_group_that_was_deleted_meanwhile_admits_nobody(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the link was read."""
    link, device, enter = link_of(phone, "player"), Device.objects.create(key_hash="x"), services.enter_circle

    def late(*args: object) -> object:
        delete_circle(link.circle, None)
        return enter(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(services, "enter_circle", late)
    with pytest.raises(Http404):
        admit(device, link)
    assert not Membership.objects.filter(device=device).exists()


def new_device() -> Device:
    return Device.objects.create(key_hash=hash_of(secrets.token_urlsafe(32)))


def test_a_repeated_form_readmits_its_host_for_ten_minutes(db: None) -> None:
    """Also after a guest was removed."""
    for minutes, let_in in ((0, True), (9, True), (-9, True), (11, False), (-11, False)):
        circle, device = Circle.objects.create(name="Friday"), new_device()
        circle.created_at -= timedelta(minutes=minutes)
        readmit(device, circle)
        assert device.memberships.filter(role=Role.HOST).exists() is let_in, minutes
    circle, guest, device = open_circle("Friday", new_device()), new_device(), new_device()
    admit(guest, make_link(circle, Role.PLAYER, None))
    remove_device(Membership.objects.get(device=guest))
    readmit(device, circle)
    assert device.memberships.filter(role=Role.HOST).exists()


def log_of(phone: Phone) -> list[tuple[str, object, object]]:
    """The changes that a phone made in its circle."""
    own = membership(phone).device
    changes = CircleChange.objects.filter(circle=circle_of(phone), device=own)
    return [(row.action, row.before, row.after) for row in changes]


def test_the_log_has_links_made_and_revoked(phone: Phone, player: Phone) -> None:
    """Not those that a new group comes with.  Then a phone is removed, and its link replaced."""
    assert log_of(phone) == []
    send(phone, "link_new", role="2", label="For Eva")
    made = CircleChange.objects.get()
    address = page(phone, "link_revoke", made.link.pk)
    phone.post(address, {**forms(phone.get(address))["revoke"], "fresh": "1"})
    values = {"role": "player", "label": "For Eva"}
    assert log_of(phone) == [("link", None, values), ("revoke", values, None), ("link", None, values)]

    link, removed = link_of(player, "player"), membership(player)
    send(phone, "device_remove", removed.pk, change="1")
    values = {"role": "player", "label": ""}
    assert log_of(phone)[3:] == [
        ("revoke", values, None),
        ("link", None, values),
        ("remove", {"name": "Android"}, None),
    ]
    assert CircleChange.objects.filter(action="revoke").latest("pk").link == link
    assert CircleChange.objects.get(action="remove").phone == removed.device
