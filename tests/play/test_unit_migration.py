"""Payments of before get the unit of their table."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE = [("play", "0005_night_with_tables")]


@pytest.mark.django_db(transaction=True)
def test_payments_of_before_have_the_unit_of_their_table() -> None:
    """Two of a table in yen, of which one was made in points, and one of a table without a rate."""
    try:
        MigrationExecutor(connection).migrate(BEFORE)
        apps = MigrationExecutor(connection).loader.project_state(BEFORE).apps
        circle = apps.get_model("circles", "Circle").objects.create(public_id="a", name="a")
        night = circle.nights.create(day="2026-01-01")
        paid = apps.get_model("play", "SettlementPaid").objects
        for rate, money in (({"unit": "円"}, "120"), ({"unit": "円"}, ""), (None, "")):
            session = circle.sessions.create(
                public_id=f"{rate}{money}", night=night, game="gamble", rate=rate
            )
            paid.create(session=session, payer="0", payee="1", points=60, money=money)
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    apps = MigrationExecutor(connection).loader.project_state().apps
    rows = apps.get_model("play", "SettlementPaid").objects.order_by("pk")
    assert list(rows.values_list("money", "unit")) == [("120", "円"), ("", ""), ("", "")]
