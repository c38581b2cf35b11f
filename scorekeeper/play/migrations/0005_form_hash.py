from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0004_tables_wishes"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamesession",
            name="form_hash",
            field=models.CharField(blank=True, max_length=64, null=True, unique=True),
        ),
    ]
