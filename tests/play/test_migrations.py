"""Data of the first version gets what came later: nights, numbers, units of payments, colours of people."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

BEFORE = [("circles", "0001_initial"), ("play", "0001_initial")]
STARTED = [
    (20, "gamble", "a"),
    (22, "dotenko", "a"),
    (29, "gamble", "a"),
    (30, "gamble", "a"),
    (21, "gamble", "b"),
]
"""Three of a night, of which two are of one game; one of the next; one of another circle."""
PAID = [({"unit": "円"}, "120"), ({"unit": "円"}, ""), (None, "")]
"""Payments of tables: two in yen, of which one was made in points, and one without a rate."""


@contextmanager
def first_version() -> Iterator[Any]:
    """The models of the first version; afterwards what was made by them is brought up to date."""
    try:
        MigrationExecutor(connection).migrate(BEFORE)
        yield MigrationExecutor(connection).loader.project_state(BEFORE).apps.get_model
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_data_of_the_first_version_is_brought_up_to_date() -> None:
    """12 people of whom the 2nd has chosen 0 and the 4th 14, which shows as 4."""
    with first_version() as model:
        circles = {
            name: model("circles", "Circle").objects.create(public_id=name, name=name) for name in "ab"
        }
        people = model("circles", "Player").objects
        for number in range(12):
            color = {1: 0, 3: 14}.get(number)
            people.create(circle=circles["a"], name=str(number), name_key=str(number), color=color)
        people.create(circle=circles["b"], name="x", name_key="x")
        tables = model("play", "GameSession").objects
        for number, (hour, game, name) in enumerate(STARTED):
            rate, money = PAID[number] if number < len(PAID) else (None, "")
            row = tables.create(public_id=str(number), circle=circles[name], game=game, rate=rate)
            at = timezone.make_aware(datetime(2026, 1, 1 + hour // 24, hour % 24, 0))
            tables.filter(pk=row.pk).update(started_at=at)
            if number < len(PAID):
                paid = model("play", "SettlementPaid").objects
                paid.create(session=row, payer="0", payee="1", points=60, money=money)
    model = MigrationExecutor(connection).loader.project_state().apps.get_model
    rows = model("play", "GameSession").objects.order_by("public_id")
    nights = rows.values_list("night__day", "night__circle__public_id", "number")
    assert [(f"{day:%d}", name, number) for day, name, number in nights] == [
        ("01", "a", 1), ("01", "a", 0), ("01", "a", 2), ("02", "a", 0), ("01", "b", 0),
    ]  # fmt: skip
    units = model("play", "SettlementPaid").objects.order_by("pk").values_list("money", "unit")
    assert list(units) == [("120", "円"), ("", ""), ("", "")]
    colors = list(model("circles", "Player").objects.order_by("pk").values_list("color", flat=True))
    assert colors == [1, 0, 2, 14, 3, 5, 6, 7, 8, 9, 0, 1, 0]
