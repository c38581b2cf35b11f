"""Colours of people who had none: each gets one that few of the circle have."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE = [("circles", "0001_initial")]


@pytest.mark.django_db(transaction=True)
def test_data_of_before_gets_colours() -> None:
    """12 people of whom the 2nd has chosen 0 and the 4th 14, which shows as 4."""
    try:
        MigrationExecutor(connection).migrate(BEFORE)
        apps = MigrationExecutor(connection).loader.project_state(BEFORE).apps
        circle = apps.get_model("circles", "Circle").objects.create(public_id="a", name="A")
        other = apps.get_model("circles", "Circle").objects.create(public_id="b", name="B")
        player = apps.get_model("circles", "Player")
        for number in range(12):
            color = {1: 0, 3: 14}.get(number)
            player.objects.create(circle=circle, name=str(number), name_key=str(number), color=color)
        player.objects.create(circle=other, name="x", name_key="x")
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    colors = list(player.objects.order_by("pk").values_list("color", flat=True))
    assert colors == [1, 0, 2, 14, 3, 5, 6, 7, 8, 9, 0, 1, 0]
