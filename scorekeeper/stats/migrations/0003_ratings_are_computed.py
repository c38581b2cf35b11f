from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("stats", "0002_points_elsewhere"),)

    operations = (
        migrations.RemoveField("Tallied", "rated"),
        migrations.DeleteModel("Rated"),
        migrations.DeleteModel("Rating"),
    )
