from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0020_moved_rounds")]

    operations = [
        migrations.AddField(
            model_name="roundresult",
            name="outcome",
            field=models.JSONField(null=True),
        ),
    ]
