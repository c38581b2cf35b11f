"""Rows for who played together, and the largest payment of each two; all sessions are summed up anew."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("stats", "Tallied").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("circles", "0006_changes"),
        ("play", "0011_who_played_always"),
        ("stats", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="versus",
            name="largest",
            field=models.BigIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rounds", models.PositiveIntegerField()),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="circles.player"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="circles.player"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="meetings",
                        to="play.gamesession",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("session", "one", "other"), name="meeting_once")
                ],
            },
        ),
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]
