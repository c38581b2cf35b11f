"""The tables as they stood when their first migrations were squashed."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('stats', '0001_initial'),
        ('stats', '0002_points_elsewhere'),
        ('stats', '0003_ratings_are_computed'),
        ('stats', '0002_unread_columns'),
    ]

    initial = True

    dependencies = [
        ('circles', '0001_squashed'),
        ('play', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tallied',
            fields=[
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='tallied', serialize=False, to='play.gamesession')),
                ('revision', models.PositiveIntegerField()),
                ('rounds', models.PositiveIntegerField()),
                ('cards', models.PositiveIntegerField()),
                ('elsewhere', models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(null=True)),
                ('times', models.PositiveIntegerField()),
                ('caller', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='play.gamesession')),
                ('victim', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
            ],
        ),
        migrations.CreateModel(
            name='Meeting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rounds', models.PositiveIntegerField()),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='meetings', to='play.gamesession')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('session', 'one', 'other'), name='meeting_once')],
            },
        ),
        migrations.CreateModel(
            name='Money',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('unit', models.CharField(max_length=20)),
                ('amount', models.DecimalField(decimal_places=9, max_digits=40)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='money', to='play.gamesession')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('session', 'player'), name='money_once')],
            },
        ),
        migrations.CreateModel(
            name='Neighbour',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rounds', models.PositiveIntegerField()),
                ('points', models.BigIntegerField()),
                ('before', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='neighbours', to='play.gamesession')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('session', 'player', 'before'), name='neighbour_once')],
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.BigIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('rounds', models.PositiveIntegerField()),
                ('gains', models.PositiveIntegerField()),
                ('losses', models.PositiveIntegerField()),
                ('won', models.BigIntegerField()),
                ('lost', models.BigIntegerField()),
                ('best', models.BigIntegerField()),
                ('worst', models.BigIntegerField()),
                ('wins', models.PositiveIntegerField()),
                ('calls', models.PositiveIntegerField()),
                ('claimed_on', models.PositiveIntegerField()),
                ('returns', models.PositiveIntegerField()),
                ('returned_on', models.PositiveIntegerField()),
                ('bursts', models.PositiveIntegerField()),
                ('landlord', models.PositiveIntegerField()),
                ('landlord_wins', models.PositiveIntegerField()),
                ('springs', models.PositiveIntegerField()),
                ('streak', models.PositiveSmallIntegerField()),
                ('best_round', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='play.round')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='circles.player')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='play.gamesession')),
                ('worst_round', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='play.round')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('session', 'player'), name='tally_once')],
            },
        ),
        migrations.CreateModel(
            name='Versus',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.BigIntegerField()),
                ('largest', models.BigIntegerField()),
                ('giver', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='versus', to='play.gamesession')),
                ('taker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('session', 'giver', 'taker'), name='versus_once')],
            },
        ),
    ]
