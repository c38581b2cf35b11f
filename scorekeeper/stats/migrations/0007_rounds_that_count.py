"""Only rounds that count are anybody's worst, and tables keep their order: all sessions are summed up anew."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def forget(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("stats", "Tallied").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("stats", "0006_own_wins_in_a_row")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop, elidable=True)]
