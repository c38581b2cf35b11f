"""Tallies of an ended session have what was left in its pot; the tally says what lies with nobody still."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def sum_up_again(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Forget the sums of sessions with points elsewhere: the next page with statistics makes them again."""
    apps.get_model("stats", "Tallied").objects.exclude(session__standing__elsewhere=0).delete()


class Migration(migrations.Migration):
    dependencies = (("stats", "0001_initial"), ("play", "0006_unit_of_payments"))

    operations = (
        migrations.AddField("Tallied", "elsewhere", models.BigIntegerField(default=0)),
        migrations.RunPython(sum_up_again, migrations.RunPython.noop, elidable=True),
    )
