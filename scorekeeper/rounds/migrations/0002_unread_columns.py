"""Who opened a round for the phones, when, and when it was closed: no page ever said it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("rounds", "0001_initial"),)

    operations = (
        migrations.RemoveField("OpenRound", "opened_by"),
        migrations.RemoveField("OpenRound", "created_at"),
        migrations.RemoveField("OpenRound", "closed_at"),
    )
