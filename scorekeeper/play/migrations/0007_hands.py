import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("circles", "0004_remove_circle_link_nonce"),
        ("play", "0006_rules_have_them"),
    ]

    operations = [
        migrations.RenameField(model_name="round", old_name="facts", new_name="happened"),
        migrations.CreateModel(
            name="Hand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("cards", models.TextField(blank=True)),
                ("points", models.PositiveIntegerField(blank=True, null=True)),
                ("count", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ranks", models.TextField(blank=True)),
                ("claimed", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("entered_at", models.DateTimeField()),
                (
                    "entered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hands",
                        to="circles.device",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hands",
                        to="play.round",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hands", to="play.seat"
                    ),
                ),
            ],
            options={
                "ordering": ("round", "place"),
                "constraints": [models.UniqueConstraint(fields=("round", "seat"), name="hand_once")],
            },
        ),
    ]
