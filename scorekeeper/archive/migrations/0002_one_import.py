from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def stop_imports(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What a server was importing when it was stopped waits for consent again."""
    apps.get_model("archive", "Arrival").objects.filter(state="coming").update(state="asking", done=0)


class Migration(migrations.Migration):
    dependencies = [("archive", "0001_initial")]

    operations = [
        migrations.RenameField("Arrival", "told", "result"),
        migrations.RunPython(stop_imports, migrations.RunPython.noop),
        migrations.AddConstraint(
            "Arrival",
            models.UniqueConstraint(
                condition=models.Q(state="coming"), fields=("state",), name="one_import_at_a_time"
            ),
        ),
    ]
