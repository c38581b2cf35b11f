"""Everybody has a colour of their own; those who had chosen none get one that few of the circle have."""

from collections import Counter, defaultdict

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

COLORS = 10


def give_colors(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give each person without a colour the one that the fewest people of the circle have, in their order."""
    player = apps.get_model("circles", "Player")
    used: dict[int, Counter[int]] = defaultdict(Counter)
    for circle, color in player.objects.exclude(color=None).values_list("circle_id", "color"):
        used[circle][color % COLORS] += 1
    rows = []
    for row in player.objects.filter(color=None).only("circle_id").order_by("pk"):
        counts = used[row.circle_id]
        row.color = min(range(COLORS), key=lambda color: (counts[color], color))
        counts[row.color] += 1
        rows.append(row)
    player.objects.bulk_update(rows, ("color",), batch_size=500)


class Migration(migrations.Migration):
    dependencies = (("circles", "0001_initial"),)

    operations = (
        migrations.RunPython(give_colors, migrations.RunPython.noop, elidable=True),
        migrations.AlterField("player", "color", models.PositiveSmallIntegerField(default=99)),
    )
