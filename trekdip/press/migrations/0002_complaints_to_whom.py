"""What was told to a GM who plays was told to them and not to whoever manages the game after them."""

from typing import ClassVar

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def to_whom(apps: Apps, editor: BaseDatabaseSchemaEditor | None) -> None:  # noqa: ARG001
    """Copies and complaints of tables whose GM plays are in the hands of the GM of now."""
    copies = apps.get_model("press", "Copy").objects.filter(party="gm", holder=None)
    complaints = apps.get_model("press", "Complaint").objects.all()
    for game in apps.get_model("games", "Game").objects.filter(gm_plays=True):
        copies.filter(message__conversation__game=game).update(holder=game.gm_id)
        complaints.filter(message__conversation__game=game).update(holder=game.gm_id)


def to_the_office(apps: Apps, editor: BaseDatabaseSchemaEditor | None) -> None:  # noqa: ARG001
    """All copies of GMs belong to the office, as before."""
    apps.get_model("press", "Copy").objects.filter(party="gm").update(holder=None)


class Migration(migrations.Migration):
    """A column, and who was told what."""

    dependencies: ClassVar = [
        ("press", "0001_initial"),
        ("games", "0008_press"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations: ClassVar = [
        migrations.AddField(
            model_name="complaint",
            name="holder",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(to_whom, to_the_office),
    ]
