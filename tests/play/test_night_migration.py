"""Tables of before get the night of their start, and a number where their game was played twice in it."""

from datetime import datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

BEFORE = [("play", "0001_initial")]


@pytest.mark.django_db(transaction=True)
def test_tables_of_before_belong_to_nights() -> None:
    """Three of a night, of which two are of one game; one of the next; one of another circle."""
    begun = [
        (20, "gamble", "a"),
        (22, "dotenko", "a"),
        (29, "gamble", "a"),
        (30, "gamble", "a"),
        (21, "gamble", "b"),
    ]
    try:
        MigrationExecutor(connection).migrate(BEFORE)
        apps = MigrationExecutor(connection).loader.project_state(BEFORE).apps
        circle = apps.get_model("circles", "Circle").objects
        circles = {name: circle.create(public_id=name, name=name) for name in "ab"}
        session = apps.get_model("play", "GameSession").objects
        for number, (hour, game, name) in enumerate(begun):
            row = session.create(public_id=str(number), circle=circles[name], game=game)
            at = datetime(2026, 1, 1 + hour // 24, hour % 24, 0)
            session.filter(pk=row.pk).update(started_at=timezone.make_aware(at))
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    after = MigrationExecutor(connection).loader.project_state().apps.get_model("play", "GameSession").objects
    rows = after.order_by("public_id").values_list("night__day", "night__circle__public_id", "number")
    assert [(f"{day:%d}", name, number) for day, name, number in rows] == [
        ("01", "a", 1),
        ("01", "a", 0),
        ("01", "a", 2),
        ("02", "a", 0),
        ("01", "b", 0),
    ]
