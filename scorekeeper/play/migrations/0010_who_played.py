"""Who played a seat in a round, and who paid whom in it; the payments are written after the migration."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def fill_in(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    seats = apps.get_model("play", "Seat").objects.filter(pk=OuterRef("seat_id"))
    results = apps.get_model("play", "SeatResult").objects
    results.update(player_id=Subquery(seats.values("player_id")[:1]))


class Migration(migrations.Migration):

    dependencies = [
        ("circles", "0004_remove_circle_link_nonce"),
        ("play", "0009_results"),
    ]

    operations = [
        migrations.AddField(
            model_name="roundresult",
            name="flowed",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="seatresult",
            name="player",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="results",
                to="circles.player",
            ),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Flow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", models.BigIntegerField()),
                (
                    "giver",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gave",
                        to="circles.player",
                    ),
                ),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="flows",
                        to="play.roundresult",
                    ),
                ),
                (
                    "taker",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="took",
                        to="circles.player",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
    ]
