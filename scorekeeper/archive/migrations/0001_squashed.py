"""The tables as they stood when their first migrations were squashed."""

import django.db.models.deletion
import scorekeeper.circles.models
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('archive', '0001_initial'),
        ('archive', '0002_one_import'),
    ]

    initial = True

    dependencies = [
        ('circles', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Arrival',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=scorekeeper.circles.models.new_public_id, max_length=24, unique=True)),
                ('state', models.CharField(choices=[('asking', 'Asking'), ('coming', 'Coming'), ('there', 'There'), ('refused', 'Refused')], default='asking', max_length=10)),
                ('outline', models.JSONField()),
                ('packed', models.BinaryField()),
                ('renamed', models.JSONField(default=dict)),
                ('done', models.PositiveIntegerField(default=0)),
                ('result', models.JSONField(default=dict)),
                ('at', models.DateTimeField(auto_now=True)),
                ('form_hash', models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='arrivals', to='circles.circle')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
            ],
            options={
                'ordering': ('pk',),
                'indexes': [models.Index(fields=['at'], name='arrival_heard_of')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'coming')), fields=('state',), name='one_import_at_a_time')],
            },
        ),
    ]
