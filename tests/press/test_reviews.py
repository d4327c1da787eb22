"""Reporting to the GM, and what a GM reads: never without the audit."""

import pytest

from tests.games.tables import person, started
from tests.press.talk import say
from trekdip.games import selectors as games
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.press_terms import PressTerms
from trekdip.press import selectors, services

pytestmark = pytest.mark.django_db


def test_a_reported_message_is_opened_by_the_gm_and_the_audit_tells() -> None:
    game = started()
    message = say(game, "austria", "austria+turkey", "an insult")
    services.message_report(
        by=person("turkey"), game=game, key="austria+turkey", name=message.name, reason="insulting"
    )
    listed = selectors.reviewed(game.gm, game)
    assert [(row.by, row.about, row.reason, row.read_at) for row in listed.complaints] == [
        ("Turkey", "Austria", "insulting", None)
    ]
    assert listed.archive is None
    assert "an insult" not in repr(listed)
    opened = services.report_read(by=game.gm, game=game, key="austria+turkey", name=message.name)
    assert opened.text == "an insult"
    entry = games.audit(game.gm, game)[-1]
    assert (entry.act, entry.details["conversation"], entry.details["from"]) == (
        "press_report_read",
        "austria+turkey",
        "austria",
    )
    assert selectors.reviewed(game.gm, game).complaints[0].read_at is not None


def test_only_readers_report_once_with_a_reason_and_not_themselves() -> None:
    game = started()
    message = say(game, "austria", "austria+turkey")

    def report(who: str, reason: str = "so") -> None:
        services.message_report(
            by=person(who), game=game, key="austria+turkey", name=message.name, reason=reason
        )

    with pytest.raises(NotFound):
        report("italy")
    with pytest.raises(NotAllowed):
        report("austria")
    with pytest.raises(BadInput):
        report("turkey", "  ")
    report("turkey")
    with pytest.raises(NotNow):
        report("turkey")


def test_a_spectator_cannot_report() -> None:
    game = started()
    message = say(game, "austria", "everybody")
    with pytest.raises(NotAllowed):
        services.message_report(
            by=person("stranger"), game=game, key="everybody", name=message.name, reason="so"
        )


def test_what_nobody_reported_the_gm_cannot_open() -> None:
    game = started()
    message = say(game, "austria", "austria+turkey")
    with pytest.raises(NotFound):
        services.report_read(by=game.gm, game=game, key="austria+turkey", name=message.name)
    with pytest.raises(NotAllowed):
        services.archive_read(by=game.gm, game=game, key="austria+turkey", reason="curious")
    with pytest.raises(NotAllowed):
        selectors.reviewed(person("turkey"), game)
    assert not game.audit.filter(act__startswith="press").exists()


def test_a_gm_who_may_read_gives_a_reason_and_the_audit_tells() -> None:
    game = started(press=PressTerms(gm_reads=True))
    say(game, "austria", "austria+turkey", "secret")
    archive = selectors.reviewed(game.gm, game).archive
    assert archive is not None
    assert [(row.key, row.count) for row in archive] == [("austria+turkey", 1)]
    assert "secret" not in repr(archive)
    with pytest.raises(BadInput):
        services.archive_read(by=game.gm, game=game, key="austria+turkey", reason="")
    read = services.archive_read(by=game.gm, game=game, key="turkey+austria", reason="a complaint by mail")
    assert [message.text for message in read] == ["secret"]
    entry = games.audit(game.gm, game)[-1]
    assert (entry.act, entry.reason) == ("press_read", "a complaint by mail")
    with pytest.raises(NotFound):
        services.archive_read(by=game.gm, game=game, key="austria+italy", reason="so")
    with pytest.raises(NotAllowed):
        services.archive_read(by=person("turkey"), game=game, key="austria+turkey", reason="so")
    with pytest.raises(NotFound):
        selectors.thread(game.gm, game, "austria+turkey")
