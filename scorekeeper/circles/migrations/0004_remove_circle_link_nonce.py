from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('circles', '0003_keep_links'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='circle',
            name='link_nonce',
        ),
    ]
