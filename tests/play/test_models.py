"""The columns of all tables, and data of an earlier version, which gets what came later."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.play.models import GameSession, OpenDebt

from .evenings import new_circle, over


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


@contextmanager
def earlier() -> Iterator[None]:
    """The database as an earlier version has left it, and then brought up to date."""
    MigrationExecutor(connection).migrate([("play", "0001_squashed")])
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.long
@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_what_no_page_has_asked_for_yet_is_open() -> None:
    over(new_circle(), {("Ben", "Aki"): 300})
    with earlier():
        OpenDebt.objects.all().delete()
    assert OpenDebt.objects.get().amount == "300"


@pytest.mark.long
@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_table_that_was_reopened_leaves_nothing_open() -> None:
    reopened, other = (over(circle, {("Ben", "Aki"): 300}) for circle in (new_circle(), new_circle()))
    with earlier():
        GameSession.objects.filter(pk=reopened.pk).update(ended_at=None)
    assert [row.session for row in OpenDebt.objects.all()] == [other]
