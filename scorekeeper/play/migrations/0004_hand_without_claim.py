"""The number that a hand claimed is in the facts and in the result of its round; nobody asked for this copy."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("play", "0003_night_settling"),)

    operations = (migrations.RemoveField("hand", "claimed"),)
