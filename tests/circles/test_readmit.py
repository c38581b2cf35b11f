"""A group that was opened by a form sent twice lets in both cookies that the browser may have kept."""

import secrets
from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.circles.access import hash_of
from scorekeeper.circles.models import Circle, Device, Membership, Role
from scorekeeper.circles.services import admit, make_link, open_circle, readmit, remove_device


def a_device() -> Device:
    return Device.objects.create(key_hash=hash_of(secrets.token_urlsafe(32)))


@pytest.mark.parametrize(("minutes", "let_in"), [(0, True), (9, True), (-9, True), (11, False), (-11, False)])
def test_for_ten_minutes_however_the_clock_is_set(db: None, minutes: int, let_in: bool) -> None:
    circle = Circle.objects.create(name="Friday")
    Circle.objects.update(created_at=timezone.now() - timedelta(minutes=minutes))
    circle.refresh_from_db()
    device = a_device()
    readmit(device, circle)
    assert Membership.objects.filter(device=device, role=Role.HOST).exists() is let_in


def test_also_where_somebody_who_came_by_a_link_was_put_out(db: None) -> None:
    circle, guest, device = open_circle("Friday", a_device()), a_device(), a_device()
    admit(guest, make_link(circle, Role.PLAYER, None))
    remove_device(Membership.objects.get(device=guest))
    readmit(device, circle)
    assert Membership.objects.filter(device=device, role=Role.HOST).exists()
