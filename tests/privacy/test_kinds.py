"""Every table that refers to an account is in its file, or left out for a reason that is written down."""

import json

import pytest
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tests.archives.test_rows import lived
from tests.games import played
from tests.games.tables import current, person
from trekdip.accounts.models import User
from trekdip.gm import services as desk
from trekdip.privacy.kinds import KINDS, LEFT_OUT
from trekdip.privacy.selectors import own_data
from trekdip.privacy.services import account_close

SECRET = {"digest", "endpoint", "p256dh", "auth", "salt", "token_hash", "invite_token", "seed", "password"}


def references() -> set[str]:
    """Every foreign key to an account, hidden ones too, as `table.field`."""
    found = set()
    for relation in User._meta.get_fields(include_hidden=True):
        field = getattr(relation, "field", None)
        if relation.auto_created and isinstance(field, models.ForeignKey):
            found.add(f"{field.model._meta.label_lower}.{field.name}")
    return {name for name in found if not name.startswith("accounts.user_")}  # Django's groups: never used


def test_every_reference_to_an_account_is_told_or_left_out_for_a_reason() -> None:
    told = {f"{kind.model._meta.label_lower}.{kind.owner}" for kind in KINDS if "__" not in kind.owner}
    assert not told & set(LEFT_OUT)
    assert references() == told | set(LEFT_OUT)
    assert all(LEFT_OUT.values())


def test_no_secret_is_in_the_file() -> None:
    assert not {name for kind in KINDS for name in kind.fields} & SECRET
    assert len({kind.title for kind in KINDS}) == len(KINDS)


@pytest.mark.django_db
def test_the_file_holds_what_somebody_did_and_nothing_of_others() -> None:
    game = lived("standard")
    first, second, *_ = played.powers(game)
    files = {
        name: json.loads(json.dumps(own_data(person(name)), cls=DjangoJSONEncoder))
        for name in (first, second, "gm", "watcher", "hopeful")
    }
    for name, kinds in {
        first: {"seats", "press written", "proposals", "votes on the clock", "plans", "observers agreed to"},
        second: {"seats", "press reported", "press muted", "ballots", "order sheets"},
        "gm": {"games managed", "announcements", "notes", "corrections", "acts"},
        "watcher": {"requests to observe"},
        "hopeful": {"requests for seats"},
    }.items():
        assert {kind for kind in kinds if not files[name][kind]} == set(), name
    assert "Mine alone" not in json.dumps(files[first])
    assert "Peace?" not in json.dumps(files[second])
    assert files["watcher"]["seats"] == []


@pytest.mark.django_db
def test_an_account_closed_in_the_middle_of_everything_stops_no_game() -> None:
    game = lived("standard")
    for number, power in enumerate(played.powers(game)[:2]):
        user = person(power)
        user.username, user.email = f"Zzyzx {number}", f"zzyzx{number}@example.org"
        user.set_password("four horses in a field")
        user.save()
        account_close(by=user, password="four horses in a field")
        assert game.seats.get(power=power).user is None
    desk.deadline_force(by=game.gm, game=game, ordinal=current(game).ordinal, reason="time")
    assert current(game).status == "open"
    for model in apps.get_models():
        assert not [row for row in model._base_manager.values() if "zzyzx" in str(row).lower()], model
