"""The tables stay; they belong to another part of the app from now on."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0001_initial"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="OpenHand"),
                migrations.DeleteModel(name="OpenRound"),
            ],
        ),
    ]
