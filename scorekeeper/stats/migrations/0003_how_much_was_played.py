"""Rounds and cards of each session; all sessions are summed up anew."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("stats", "Tallied").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("stats", "0002_who_played_together")]

    operations = [
        migrations.AddField(
            "tallied", "rounds", models.PositiveIntegerField(default=0), preserve_default=False
        ),
        migrations.AddField(
            "tallied", "cards", models.PositiveIntegerField(default=0), preserve_default=False
        ),
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]
