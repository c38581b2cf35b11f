"""Data of an earlier version gets what came later."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.play.models import OpenDebt

from .evenings import new_circle, over


@pytest.mark.long
@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_what_no_page_has_asked_for_yet_is_open() -> None:
    over(new_circle(), {("Ben", "Aki"): 300})
    MigrationExecutor(connection).migrate([("play", "0001_squashed")])
    OpenDebt.objects.all().delete()
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert OpenDebt.objects.get().amount == "300"
