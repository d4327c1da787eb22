"""Rhythms in hours become rhythms of the new form, and back.

Tables that were made before there was a time of grace play on without it. Going back, a length becomes whole
hours (at least one) and a time of day becomes a day.
"""

from django.db import migrations


def forwards(apps, schema_editor):
    game_model = apps.get_model("games", "Game")
    for game in game_model.objects.all():
        kinds = {kind: {"type": "length", "minutes": 60 * hours} for kind, hours in game.rhythm.items()}
        game.rhythm = {"kinds": kinds} if kinds else {}
        game.clock_terms = {"grace": 0}
        game.save(update_fields=["rhythm", "clock_terms"])


def backwards(apps, schema_editor):
    game_model = apps.get_model("games", "Game")
    for game in game_model.objects.all():
        game.rhythm = {
            kind: max(1, pace["minutes"] // 60) if pace["type"] == "length" else 24
            for kind, pace in game.rhythm.get("kinds", {}).items()
        }
        game.save(update_fields=["rhythm"])


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0009_clock"),
    ]

    operations = [
        migrations.RunPython(forwards, backwards),
    ]
