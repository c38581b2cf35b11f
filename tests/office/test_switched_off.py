"""Without the admin nothing of it exists."""

import pytest
from django.apps import apps
from django.conf import settings
from django.http import Http404
from django.test import Client

from scorekeeper.circles.services import delete_circle, deleted_by, restore_circle
from tests.helpers import Phone


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/admin/circles/circle/"])
def test_the_admin_is_404(db: None, path: str) -> None:
    assert Client().get(path).status_code == 404


def test_there_are_no_tables_of_accounts() -> None:
    assert not {"auth", "admin", "sessions", "contenttypes"} & set(apps.app_configs)
    assert not set(settings.ADMIN_MIDDLEWARE) & set(settings.MIDDLEWARE)


def test_a_circle_deleted_by_nobody_is_not_for_everybody_to_bring_back(phone: Phone) -> None:
    circle = phone.session.circle
    delete_circle(circle, None)
    circle.refresh_from_db()
    assert circle.deleted_at
    assert not deleted_by(None).exists()
    with pytest.raises(Http404):
        restore_circle(circle.public_id, None)
