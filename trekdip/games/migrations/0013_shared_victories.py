"""Games won by several together say so. Going back, they are won games like any other."""

from django.db import migrations, models

_CHOICES = [
    ("solo", "won on the board"),
    ("shared", "won on the board by several together"),
    ("draw", "a draw"),
    ("concession", "won by concession"),
    ("ended", "ended without a winner"),
]


def _outcome(*won):
    return models.CheckConstraint(
        condition=models.Q(
            models.Q(("outcome", "ended"), ("status", "finished"), ("winner", [])),
            models.Q(
                ("outcome__in", list(won)),
                ("status", "finished"),
                models.Q(("winner", []), _negated=True),
            ),
            models.Q(models.Q(("status", "finished"), _negated=True), ("outcome", ""), ("winner", [])),
            _connector="OR",
        ),
        name="game_outcome",
    )


def forwards(apps, schema_editor):
    won = apps.get_model("games", "Game").objects.filter(status="finished", outcome="solo")
    shared = [pk for pk, winner in won.values_list("pk", "winner") if len(winner) > 1]
    won.filter(pk__in=shared).update(outcome="shared")


def backwards(apps, schema_editor):
    apps.get_model("games", "Game").objects.filter(outcome="shared").update(outcome="solo")


class Migration(migrations.Migration):
    dependencies = [("games", "0012_endings")]

    operations = [
        migrations.RemoveConstraint(model_name="game", name="game_outcome"),
        migrations.AlterField(
            model_name="game",
            name="outcome",
            field=models.CharField(blank=True, choices=_CHOICES, max_length=12),
        ),
        migrations.RunPython(forwards, backwards),
        migrations.AddConstraint(
            model_name="game", constraint=_outcome("solo", "shared", "draw", "concession")
        ),
    ]
