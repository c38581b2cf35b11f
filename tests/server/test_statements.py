"""A prepared query gives what the query itself gives, whatever values it is asked with."""

from collections.abc import Callable
from threading import Thread

import pytest
from django.db import connection
from django.db.models import F, QuerySet
from django.test.utils import CaptureQueriesContext

from scorekeeper.circles.models import Circle, Device, Membership
from scorekeeper.server.statements import Select, Slot

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

MEMBERS = Select(
    lambda: (
        Membership.objects.filter(circle=Slot("circle"), device__name=Slot("name"))
        .select_related("device", "link")
        .annotate(circle_name=F("circle__name"))
        .order_by("-role")
    )
)
ROLES = Select(lambda: Membership.objects.filter(device=Slot("device")).values_list("role", flat=True))


def members(*roles: int) -> list[Membership]:
    circle = Circle.objects.create(name="夜")
    devices = [Device.objects.create(key_hash=f"{circle.pk} {role}", name="iPad") for role in roles]
    return [
        Membership.objects.create(circle=circle, device=device, role=role)
        for device, role in zip(devices, roles, strict=True)
    ]


def in_threads(ask: Callable[[], None], times: int) -> None:
    """Ask again and again, each time over a connection of its own."""

    def run() -> None:
        ask()
        connection.close()

    for _ in range(times):
        thread = Thread(target=run)
        thread.start()
        thread.join()


def test_rows_are_models_with_all_that_was_asked_for() -> None:
    one, two = members(1, 2)
    with CaptureQueriesContext(connection) as asked:
        result = MEMBERS(circle=one.circle_id, name="iPad")
        assert result == [two, one]
        assert [row.device for row in result] == [two.device, one.device]
        assert [(row.link, row.circle_name) for row in result] == [(None, "夜"), (None, "夜")]
    assert len(asked) == 1
    assert result[0].joined_at == two.joined_at


def test_each_use_has_its_own_values() -> None:
    one, two, other = *members(1, 2), *members(3)
    assert [ROLES(device=row.device_id) for row in (two, one, other)] == [[2], [1], [3]]
    assert ROLES.first(device=0) is None
    assert MEMBERS(circle=one.circle_id, name="' OR 1=1 --") == []
    with pytest.raises(KeyError):
        ROLES()


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_over_its_own_connection() -> None:
    [one], result = members(1), []

    def ask() -> None:
        result.append(ROLES(device=one.device_id))

    in_threads(ask, 2)
    assert result == [ROLES(device=one.device_id)] * 2 == [[1], [1]]


@pytest.mark.django_db(transaction=True)
def test_it_is_put_together_once_for_all_threads() -> None:
    [one], built = members(1), []

    def build() -> QuerySet[Membership, int]:
        built.append(1)
        return Membership.objects.filter(device=Slot("device")).values_list("role", flat=True)

    roles, result = Select(build), []

    def ask() -> None:
        result.append(roles(device=one.device_id))

    in_threads(ask, 3)
    assert (built, result) == ([1], [[1]] * 3)
