"""A made-up statistic: what CONTRIBUTING names for it is all that it takes."""

from collections.abc import Iterator

import pytest
from django.db import connection, models
from django.db.models import Sum

from scorekeeper.stats import people, tallies
from scorekeeper.stats.models import Tally
from scorekeeper.story.people import COUNTS
from tests.circle_pages import page, person
from tests.helpers import DOBON, Phone, text


@pytest.fixture(name="column")
def _column(db: None) -> Iterator[None]:
    """Add a column to ``Tally`` and its table."""
    models.PositiveIntegerField().contribute_to_class(Tally, "unlucky")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE stats_tally ADD COLUMN unlucky integer NOT NULL DEFAULT 0")
    yield
    [field] = (field for field in Tally._meta.local_fields if field.name == "unlucky")
    Tally._meta.local_fields.remove(field)
    Tally._meta._expire_cache()
    del Tally.unlucky


@pytest.mark.usefixtures("column")
def test_a_new_column_is_counted_and_shown(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two claims on Ben at one table, and one at another."""
    monkeypatch.setitem(tallies.PARTS, "unlucky", "victim")
    monkeypatch.setitem(people.SUMS, "unlucky", Sum("unlucky"))
    monkeypatch.setitem(COUNTS, "unlucky", "Stood there too early")
    phone.record(DOBON, DOBON)
    phone.open_table(("あき", "Ben", "Chie", "Dan"), phone.session.circle.public_id)
    phone.record(DOBON)
    records = {
        name: text(phone.get(page(phone, "person", person(phone, name).pk))) for name in ("Ben", "あき")
    }
    assert "Stood there too early 3 times" in records["Ben"]
    assert "Stood there too early 0 times" in records["あき"]
