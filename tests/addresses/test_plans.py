"""Every query uses an index, so that its cost follows what it returns.

``test_access.py`` checks the queries of every address.
"""

from datetime import timedelta
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.models import ForeignKey
from django.utils import timezone

from scorekeeper.circles.models import Circle, Device
from scorekeeper.groups.management.commands.housekeeping import count_unused, delete_unused
from scorekeeper.live.watch import find_subscriber, read_state
from scorekeeper.server.limits import DELETED_DAYS, UNUSED_DAYS
from tests.api.test_api import board_of
from tests.circle_pages import circle_of, membership
from tests.helpers import Phone
from tests.plans import MIGRATIONS, plans, read_whole

pytestmark = pytest.mark.postgresql

SWEPT = {
    MIGRATIONS: "a command sees whether the database is of this version",
    "circles_circle": "once a day: nearly all old circles have rounds, and an index tells of each whether so",
    "play_gamesession": "every one is scored again, or asked whether it has all that is derived",
    "play_roundresult": "the same, where that is fewer than there are sessions",
    "play_bill": "every one is asked what it leaves open",
}
"""Tables that commands read completely, in batches."""


def test_full_table_scans_are_found(db: None) -> None:
    with plans():
        assert read_whole("SELECT id FROM play_round WHERE voided", ()) == ["play_round"]
        assert read_whole('SELECT V0.id FROM "play_round" V0 WHERE V0.voided', ()) == ["play_round"]
        assert read_whole("SELECT id FROM play_round ORDER BY session_id", ()) == ["play_round"]
        assert read_whole("SELECT id FROM play_round WHERE session_id = %s", (1,)) == []


def test_an_evening_scans_no_table(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds are entered, corrected and voided, while phones and programs follow."""
    monkeypatch.setattr("scorekeeper.server.database.close_old_connections", lambda: None)
    with plans() as result:
        phone.play()
        phone.play({"hand-3": "5"}, "round_edit", 1)
        phone.confirm_change("round_void", 1)
        Phone().sit_at(phone).get(phone.url("table"))
        read_state([phone.session.pk], [membership(phone).pk])
        find_subscriber(phone.cookies["device"].value, phone.sid)
        board = board_of(phone)
        for name in ("api_circle", "api_sessions"):
            board.ask(name)
        board.ask("api_session", phone.sid)
    assert result.beside() == []


def test_commands_scan_only_known_tables(phone: Phone, stranger: Phone) -> None:
    """Housekeeping with something to delete, counted first; and rescoring."""
    phone.play()
    stranger.play()
    long_ago = timezone.now() - timedelta(days=DELETED_DAYS + UNUSED_DAYS)
    Circle.objects.filter(pk=circle_of(stranger).pk).update(deleted_at=long_ago)
    Device.objects.create(key_hash="0")
    Device.objects.update(last_seen=long_ago)
    with plans() as result:
        assert count_unused(timezone.now()).devices
        assert delete_unused(timezone.now()).deleted
        call_command("rescore", check=True, stdout=StringIO())
        call_command("rescore", stdout=StringIO())
    assert result.beside(*SWEPT) == []


def test_every_foreign_key_begins_an_index(db: None) -> None:
    """To delete a row, the database looks for all rows that refer to it."""
    bare = []
    with connection.cursor() as cursor:
        for model in apps.get_models():
            table = model._meta.db_table
            columns = {field.column for field in model._meta.concrete_fields if isinstance(field, ForeignKey)}
            known = connection.introspection.get_constraints(cursor, table).values() if columns else ()
            first = {each["columns"][0] for each in known if each["columns"] and not each["foreign_key"]}
            bare += [(table, column) for column in columns - first]
    assert bare == []
