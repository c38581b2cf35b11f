"""A payment in money keeps the unit that it was made in."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def keep_units(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give every payment in money the unit that its table has by now: nothing else is known of it."""
    session, paid = apps.get_model("play", "GameSession"), apps.get_model("play", "SettlementPaid")
    rated = session.objects.filter(rate__isnull=False, payments__isnull=False)
    for key, rate in dict(rated.values_list("pk", "rate")).items():
        paid.objects.filter(session=key).exclude(money="").update(unit=rate["unit"])


class Migration(migrations.Migration):
    dependencies = (("play", "0005_night_with_tables"),)

    operations = (
        migrations.AddField(
            "SettlementPaid",
            "unit",
            models.CharField(blank=True, default="", max_length=20),
            preserve_default=False,
        ),
        migrations.RunPython(keep_units, migrations.RunPython.noop, elidable=True),
    )
