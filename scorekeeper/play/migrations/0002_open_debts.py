"""What tables leave to be paid is written with every change of them, and not when a page asks for it."""

from contextlib import suppress

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F

from scorekeeper.scoring.errors import ReadError


def store_missing(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Write the rows of every table whose changes no page has asked for yet; what was reopened has none."""
    from ..debts import store_open_debts
    from ..models import GameSession
    from ..table import Table

    sessions = apps.get_model("play", "GameSession").objects.all()
    running, over = sessions.filter(ended_at=None), sessions.filter(ended_at__isnull=False)
    apps.get_model("play", "OpenDebt").objects.filter(session__in=running).delete()
    for key in list(over.exclude(debts_at=F("revision")).values_list("pk", flat=True)):
        with suppress(ReadError):  # no page can show a table that cannot be read; ``rescore`` names it
            store_open_debts(Table(GameSession.objects.get(pk=key)))


class Migration(migrations.Migration):
    dependencies = (("play", "0001_squashed"),)

    operations = (
        migrations.RunPython(store_missing, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("GameSession", "debts_at"),
    )
