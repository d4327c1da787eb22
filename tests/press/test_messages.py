"""Who may say what to whom, when, and what becomes of it: the services and what readers get."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.test import Client

from tests.games import stdip_tables
from tests.games.tables import OPENING, current, forming, full, person, started, submit_all
from tests.press.talk import hears, say, thread
from trekdip.games import services as games
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, Phase, PhaseView
from trekdip.games.press_terms import PressTerms
from trekdip.games.signals import message_sent
from trekdip.gm import services as desk
from trekdip.press import selectors, services
from trekdip.press.models import MAX_TEXT, Conversation, Message

pytestmark = pytest.mark.django_db


def end(game: Game) -> None:
    """The GM ends the phase."""
    desk.deadline_force(by=game.gm, game=game, ordinal=current(game).ordinal, reason="time")


def test_a_private_message_is_read_by_both_and_nobody_else() -> None:
    game = started()
    say(game, "austria", "austria+turkey", "Against Russia, together?")
    assert hears(game, "austria", "austria+turkey") == ["Against Russia, together?"]
    assert hears(game, "turkey", "turkey+austria") == ["Against Russia, together?"]
    for other in ("russia", "gm", "nobody"):
        with pytest.raises(NotFound):
            thread(game, other, "austria+turkey")
    with pytest.raises(NotFound):
        selectors.thread(AnonymousUser(), game, "austria+turkey")


def test_refusals_are_alike_whether_or_not_anybody_wrote_there() -> None:
    game = started()
    say(game, "austria", "austria+turkey")
    told = []
    for key in ("austria+turkey", "italy+turkey", "austria+mars", "austria", "", "+"):
        with pytest.raises(NotFound) as refusal:
            thread(game, "russia", key)
        told.append(str(refusal.value))
    assert set(told) == {"There is no such conversation."}


def test_a_group_and_the_broadcast_reach_whom_they_name() -> None:
    game = started()
    say(game, "france", "england+france+germany", "A western triple")
    say(game, "italy", "everybody", "Peace!")
    assert hears(game, "germany", "germany+france+england") == ["A western triple"]
    for reader in ("germany", "gm", "stranger"):
        assert hears(game, reader, "everybody") == ["Peace!"]
    with pytest.raises(NotFound):
        thread(game, "italy", "england+france+germany")


def test_everybody_speaks_as_their_own_power_and_no_other() -> None:
    game = started()
    message = say(game, "italy", "everybody", "I am Austria")
    assert message.party == "italy"
    with pytest.raises(NotFound):
        say(game, "italy", "austria+turkey")
    for spectator in ("stranger", "other"):
        with pytest.raises(NotAllowed):
            say(game, spectator, "everybody")


def test_the_gm_is_a_party() -> None:
    game = started()
    say(game, "italy", "gm+italy", "I am away on Friday")
    assert say(game, "gm", "gm+italy", "Noted").party == "gm"
    assert hears(game, "italy", "italy+gm") == ["I am away on Friday", "Noted"]
    assert say(game, "gm", "everybody", "Welcome").party == "gm"


def test_a_gm_who_plays_speaks_as_their_power_where_it_takes_part() -> None:
    game = forming(gm_plays=True)
    games.game_join(by=person("gm"), game=game, power="austria")
    for power in ("england", "france", "germany", "italy", "russia", "turkey"):
        games.game_join(by=person(power), game=game, power=power)
    games.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    assert say(game, "gm", "austria+turkey").party == "austria"
    assert say(game, "gm", "everybody").party == "austria"
    assert say(game, "gm", "gm+turkey").party == "gm"
    say(game, "france", "france+turkey", "secret")
    assert [said.text for said in selectors.exported(person("gm"), game)] == ["hello"] * 3


@pytest.mark.parametrize(
    ("press", "may"),
    [
        ("none", {"austria+gm"}),
        ("public", {"austria+gm", "everybody"}),
        ("full", {"austria+gm", "everybody", "austria+turkey", "austria+italy+turkey"}),
        ("anonymous", {"austria+gm", "everybody", "austria+turkey", "austria+italy+turkey"}),
    ],
)
def test_the_table_says_whom_players_may_write_to(press: str, may: set[str]) -> None:
    game = started(press=PressTerms(press=press))
    taken = set()
    for key in ("austria+gm", "everybody", "austria+turkey", "austria+italy+turkey"):
        try:
            say(game, "austria", key)
        except NotNow:
            assert thread(game, "austria", key).silent
        else:
            taken.add(key)
    assert taken == may
    listed = {party.id for party in selectors.rooms(person("austria"), game).parties}
    assert ("turkey" in listed, "everybody" in listed, "gm" in listed) == (
        "austria+turkey" in may,
        "everybody" in may,
        True,
    )


def test_press_closes_in_the_kinds_of_phase_the_table_named() -> None:
    game = started(press=PressTerms(closed=("R", "A")), rhythm={})
    say(game, "austria", "austria+turkey", "now")
    Phase.objects.filter(game=game).update(turn="S1901R")
    with pytest.raises(NotNow, match="Press is closed now"):
        say(game, "austria", "austria+turkey")
    say(game, "austria", "austria+gm", "The GM is always there")
    assert hears(game, "turkey", "austria+turkey") == ["now"]
    Phase.objects.filter(game=game).update(turn="F1901M")
    say(game, "austria", "austria+turkey", "again")


def test_an_eliminated_power_reads_on_and_writes_as_the_table_says() -> None:
    talking = started(title="They talk on")
    silent = started(title="They do not", press=PressTerms(after_out=False))
    for game in (talking, silent):
        rows = PhaseView.objects.filter(phase__game=game, viewer="italy")
        out = rows[0].view.replace('"italy":["nap","rom","ven"]', '"italy":[]')
        out = out.replace('"italy":["F nap","A rom","A ven"]', '"italy":[]')
        assert out.count('"italy":[]') == 2, out
        fields = {"phase": rows[0].phase, "viewer": "italy", "view": out, "legal": "{}", "board": ""}
        rows.delete()
        PhaseView.objects.create(**fields)  # nobody has had it yet
        say(game, "austria", "everybody", "Farewell")
        assert hears(game, "italy", "everybody") == ["Farewell"]
    say(talking, "italy", "everybody")
    with pytest.raises(NotNow, match="out of the game"):
        say(silent, "italy", "everybody")
    say(silent, "italy", "gm+italy")


def test_the_rules_of_quadrants_silence_whoever_is_out() -> None:
    assert PressTerms().fields("quadrants", gm_plays=False)["press_after_out"] is False
    assert PressTerms().fields("stdip", gm_plays=False)["press_after_out"] is True
    with pytest.raises(BadInput):
        PressTerms(after_out=True).fields("quadrants", gm_plays=False)


def test_terms_that_contradict_themselves_are_refused() -> None:
    for terms in (PressTerms(press="anonymous"), PressTerms(gm_reads=True)):
        with pytest.raises(BadInput):
            forming(gm_plays=True, press=terms)
        game = forming(press=terms)
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.filter(pk=game.pk).update(gm_plays=True)
    for terms in (PressTerms(press="loud"), PressTerms(closed=("X",))):
        with pytest.raises(BadInput):
            forming(press=terms)


@pytest.mark.parametrize("text", ["", "  \n ", "x" * (MAX_TEXT + 1), "a\x00b"])
def test_what_is_no_message_is_refused(text: str) -> None:
    game = started()
    with pytest.raises(BadInput):
        say(game, "austria", "everybody", text)
    assert not Message.objects.exists()
    assert not Conversation.objects.exists()


def test_before_the_game_there_is_no_press() -> None:
    game = full()
    with pytest.raises(NotFound):
        say(game, "austria", "everybody")
    with pytest.raises(NotFound):
        selectors.rooms(person("austria"), game)


def test_spectators_read_what_is_public_only_where_the_table_lets_them() -> None:
    game = started(press=PressTerms(watched=False))
    say(game, "austria", "everybody", "among us")
    for outsider in (AnonymousUser(), person("stranger")):
        with pytest.raises(NotFound):
            selectors.thread(outsider, game, "everybody")
        assert selectors.exported(outsider, game) == []
        assert selectors.rooms(outsider, game).rooms == []
    assert hears(game, "gm", "everybody") == ["among us"]


def test_reading_is_ones_own_and_counts_down() -> None:
    game = started()
    for text in ("one", "two"):
        say(game, "austria", "austria+turkey", text)
    say(game, "austria", "everybody", "three")
    turkey, austria = person("turkey"), person("austria")
    assert (selectors.unread(turkey, game), selectors.unread(austria, game)) == (3, 0)
    assert selectors.unread_by_slug(turkey) == {game.slug: 3}
    before = selectors.thread(austria, game, "austria+turkey")
    read = selectors.thread(turkey, game, "austria+turkey")
    assert read.first_unread == read.messages[0].name
    services.mark_read(by=turkey, game=game, key="austria+turkey", name=read.messages[0].name)
    assert selectors.unread(turkey, game) == 2
    services.mark_read(by=turkey, game=game, key="austria+turkey", name=read.messages[1].name)
    services.mark_read(by=turkey, game=game, key="austria+turkey", name=read.messages[0].name)
    assert selectors.unread(turkey, game) == 1
    assert selectors.thread(austria, game, "austria+turkey") == before
    with pytest.raises(NotFound):
        services.mark_read(by=person("italy"), game=game, key="austria+turkey", name=read.messages[0].name)


def test_what_is_muted_is_not_counted_and_not_told() -> None:
    game = started()
    turkey = person("turkey")
    services.mute_set(by=turkey, game=game, target="austria", muted=True)
    services.mute_set(by=turkey, game=game, target="everybody", muted=True)
    private = say(game, "austria", "austria+turkey", "loud")
    public = say(game, "italy", "everybody", "loud")
    heard = say(game, "italy", "italy+turkey", "soft")
    assert selectors.unread(turkey, game) == 1
    assert [turkey in selectors.recipients(one) for one in (private, public, heard)] == [False, False, True]
    services.mute_set(by=turkey, game=game, target="austria", muted=False)
    assert selectors.unread(turkey, game) == 2
    for target in ("austria+italy", "mars"):
        with pytest.raises(NotFound):
            services.mute_set(by=turkey, game=game, target=target, muted=True)
    with pytest.raises(NotAllowed):
        services.mute_set(by=person("stranger"), game=game, target="austria", muted=True)


def test_recipients_are_those_it_was_said_to() -> None:
    game = started()
    names = lambda message: {user.username for user in selectors.recipients(message)}  # noqa: E731
    assert names(say(game, "austria", "austria+turkey")) == {"turkey"}
    assert names(say(game, "austria", "austria+gm+turkey")) == {"turkey", "gm"}
    assert names(say(game, "gm", "everybody")) == {
        "austria", "england", "france", "germany", "italy", "russia", "turkey"
    }  # fmt: skip


def test_a_signal_is_sent_in_the_same_transaction() -> None:
    game = started()
    told: list[Message] = []

    def listener(message: Message, **_: object) -> None:
        told.append(message)
        raise RuntimeError("undo it")

    message_sent.connect(listener)
    try:
        with pytest.raises(RuntimeError):
            say(game, "austria", "everybody")
    finally:
        message_sent.disconnect(listener)
    assert len(told) == 1
    assert not Message.objects.exists()


def test_search_finds_ones_own_words_alone() -> None:
    game = started()
    say(game, "austria", "austria+turkey", "Fleet to the Black Sea")
    say(game, "italy", "italy+russia", "Fleet to the Aegean")
    found = selectors.search(person("turkey"), game, "fleet BLACK")
    assert [(said.key, said.text) for said in found] == [("austria+turkey", "Fleet to the Black Sea")]
    assert selectors.search(person("turkey"), game, "aegean") == []
    assert selectors.search(person("turkey"), game, "100%") == []
    assert selectors.search(person("turkey"), game, "  ") == []


def test_long_conversations_come_in_pieces() -> None:
    game = started()
    for number in range(45):
        say(game, "austria", "austria+turkey", str(number))
    newest = thread(game, "turkey", "austria+turkey")
    assert [said.text for said in newest.messages] == [str(number) for number in range(5, 45)]
    assert newest.earlier
    first = newest.messages[0].name
    earlier = selectors.thread(person("turkey"), game, "austria+turkey", before=first)
    assert [said.text for said in earlier.messages] == list("01234")
    after = selectors.thread(person("turkey"), game, "austria+turkey", after=newest.messages[-2].name)
    assert [said.text for said in after.messages] == ["44"]
    foreign = say(game, "italy", "italy+russia")
    with pytest.raises(NotFound):
        selectors.thread(person("turkey"), game, "austria+turkey", after=foreign.name)


def test_when_the_game_is_over_press_goes_on() -> None:
    game = stdip_tables.began(press=PressTerms(closed=("M", "R", "A")))
    stdip_tables.finish(game)
    say(game, "borg", "everybody", "Well played")
    assert hears(game, "klingon", "everybody") == ["Well played"]


def test_a_message_says_in_which_phase_it_was_sent() -> None:
    game = started(rhythm={})
    say(game, "austria", "everybody")
    submit_all(game, OPENING)
    end(game)
    say(game, "austria", "everybody")
    turns = [said.season for said in thread(game, "italy", "everybody").messages]
    assert turns == ["Spring 1901, movement", "Fall 1901, movement"]


def test_press_is_closed_in_kinds_of_phase_that_the_variant_has() -> None:
    game = forming(press=PressTerms(closed=("R", "B")))
    assert game.press_closed == ["R"]
    client = Client()
    client.force_login(person("gm"))
    page = client.get("/games/new").content.decode()
    assert re.search(r'data-variants="cosmic"><input[^>]* name="press_closed" value="B"', page)
