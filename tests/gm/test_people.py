"""Announcements, notes, invitations, and the round of all tables."""

import datetime as dt
import re

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.games.tables import OPENING, POWERS, current, forming, full, person, started, submit, submit_all
from trekdip.games import selectors, services
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, Phase
from trekdip.games.signals import announced
from trekdip.gm import selectors as reads
from trekdip.gm import services as desk
from trekdip.gm.models import Invitation
from trekdip.gm.services import invitations, talk
from trekdip.press.services import message_report, message_send, report_read

pytestmark = pytest.mark.django_db
ROOT = "https://trekdip.example"


def page(name: str, url: str) -> str:
    """What somebody gets."""
    client = Client()
    client.force_login(person(name))
    return client.get(url).content.decode()


def invited(game: Game, to: str, **terms: str) -> Invitation:
    """An invitation by the GM."""
    return desk.invitation_send(by=game.gm, game=game, to=to, root=ROOT, **terms)


def test_an_announcement_stands_above_the_board_for_everybody() -> None:
    game = started()
    heard: list[str] = []

    def hear(text: str, **_: object) -> None:
        heard.append(text)

    announced.connect(hear)
    try:
        desk.announcement_make(by=game.gm, game=game, text="  Happy new year <b>  ")
    finally:
        announced.disconnect(hear)
    assert heard == ["Happy new year <b>"]
    assert "Happy new year &lt;b&gt;" in page("stranger", f"/games/{game.slug}/")
    assert "Happy new year" in page("austria", f"/games/{game.slug}/panels")
    for text in ("", " ", "x" * 1001, "a\x00"):
        with pytest.raises(BadInput):
            desk.announcement_make(by=game.gm, game=game, text=text)
    with pytest.raises(NotAllowed):
        desk.announcement_make(by=person("austria"), game=game, text="I am the GM")


def test_nobody_is_sent_announcements_without_end() -> None:
    game = started()
    for number in range(talk.MAX_A_DAY):
        desk.announcement_make(by=game.gm, game=game, text=f"Hear {number}")
    with pytest.raises(NotNow, match="within a day"):
        desk.announcement_make(by=game.gm, game=game, text="And another thing")
    game.announcements.update(at=timezone.now() - dt.timedelta(days=2))
    desk.announcement_make(by=game.gm, game=game, text="And another thing")


def test_notes_are_read_by_their_writer_alone() -> None:
    game = started()
    desk.note_save(by=game.gm, game=game, text="Austria dawdles again")
    desk.note_save(by=game.gm, game=game, text="Austria always dawdles")
    assert reads.note(game.gm, game) == "Austria always dawdles"
    for name in ("austria", "stranger"):
        with pytest.raises(NotAllowed):
            reads.note(person(name), game)
        with pytest.raises(NotAllowed):
            desk.note_save(by=person(name), game=game, text="x")
        assert "dawdles" not in page(name, f"/games/{game.slug}/")


def test_an_address_is_invited_by_a_signed_link(django_capture_on_commit_callbacks: object) -> None:
    game = forming(joining="invite", seating="lot")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        invitation = invited(game, "kirk@example.net")
    (sent,) = mail.outbox
    assert sent.to == ["kirk@example.net"]
    link = re.search(rf"{ROOT}(/invitations/\S+)", str(sent.body))
    assert link is not None
    assert desk.invitation_token(invitation) in link[1]
    assert "offers you" in page("kirk", link[1])
    client = Client()
    client.force_login(person("kirk"))
    assert client.post(link[1]).status_code == 302
    assert game.seats.filter(user=person("kirk")).exists()
    with pytest.raises(NotNow, match="used already"):
        desk.invitation_accept(by=person("spock"), token=desk.invitation_token(invitation))
    assert "kirk@example.net" not in repr(selectors.audit(game.gm, game))


def test_an_account_is_invited_for_itself_alone() -> None:
    game = forming(joining="invite", seating="lot")
    person("Spock")
    invitation = invited(game, "spock")
    token = desk.invitation_token(invitation)
    with pytest.raises(NotAllowed, match="somebody else"):
        desk.invitation_accept(by=person("kirk"), token=token)
    assert desk.invitation_accept(by=person("Spock"), token=token).user == person("Spock")


@pytest.mark.parametrize("to", ["nobodyknown", "no@address", "a b@example.org", ""])
def test_whom_nobody_knows_is_not_invited(to: str) -> None:
    game = forming()
    with pytest.raises(BadInput):
        invited(game, to)
    assert not Invitation.objects.exists()


def test_an_invitation_can_be_taken_back_and_not_be_made_up() -> None:
    game = forming(joining="invite", seating="lot")
    invitation = invited(game, "kirk@example.net")
    token = desk.invitation_token(invitation)
    with pytest.raises(BadInput, match="already"):
        invited(game, "kirk@example.net")
    with pytest.raises(NotAllowed):
        desk.invitation_withdraw(by=person("stranger"), game=game, invitation_id=invitation.pk)
    desk.invitation_withdraw(by=game.gm, game=game, invitation_id=invitation.pk)
    for bad in (token, token[:-1] + "x", "1", str(invitation.pk)):
        with pytest.raises(NotFound):
            desk.invitation_accept(by=person("kirk"), token=bad)
    assert game.seats.count() == 0


def test_a_vacant_seat_is_offered_in_play_and_goes_to_who_accepts() -> None:
    game = started()
    with pytest.raises(NotNow, match="not vacant"):
        invited(game, "kirk@example.net", power="austria")
    services.game_leave(by=person("austria"), game=game)
    token = desk.invitation_token(invited(game, "kirk@example.net", power="austria"))
    with pytest.raises(BadInput, match="has a seat"):
        desk.invitation_accept(by=person("england"), token=token)
    seat = desk.invitation_accept(by=person("kirk"), token=token)
    assert (seat.power, seat.user) == ("austria", person("kirk"))
    assert selectors.viewer_of(person("kirk"), game) == "austria"


def offered(game: Game, to: str = "kirk", power: str = "austria") -> Invitation | None:
    """A power's seat, offered by the GM's desk."""
    return desk.seat_offer(by=game.gm, game=game, power=power, newcomer=to, reason="no answer", root=ROOT)


def link(offer: Invitation | None) -> str:
    """What the link of an offer carries."""
    assert offer is not None
    return desk.invitation_token(offer)


def test_nobody_is_seated_who_has_not_agreed() -> None:
    game, kirk = started(), person("kirk")
    offer = offered(game, " KIRK ")
    assert offer is not None
    assert game.seats.get(power="austria").user == person("austria")
    assert selectors.viewer_of(kirk, game) == "public"
    assert [(one.game, one.power) for one in reads.offered(kirk)] == [(game.title, "Austria")]
    assert "Offered to you" in page("kirk", "/")
    for other in ("austria", "spock", "gm"):
        assert "Offered to you" not in page(other, "/")
        with pytest.raises(NotAllowed, match="somebody else"):
            desk.invitation_accept(by=person(other), token=desk.invitation_token(offer))
        with pytest.raises(NotAllowed, match="somebody else"):
            desk.invitation_decline(by=person(other), token=desk.invitation_token(offer))
    desk.invitation_accept(by=kirk, token=desk.invitation_token(offer))
    assert game.seats.get(power="austria").user == kirk
    assert selectors.viewer_of(person("austria"), game) == "public"
    entry = game.audit.get(act="seat_replace")
    assert (entry.reason, entry.details["from"], entry.details["to"]) == ("no answer", "austria", "kirk")
    assert reads.offered(kirk) == []


def test_who_declines_is_not_asked_again_by_the_same_link_and_nothing_is_held_against_them() -> None:
    game, kirk = started(), person("kirk")
    offer = offered(game)
    assert offer is not None
    token = desk.invitation_token(offer)
    client = Client()
    client.force_login(kirk)
    assert client.post(f"/invitations/{token}/", {"act": "decline"}).status_code == 302
    assert reads.offered(kirk) == []
    with pytest.raises(NotFound):
        desk.invitation_accept(by=kirk, token=token)
    assert not game.audit.filter(act__startswith="seat_").exists()
    assert offered(game, power="italy") is not None  # another one can be made, of any seat


def test_an_offer_lapses_with_what_it_was_about() -> None:
    game, kirk = started(), person("kirk")
    token = link(offered(game))
    desk.seat_replace(by=game.gm, game=game, power="austria", newcomer=person("spock"), reason="sooner")
    with pytest.raises(NotNow, match="not vacant"):
        desk.invitation_accept(by=kirk, token=token)
    services.game_leave(by=person("spock"), game=game)
    assert desk.invitation_accept(by=kirk, token=token).user == kirk
    person("uhura")
    later = link(offered(game, "uhura", "italy"))
    services.gm_offer(by=game.gm, game=game, to=person("other").username)
    services.gm_accept(by=person("other"), game=game)
    assert reads.offered(person("uhura")) == []
    with pytest.raises(NotNow, match="does not manage"):
        desk.invitation_accept(by=person("uhura"), token=later)


def test_who_has_asked_for_the_seat_has_it_at_once() -> None:
    game = started()
    services.game_leave(by=person("austria"), game=game)
    services.takeover_ask(by=person("kirk"), game=game, power="austria")
    assert offered(game) is None
    assert game.seats.get(power="austria").user == person("kirk")


@pytest.mark.parametrize(
    ("to", "problem"), [("england", BadInput), ("nobody-here", BadInput), ("gm", BadInput)]
)
def test_a_seat_is_offered_to_nobody_who_may_not_sit_there(to: str, problem: type[Exception]) -> None:
    game = started()
    with pytest.raises(problem):
        offered(game, to)
    with pytest.raises(NotAllowed):
        desk.seat_offer(
            by=person("austria"), game=game, power="italy", newcomer="kirk", reason="mine", root=ROOT
        )
    assert not Invitation.objects.exists()


def test_a_gm_who_plays_offers_no_seat_whose_player_sends_orders() -> None:
    game = forming(gm_plays=True, seating="chosen")
    for power in POWERS:
        services.game_join(by=person("gm" if power == "austria" else power), game=game, power=power)
    services.game_start(by=game.gm, game=game)
    person("friend")
    with pytest.raises(NotAllowed, match="orders are missing"):
        offered(Game.objects.get(pk=game.pk), "friend", "england")


def test_open_tasks_come_in_order_of_urgency() -> None:
    full(title="Ready")
    forming(title="Filling")
    stuck = started(title="Stuck")
    Phase.objects.filter(game=stuck).update(status="stuck", trace="why")
    held = started(title="Held", holds=True)
    desk.deadline_force(by=held.gm, game=held, ordinal=0)
    due = started(title="Due", rhythm={})
    submit_all(due, OPENING)
    vacant = started(title="Vacant", rhythm={"M": 100})
    services.game_leave(by=person("austria"), game=vacant)
    services.observer_ask(by=person("watcher"), game=vacant)
    started(title="Elsewhere", by=person("othergm"))
    tasks = reads.open_tasks(person("gm"))
    assert [(task.kind, task.game) for task in tasks] == [
        ("stuck", "Stuck"),
        ("held", "Held"),
        ("due", "Due"),
        ("vacant", "Vacant"),
        ("observer", "Vacant"),
        ("start", "Ready"),
        ("forming", "Filling"),
    ]
    assert [task.game for task in tasks if task.bulk] == ["Held", "Due"]
    assert reads.open_tasks(person("austria")) == []


def test_missing_orders_are_a_task_and_name_the_powers() -> None:
    game = started(rhythm={"M": 10})
    submit(game, "austria", OPENING["austria"])
    (task,) = reads.open_tasks(game.gm)
    assert task.kind == "missing"
    assert "Austria" not in task.words
    assert all(power.title() in task.words for power in POWERS if power != "austria")


def test_a_round_processes_each_game_by_itself() -> None:
    held = started(title="Held", holds=True)
    desk.deadline_force(by=held.gm, game=held, ordinal=0)
    due = started(title="Due", rhythm={})
    submit_all(due, OPENING)
    waiting = started(title="Waiting", rhythm={"M": 100})
    foreign = started(title="Elsewhere", by=person("othergm"), holds=True)
    desk.deadline_force(by=foreign.gm, game=foreign, ordinal=0)
    chosen = [(game.slug, 0) for game in (held, foreign, waiting, due)]
    done = desk.round_process(by=person("gm"), chosen=chosen)
    assert [one.done for one in done] == [True, False, False, True]
    assert [current(game).ordinal for game in (held, foreign, waiting, due)] == [1, 0, 0, 1]
    assert not any(one.done for one in desk.round_process(by=person("gm"), chosen=chosen))
    assert "Elsewhere" not in repr(done)


def test_the_page_of_all_tables_works_without_scripts() -> None:
    game = started(holds=True)
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    client = Client()
    client.force_login(game.gm)
    assert "Process all that are ticked" in client.get("/desk/").content.decode()
    answer = client.post("/desk/", {"chosen": f"{game.slug}:0"}, follow=True)
    assert "is published" in answer.content.decode()
    assert current(game).ordinal == 1
    assert client.post("/desk/", {"chosen": "x"}).status_code == 400


def test_nobody_sends_invitations_without_end_by_taking_them_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MAX_A_DAY", 3)
    game = forming()
    for number in range(3):
        sent = invited(game, f"someone{number}@elsewhere.example")
        desk.invitation_withdraw(by=game.gm, game=game, invitation_id=sent.pk)
    with pytest.raises(NotNow, match="within a day"):
        invited(forming(), "one.too.many@elsewhere.example")


def test_what_people_want_of_the_gm_is_an_open_task() -> None:
    game = started(title="Asked", rhythm={"M": 100})
    services.game_leave(by=person("austria"), game=game)
    services.takeover_ask(by=person("kirk"), game=game, power="austria", note="please")
    services.proposal_make(by=person("italy"), game=game, ordinal=0, kind="end")
    said = message_send(by=person("italy"), game=game, key="england+italy", text="rude")
    message_report(by=person("england"), game=game, key="england+italy", name=said.name, reason="rude")
    other = started(title="Offered", by=person("othergm"), rhythm={"M": 100})
    services.gm_offer(by=other.gm, game=other, to="gm")
    assert [(task.kind, task.game, task.words) for task in reads.open_tasks(game.gm)] == [
        ("report", "Asked", "A reader reports a message."),
        ("request", "Asked", "kirk asks for Austria."),
        ("vacant", "Asked", "No player: Austria."),
        ("end", "Asked", "An end without a winner is proposed: it takes you, too."),
        ("offered", "Offered", "You are asked to manage this game from now on."),
    ]
    client = Client()
    client.force_login(game.gm)
    page = client.get("/desk/").content.decode()
    assert f"/games/{game.slug}/press/reports" in page
    assert f"/games/{other.slug}/table" in page
    proposal = game.proposals.get()
    services.end_agree(by=game.gm, game=game, ordinal=0, proposal_id=proposal.pk, agrees=True)
    report_read(by=game.gm, game=game, key="england+italy", name=said.name)
    services.gm_decline(by=game.gm, game=other)
    assert [task.kind for task in reads.open_tasks(game.gm)] == ["request", "vacant"]


def test_an_end_that_a_playing_gm_answers_with_their_seat_is_no_task() -> None:
    game = started(gm_plays=True, by=person("austria"), rhythm={"M": 100})
    services.proposal_make(by=person("italy"), game=game, ordinal=0, kind="end")
    assert reads.open_tasks(game.gm) == []


def test_the_page_lists_all_tables_one_manages_and_no_others() -> None:
    mine, filling = started(title="Mine"), forming(title="Filling")
    other = started(title="Elsewhere", by=person("othergm"))
    client = Client()
    client.force_login(mine.gm)
    page = client.get("/desk/").content.decode()
    for game in (mine, filling):
        assert f'href="/games/{game.slug}/desk/"' in page
    assert other.slug not in page
    assert "Process all" not in page
    assert f"/games/{filling.slug}/desk/" in client.get(f"/games/{filling.slug}/").content.decode()
