"""How games end by agreement, and how seats and the GM's part find somebody else.

Games that were over before were won on the board, or, without a winner, ended. Going back, that is forgotten.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def forwards(apps, schema_editor):
    over = apps.get_model("games", "Game").objects.filter(status="finished")
    over.filter(winner=[]).update(outcome="ended")
    over.exclude(winner=[]).update(outcome="solo")


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_declarations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ballot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('yes', models.BooleanField()),
            ],
            options={
                'ordering': ('proposal', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('draw', 'a draw'), ('concede', 'a concession'), ('end', 'an end without a winner')], max_length=12)),
                ('powers', models.JSONField(blank=True, default=list)),
                ('named', models.BooleanField(default=False)),
                ('gm_agrees', models.BooleanField(default=False)),
                ('opened_at', models.DateTimeField()),
                ('outcome', models.CharField(choices=[('open', 'open'), ('passed', 'passed'), ('lapsed', 'lapsed')], default='open', max_length=12)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('game', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='SeatRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('note', models.CharField(blank=True, max_length=300)),
                ('asked_at', models.DateTimeField()),
                ('outcome', models.CharField(choices=[('open', 'open'), ('taken', 'taken'), ('closed', 'closed')], default='open', max_length=12)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('asked_at', 'pk'),
            },
        ),
        migrations.AddField(
            model_name='game',
            name='draws',
            field=models.CharField(choices=[('named', 'among the powers that a proposal names'), ('survivors', 'among all powers that are left, and no fewer'), ('none', 'none: the game is played to its end')], default='named', max_length=12),
        ),
        migrations.AddField(
            model_name='game',
            name='gm_next',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games_offered', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='game',
            name='outcome',
            field=models.CharField(blank=True, choices=[('solo', 'won on the board'), ('draw', 'a draw'), ('concession', 'won by concession'), ('ended', 'ended without a winner')], max_length=12),
        ),
        migrations.AddField(
            model_name='game',
            name='takeovers',
            field=models.CharField(choices=[('asked', 'the GM is asked'), ('open', 'whoever comes first takes it at once')], default='asked', max_length=12),
        ),
        migrations.RunPython(forwards, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('draws__in', ['named', 'survivors', 'none'])), name='game_draws'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('takeovers__in', ['asked', 'open'])), name='game_takeovers'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'ended'), ('status', 'finished'), ('winner', [])), models.Q(('outcome__in', ['solo', 'draw', 'concession']), ('status', 'finished'), models.Q(('winner', []), _negated=True)), models.Q(models.Q(('status', 'finished'), _negated=True), ('outcome', ''), ('winner', [])), _connector='OR'), name='game_outcome'),
        ),
        migrations.AddField(
            model_name='ballot',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ballots', to='games.seat'),
        ),
        migrations.AddField(
            model_name='proposal',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='games.game'),
        ),
        migrations.AddField(
            model_name='proposal',
            name='phase',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='games.phase'),
        ),
        migrations.AddField(
            model_name='proposal',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='games.seat'),
        ),
        migrations.AddField(
            model_name='ballot',
            name='proposal',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ballots', to='games.proposal'),
        ),
        migrations.AddField(
            model_name='seatrequest',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_requests', to='games.game'),
        ),
        migrations.AddField(
            model_name='seatrequest',
            name='seat',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='games.seat'),
        ),
        migrations.AddField(
            model_name='seatrequest',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_requests', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.UniqueConstraint(condition=models.Q(('outcome', 'open')), fields=('game', 'kind', 'powers'), name='proposal_once'),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.UniqueConstraint(condition=models.Q(('outcome', 'passed')), fields=('game',), name='proposal_one_passed_per_game'),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['draw', 'concede']), models.Q(('powers', []), _negated=True)), models.Q(('kind', 'end'), ('powers', [])), _connector='OR'), name='proposal_kind'),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'draw'), ('named', True), _connector='OR'), name='proposal_named'),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'end'), ('gm_agrees', False), _connector='OR'), name='proposal_gm_agrees'),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('outcome', 'open')), models.Q(('closed_at__isnull', False), ('outcome__in', ['passed', 'lapsed'])), _connector='OR'), name='proposal_outcome'),
        ),
        migrations.AddConstraint(
            model_name='ballot',
            constraint=models.UniqueConstraint(fields=('proposal', 'seat'), name='ballot_one_per_seat'),
        ),
        migrations.AddConstraint(
            model_name='seatrequest',
            constraint=models.UniqueConstraint(condition=models.Q(('outcome', 'open')), fields=('game', 'user'), name='seat_request_one_open'),
        ),
        migrations.AddConstraint(
            model_name='seatrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('outcome', 'open')), models.Q(('closed_at__isnull', False), ('outcome__in', ['taken', 'closed'])), _connector='OR'), name='seat_request_outcome'),
        ),
    ]
