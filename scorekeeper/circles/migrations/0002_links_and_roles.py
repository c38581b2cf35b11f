import django.db.models.deletion
import scorekeeper.circles.models
from django.db import migrations, models

ROLES = [(1, 'Viewer'), (2, 'Player'), (3, 'Host')]


class Migration(migrations.Migration):

    dependencies = [
        ('circles', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='circle',
            name='access_revision',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name='CircleLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=scorekeeper.circles.models.new_public_id, max_length=24, unique=True)),
                ('nonce', models.CharField(default=scorekeeper.circles.models.new_nonce, max_length=32)),
                ('role', models.PositiveSmallIntegerField(choices=ROLES)),
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
        migrations.AddField(
            model_name='membership',
            name='role',
            field=models.PositiveSmallIntegerField(choices=ROLES, default=2),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='membership',
            name='link',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='memberships', to='circles.circlelink'),
        ),
        migrations.AddField(
            model_name='membership',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='memberships', to='circles.player'),
        ),
        migrations.AddField(
            model_name='membership',
            name='ended_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name='Entrance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.PositiveSmallIntegerField(choices=ROLES)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('link', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='entrances', to='circles.circlelink')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrances', to='circles.membership')),
            ],
        ),
    ]
