"""An older version does not touch what a later one has changed, and says so in a line."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.server.errors import complaint
from scorekeeper.server.prepare import later_migrations, migrate

LATER = ("play", "9999_later")
WORDS = "another version of the scorekeeper has used it (play.9999_later)"


@pytest.mark.postgresql
@pytest.mark.django_db
def test_it_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    migrate()
    MigrationRecorder(connection).record_applied(*LATER)
    for command in ("start", "rescore"):
        with pytest.raises(DatabaseError) as refusal:
            migrate() if command == "start" else call_command(command)
        assert WORDS in complaint(refusal.value)
        assert len(complaint(refusal.value).splitlines()) == 1


def test_what_counts_as_later() -> None:
    ours = [("play", "0001_squashed"), ("rounds", "0001_initial")]
    assert later_migrations([*ours, ("auth", "0001_initial"), ("admin", "0003_logentry")]) == []
    assert later_migrations([*ours, LATER, ("leagues", "0001_initial")]) == [
        ("leagues", "0001_initial"),
        LATER,
    ]


def test_what_was_squashed_is_known_where_all_of_it_was_applied() -> None:
    first = [("archive", "0001_initial"), ("rounds", "0001_initial")]
    assert later_migrations([*first, ("archive", "0002_one_import")]) == []
    assert later_migrations(first) == [("archive", "0001_initial")]
