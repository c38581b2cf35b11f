"""The tables as they stood when their first migrations were squashed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('rounds', '0001_initial'),
        ('rounds', '0002_unread_columns'),
    ]

    initial = True

    dependencies = [
        ('circles', '0001_squashed'),
        ('play', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='OpenRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('collecting', 'Collecting'), ('awaiting', 'Awaiting'), ('closed', 'Closed')], default='collecting', max_length=10)),
                ('asked', models.BooleanField(default=False)),
                ('fields', models.JSONField(default=dict)),
                ('facts', models.JSONField(blank=True, null=True)),
                ('key', models.CharField(blank=True, max_length=64)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('proposed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='open_rounds', to='play.gamesession')),
            ],
            options={
                'db_table': 'live_openround',
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'closed'), _negated=True), fields=('session',), name='one_open_round')],
            },
        ),
        migrations.CreateModel(
            name='OpenHand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('cards', models.CharField(blank=True, max_length=2000)),
                ('sum', models.CharField(blank=True, max_length=20)),
                ('count', models.CharField(blank=True, max_length=20)),
                ('at', models.DateTimeField(auto_now=True)),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('open_round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='rounds.openround')),
            ],
            options={
                'db_table': 'live_openhand',
                'ordering': ('seat',),
                'constraints': [models.UniqueConstraint(fields=('open_round', 'seat'), name='open_hand_once')],
            },
        ),
    ]
