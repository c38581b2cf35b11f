"""The admin is off: nothing of it is there; and switched on, Django finds nothing wrong with it."""

from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.http import Http404
from django.test import Client

from scorekeeper.circles.services import delete_circle, deleted_by, restore_circle
from scorekeeper.server.admin import MIDDLEWARE
from tests.helpers import Phone
from tests.server.running import manage


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/admin/circles/circle/"])
def test_there_is_no_such_page(db: None, path: str) -> None:
    assert Client().get(path).status_code == 404


def test_no_account_and_no_session_is_kept() -> None:
    assert not {"auth", "admin", "sessions", "contenttypes"} & set(apps.app_configs)
    assert not set(MIDDLEWARE) & set(settings.MIDDLEWARE)


@pytest.mark.long
def test_django_finds_nothing_wrong_with_it(tmp_path: Path) -> None:
    done = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", SCOREKEEPER_ADMIN="1")
    assert done.returncode == 0, done.stderr


def test_a_circle_deleted_by_nobody_is_not_for_everybody_to_bring_back(phone: Phone) -> None:
    circle = phone.session.circle
    delete_circle(circle, None)
    circle.refresh_from_db()
    assert circle.deleted_at
    assert not deleted_by(None).exists()
    with pytest.raises(Http404):
        restore_circle(circle.public_id, None)
