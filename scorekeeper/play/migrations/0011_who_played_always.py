"""Every result of a seat says who played there."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("play", "0010_who_played"),
    ]

    operations = [
        migrations.AlterField(
            model_name="seatresult",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="results", to="circles.player"
            ),
        ),
    ]
