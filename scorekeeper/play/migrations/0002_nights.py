"""Tables belong to a night, by when they began; payments of several tables can be ticked in one go."""

from collections import defaultdict
from datetime import timedelta

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

SINCE_MIDNIGHT = timedelta(hours=6)


def make_nights(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give every table the night of its start, and a number where its game was played twice in it."""
    session, night = apps.get_model("play", "GameSession"), apps.get_model("play", "Night")
    tables = defaultdict(list)
    for row in session.objects.only("circle_id", "game", "started_at").order_by("started_at", "pk"):
        tables[row.circle_id, timezone.localdate(row.started_at - SINCE_MIDNIGHT)].append(row)
    for (circle, day), rows in tables.items():
        made = night.objects.create(circle_id=circle, day=day)
        games = defaultdict(list)
        for row in rows:
            row.night = made
            games[row.game].append(row)
        for alike in games.values():
            for number, row in enumerate(alike, 1):
                row.number = number if len(alike) > 1 else 0
        session.objects.bulk_update(rows, ("night", "number"), batch_size=500)


class Migration(migrations.Migration):
    dependencies = (("circles", "0002_person_colors"), ("play", "0001_initial"))

    operations = (
        migrations.CreateModel(
            "Night",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("name", models.CharField(blank=True, max_length=60)),
                (
                    "circle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="nights",
                        to="circles.circle",
                    ),
                ),
            ],
            {
                "ordering": ("-day",),
                "constraints": (
                    models.UniqueConstraint(fields=("circle", "day"), name="night_once_a_day"),
                ),
            },
        ),
        migrations.AddField(
            "GameSession",
            "night",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sessions",
                to="play.night",
            ),
        ),
        migrations.AddField("GameSession", "number", models.PositiveSmallIntegerField(default=0)),
        migrations.RunPython(make_nights, migrations.RunPython.noop, elidable=True),
    )
