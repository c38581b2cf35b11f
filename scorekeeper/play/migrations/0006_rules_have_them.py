"""The tables stay; they belong to another part of the app from now on."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0005_form_hash"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="RuleSet"),
            ],
        ),
    ]
