"""Circles from before there were roles keep their links and their devices."""

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.crypto import salted_hmac

from scorekeeper.circles.access import link_by_token
from scorekeeper.circles.models import Circle, Role

OLD = [("circles", "0001_initial")]


def migrate(target: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(target)
    return executor.loader.project_state(target).apps


def migrate_all() -> None:
    migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())


@pytest.fixture
def _new_again() -> Iterator[None]:
    yield
    migrate_all()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_new_again")
def test_old_links_and_devices() -> None:
    apps = migrate(OLD)
    old = apps.get_model("circles", "Circle").objects.create(
        name="木曜会", public_id="abc-_1", link_nonce="n0nce"
    )
    devices = [apps.get_model("circles", "Device").objects.create(key_hash=str(n)) for n in range(3)]
    for device in devices:
        apps.get_model("circles", "Membership").objects.create(circle=old, device=device)
    digest = salted_hmac("circle.link", "abc-_1:n0nce", algorithm="sha256").digest()[:20]
    token = "abc-_1." + urlsafe_b64encode(digest).decode().rstrip("=")
    migrate_all()
    circle = Circle.objects.get(pk=old.pk)
    link = link_by_token(token)
    assert (link.circle, link.role) == (circle, Role.PLAYER)
    assert list(circle.links.values_list("role", flat=True)) == [Role.PLAYER, Role.VIEWER]
    came = [(row.role, row.link, row.ended_at) for row in circle.memberships.order_by("pk")]
    assert came == [(Role.HOST, None, None), (Role.PLAYER, link, None), (Role.PLAYER, link, None)]
    assert [row.entrances.get().link for row in circle.memberships.order_by("pk")] == [None, link, link]
