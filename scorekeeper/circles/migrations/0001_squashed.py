"""The tables as they stood when their first migrations were squashed."""

import django.db.models.deletion
import scorekeeper.circles.models
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('circles', '0001_initial'),
        ('circles', '0002_person_colors'),
        ('circles', '0003_actions'),
        ('circles', '0004_archived_rules'),
        ('circles', '0005_remove_access_revision'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key_hash', models.CharField(max_length=64, unique=True)),
                ('name', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('last_seen', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'indexes': [models.Index(fields=['last_seen'], name='device_seen')],
            },
        ),
        migrations.CreateModel(
            name='Circle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=scorekeeper.circles.models.new_public_id, max_length=24, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('least_rounds', models.PositiveSmallIntegerField(default=1)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('deleted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('deleted_at__isnull', False)), fields=['deleted_at'], name='circle_deleted')],
            },
        ),
        migrations.CreateModel(
            name='CircleLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=scorekeeper.circles.models.new_public_id, max_length=24, unique=True)),
                ('nonce', models.CharField(default=scorekeeper.circles.models.new_nonce, max_length=32)),
                ('role', models.PositiveSmallIntegerField(choices=[(1, 'Viewer'), (2, 'Player'), (3, 'Host')])),
                ('label', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='circles.circle')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=30)),
                ('name_key', models.CharField(max_length=540)),
                ('reading', models.CharField(blank=True, default='', max_length=30)),
                ('mark', models.CharField(blank=True, default='', max_length=16)),
                ('color', models.PositiveSmallIntegerField(default=99)),
                ('guest', models.BooleanField(default=False)),
                ('hidden', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='circles.circle')),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='merged_from', to='circles.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('circle', 'name_key'), name='player_once_in_circle')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.PositiveSmallIntegerField(choices=[(1, 'Viewer'), (2, 'Player'), (3, 'Host')])),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='circles.circle')),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='circles.device')),
                ('link', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='memberships', to='circles.circlelink')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='memberships', to='circles.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('device', 'circle'), name='device_once_in_circle')],
            },
        ),
        migrations.CreateModel(
            name='Entrance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.PositiveSmallIntegerField(choices=[(1, 'Viewer'), (2, 'Player'), (3, 'Host')])),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('link', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='entrances', to='circles.circlelink')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrances', to='circles.membership')),
            ],
        ),
        migrations.CreateModel(
            name='CircleChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('action', models.CharField(choices=[('rename', 'renamed the group'), ('link', 'made a link'), ('revoke', 'revoked a link'), ('phone', 'renamed a phone'), ('remove', 'removed a phone'), ('person', 'changed a person'), ('merge', 'merged two people'), ('unmerge', 'undid a merge of two people'), ('forget', 'erased a name'), ('delete', 'deleted the group'), ('bring-back', 'brought the group back'), ('ranking', 'changed the ranking or its seasons'), ('bill', 'settled tables together'), ('unbill', 'split up a combined settlement'), ('pay', 'payment ticked'), ('unpay', 'payment unticked'), ('file', 'imported tables from a file'), ('key', 'made an API key'), ('unkey', 'revoked an API key'), ('code', 'made a recovery code'), ('uncode', 'revoked the recovery code'), ('recover', 'joined with the recovery code'), ('night', 'named a night'), ('clear', 'ticked payments of several tables'), ('unclear', 'unticked payments of several tables'), ('archive', 'archived rules'), ('unarchive', 'unarchived rules')], max_length=10)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('before', models.JSONField(blank=True, null=True)),
                ('after', models.JSONField(blank=True, null=True)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='circles.circle')),
                ('link', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='changes', to='circles.circlelink')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='circle_changes', to='circles.device')),
                ('phone', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='changes', to='circles.player')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to='circles.circle')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
            ],
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('last_seen', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('circle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='circles.circle')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='circles.device')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
    ]
