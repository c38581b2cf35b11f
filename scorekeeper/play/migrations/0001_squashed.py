"""The tables as they stood when their first migrations were squashed."""

import django.db.models.deletion
import scorekeeper.circles.models
import scorekeeper.play.models.money
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('play', '0001_initial'),
        ('play', '0002_nights'),
        ('play', '0003_night_settling'),
        ('play', '0004_hand_without_claim'),
        ('play', '0005_night_with_tables'),
        ('play', '0006_unit_of_payments'),
        ('play', '0002_open_debts'),
    ]

    initial = True

    dependencies = [
        ('circles', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Clearing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clearings', to='circles.circle')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
            ],
            options={
                'ordering': ('-pk',),
                'constraints': [models.UniqueConstraint(fields=('circle', 'key'), name='clearing_form_once')],
            },
        ),
        migrations.CreateModel(
            name='Merge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sessions', models.JSONField(default=list)),
                ('memberships', models.JSONField(default=list)),
                ('paid', models.JSONField(default=list)),
                ('received', models.JSONField(default=list)),
                ('hidden', models.BooleanField(default=False)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('gone', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('kept', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='circles.player')),
            ],
            options={
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='Night',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('name', models.CharField(blank=True, max_length=60)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nights', to='circles.circle')),
            ],
            options={
                'ordering': ('-day',),
                'constraints': [models.UniqueConstraint(fields=('circle', 'day'), name='night_once_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Bill',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=scorekeeper.circles.models.new_public_id, max_length=24, unique=True)),
                ('unit', models.CharField(blank=True, max_length=20)),
                ('game', models.CharField(blank=True, max_length=20)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('dissolved_at', models.DateTimeField(blank=True, null=True)),
                ('form_hash', models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bills', to='circles.circle')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('dissolved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('night', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='bills', to='play.night')),
            ],
            options={
                'ordering': ('-pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('dissolved_at', None), ('night__isnull', False)), fields=('night', 'unit'), name='one_bill_a_night')],
            },
        ),
        migrations.CreateModel(
            name='BillPayment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=64)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('bill', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='payments', to='play.bill')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('payee', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('payer', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('clearing', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='bill_payments', to='play.clearing')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('bill', 'key'), name='bill_form_once')],
            },
            bases=(scorekeeper.play.models.money.BetweenPeople, models.Model),
        ),
        migrations.CreateModel(
            name='GameSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=scorekeeper.circles.models.new_public_id, max_length=24, unique=True)),
                ('number', models.PositiveSmallIntegerField(default=0)),
                ('game', models.CharField(max_length=20)),
                ('ruleset_version', models.PositiveIntegerField(default=1)),
                ('options', models.JSONField(default=dict)),
                ('stake', models.JSONField(blank=True, null=True)),
                ('rate', models.JSONField(blank=True, null=True)),
                ('title', models.CharField(blank=True, max_length=60)),
                ('rules_name', models.CharField(blank=True, max_length=60)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('standing', models.JSONField(default=dict)),
                ('started_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('pad', models.PositiveIntegerField(default=0)),
                ('hidden_hands', models.BooleanField(default=False)),
                ('second_person', models.BooleanField(default=False)),
                ('form_hash', models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ('origin', models.CharField(blank=True, max_length=24, null=True)),
                ('bill', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sessions', to='play.bill')),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to='circles.circle')),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='sessions', to='play.night')),
            ],
            options={
                'ordering': ('-started_at', '-pk'),
                'constraints': [models.UniqueConstraint(fields=('circle', 'origin'), name='session_once_in_circle')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('happened', models.JSONField()),
                ('voided', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('entered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rounds', to='circles.device')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='play.gamesession')),
            ],
            options={
                'ordering': ('position', 'pk'),
                'indexes': [models.Index(fields=['session', 'position'], name='round_in_order')],
            },
        ),
        migrations.CreateModel(
            name='OpenDebt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.CharField(max_length=40)),
                ('bill', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='open_debts', to='play.bill')),
                ('payee', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('payer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='circles.player')),
                ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='open_debts', to='play.gamesession')),
            ],
            options={
                'ordering': ('pk',),
            },
            bases=(scorekeeper.play.models.money.BetweenPeople, models.Model),
        ),
        migrations.CreateModel(
            name='ResultLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=scorekeeper.circles.models.new_public_id, max_length=24, unique=True)),
                ('nonce', models.CharField(default=scorekeeper.circles.models.new_nonce, max_length=32)),
                ('language', models.CharField(max_length=10)),
                ('with_sheet', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('night', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='result_links', to='play.night')),
                ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='result_links', to='play.gamesession')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='RoundResult',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='result', serialize=False, to='play.round')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=10)),
                ('counts', models.BooleanField()),
                ('change', models.JSONField()),
                ('outcome', models.JSONField()),
                ('state', models.JSONField()),
                ('problems', models.PositiveIntegerField()),
                ('claimed', models.PositiveSmallIntegerField(null=True)),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='results', to='play.gamesession')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('session', 'number'), name='result_in_order')],
            },
        ),
        migrations.CreateModel(
            name='Flow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.BigIntegerField()),
                ('giver', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='gave', to='circles.player')),
                ('taker', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='took', to='circles.player')),
                ('result', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='flows', to='play.roundresult')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='RoundEdit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action', models.CharField(choices=[('add', 'entered'), ('edit', 'corrected'), ('void', 'voided'), ('restore', 'restored'), ('end', 'table ended'), ('reopen', 'table reopened'), ('pay', 'payment ticked'), ('unpay', 'payment unticked'), ('settings', 'changed the settings of the table'), ('people', 'changed a person'), ('stand-in', 'changed a stand-in'), ('move', 'moved')], max_length=10)),
                ('key', models.CharField(max_length=64)),
                ('revision', models.PositiveIntegerField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('before', models.JSONField(blank=True, null=True)),
                ('after', models.JSONField(blank=True, null=True)),
                ('confirmed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='edits', to='circles.device')),
                ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='edits', to='play.round')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='edits', to='play.gamesession')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('session', 'key'), name='form_once')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('initial', models.BooleanField(default=True)),
                ('keeps_figures', models.BooleanField(default=False)),
                ('played_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='plays_for', to='circles.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='circles.player')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='play.gamesession')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [
                    models.UniqueConstraint(fields=('session', 'number'), name='seat_number_once'),
                    models.UniqueConstraint(fields=('session', 'player'), name='player_once_at_table'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('cards', models.TextField(blank=True)),
                ('points', models.PositiveIntegerField(blank=True, null=True)),
                ('count', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('ranks', models.TextField(blank=True)),
                ('entered_at', models.DateTimeField()),
                ('entered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hands', to='circles.device')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='play.round')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='play.seat')),
            ],
            options={
                'ordering': ('round', 'place'),
                'constraints': [models.UniqueConstraint(fields=('round', 'seat'), name='hand_once')],
            },
        ),
        migrations.CreateModel(
            name='SeatResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('gain', models.BigIntegerField()),
                ('balance', models.BigIntegerField()),
                ('streak', models.PositiveSmallIntegerField()),
                ('parts', models.CharField(blank=True, max_length=60)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='circles.player')),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='results', to='play.seat')),
                ('result', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='play.roundresult')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('seat', 'result'), name='seat_once_in_a_round')],
            },
        ),
        migrations.CreateModel(
            name='SettlementPaid',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('payer', models.CharField(max_length=8)),
                ('payee', models.CharField(max_length=8)),
                ('points', models.BigIntegerField()),
                ('money', models.CharField(blank=True, max_length=40)),
                ('unit', models.CharField(blank=True, max_length=20)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('clearing', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='payments', to='play.clearing')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='payments', to='circles.device')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='payments', to='play.gamesession')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='StandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('keeps_figures', models.BooleanField(default=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='circles.player')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='play.round')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='play.seat')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('round', 'seat'), name='stand_in_once')],
            },
        ),
    ]
