"""Creating, joining, seating, starting and leaving a table."""

import hashlib

import pytest

import adjudicator as adj
from tests.games.tables import POWERS, current, forming, full, person, started
from trekdip.games import services
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow
from trekdip.games.models import Game, Outbox, PhaseView, Seat
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db


def test_a_new_table_has_a_secret_seed_and_a_public_hash() -> None:
    first, second = forming(), forming()
    assert first.seed != second.seed
    assert first.slug != second.slug
    assert first.seed_hash == hashlib.sha256(first.seed.encode()).hexdigest()
    assert [entry.act for entry in first.audit.all()] == ["game_create"]


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"title": "  "}, "title"),
        ({"title": "x" * 81}, "title"),
        ({"variant": "chess"}, "variant"),
        ({"joining": "whoever"}, "joining"),
        ({"seating": "by height"}, "seating"),
        ({"rhythm": {"M": 0}}, "rhythm"),
        ({"rhythm": {"X": 24}}, "rhythm"),
        ({"rhythm": {"M": 100_000}}, "rhythm"),
    ],
)
def test_bad_terms_are_refused_with_their_field(terms: dict[str, object], field: str) -> None:
    with pytest.raises(BadInput) as refusal:
        forming(**terms)
    assert refusal.value.field == field
    assert not Game.objects.exists()


def test_an_invite_table_needs_its_link() -> None:
    game = forming(joining="invite")
    with pytest.raises(NotAllowed, match="invite link"):
        services.game_join(by=person("ann"), game=game, power="austria")
    services.game_join(by=person("ann"), game=game, power="austria", token=game.invite_token)
    assert game.seats.get().user == person("ann")


def test_one_seat_a_person_and_one_person_a_power() -> None:
    game = forming()
    services.game_join(by=person("ann"), game=game, power="austria")
    with pytest.raises(NotNow, match="already"):
        services.game_join(by=person("ann"), game=game, power="france")
    with pytest.raises(BadInput, match="taken"):
        services.game_join(by=person("bob"), game=game, power="austria")
    with pytest.raises(BadInput, match="Choose"):
        services.game_join(by=person("bob"), game=game, power="borg")


def test_a_full_table_takes_nobody() -> None:
    with pytest.raises(NotNow, match="taken"):
        services.game_join(by=person("late"), game=full(), power="austria")


def test_a_gm_plays_only_where_that_was_agreed() -> None:
    with pytest.raises(NotAllowed, match="manage"):
        services.game_join(by=person("gm"), game=forming(), power="austria")
    game = forming(gm_plays=True)
    assert services.game_join(by=person("gm"), game=game, power="austria").power == "austria"


def test_lots_follow_the_seed_alone() -> None:
    game = forming(seating="lot")
    for name in POWERS:
        services.game_join(by=person(name), game=game, power="austria")
    assert not game.seats.exclude(power=None).exists()
    Game.objects.filter(pk=game.pk).update(seed="0123456789abcdef" * 2)
    services.game_start(by=game.gm, game=game)
    drawn = list(game.seats.order_by("pk").values_list("power", flat=True))
    assert sorted(filter(None, drawn)) == list(POWERS)
    assert drawn == ["turkey", "england", "germany", "austria", "russia", "italy", "france"]


def test_assigned_seats_must_all_be_assigned() -> None:
    game = forming(seating="assigned")
    for name in POWERS:
        services.game_join(by=person(name), game=game)
    seats = list(game.seats.order_by("pk"))
    for seat, power in zip(seats[:-1], POWERS, strict=False):
        services.seat_assign(by=game.gm, game=game, seat_id=seat.pk, power=power)
    with pytest.raises(NotNow, match="No power yet for turkey"):
        services.game_start(by=game.gm, game=game)
    with pytest.raises(BadInput, match="taken"):
        services.seat_assign(by=game.gm, game=game, seat_id=seats[-1].pk, power="austria")
    services.seat_assign(by=game.gm, game=game, seat_id=seats[0].pk, power=None)
    services.seat_assign(by=game.gm, game=game, seat_id=seats[-1].pk, power="austria")
    services.seat_assign(by=game.gm, game=game, seat_id=seats[0].pk, power="turkey")
    services.game_start(by=game.gm, game=game)
    assert game.seats.get(user__username="turkey").power == "austria"
    assert game.audit.filter(act="seat_assign").count() == 9


def test_starting_opens_the_first_phase_for_every_viewer() -> None:
    game = started()
    phase = current(game)
    assert (game.status, phase.ordinal, phase.turn, phase.status) == ("running", 0, "S1901M", "open")
    assert phase.title == "Spring 1901, movement"
    assert phase.awaiting == list(POWERS)
    viewers = set(PhaseView.objects.filter(phase=phase).values_list("viewer", flat=True))
    assert viewers == {*POWERS, "public", "gm"}
    assert phase.units.count() == 22
    assert Outbox.objects.get(phase=phase).sent_at is None
    assert phase.deadline is not None
    assert (phase.deadline - phase.opened_at).total_seconds() == 24 * 3600


def test_starting_needs_all_players_and_the_gm() -> None:
    game = forming()
    services.game_join(by=person("ann"), game=game, power="austria")
    with pytest.raises(NotNow, match="6 more players"):
        services.game_start(by=game.gm, game=game)
    with pytest.raises(NotAllowed):
        services.game_start(by=person("ann"), game=game)
    whole = started()
    with pytest.raises(NotNow):
        services.game_start(by=whole.gm, game=whole)
    assert whole.phases.count() == 1


def test_leaving_frees_the_seat_before_and_empties_it_after_the_start() -> None:
    game = full()
    services.game_leave(by=person("austria"), game=game)
    assert game.seats.count() == 6
    services.game_join(by=person("austria"), game=game, power="austria")
    services.game_start(by=game.gm, game=game)
    services.game_leave(by=person("austria"), game=game)
    assert game.seats.get(power="austria").user is None
    with pytest.raises(NotAllowed):
        services.game_leave(by=person("austria"), game=game)


def test_kicking_is_the_gms_and_is_written_down() -> None:
    game = full()
    seat = game.seats.get(power="italy")
    with pytest.raises(NotAllowed):
        services.seat_kick(by=person("austria"), game=game, seat_id=seat.pk)
    services.seat_kick(by=game.gm, game=game, seat_id=seat.pk, reason="no answer")
    assert not game.seats.filter(power="italy").exists()
    entry = game.audit.get(act="seat_kick")
    assert (entry.by, entry.reason, entry.details) == (
        game.gm,
        "no answer",
        {"player": "italy", "power": "italy"},
    )
    elsewhere = full(title="Another")
    with pytest.raises(NotFound):
        services.seat_kick(by=game.gm, game=game, seat_id=Seat.objects.filter(game=elsewhere)[0].pk)


@pytest.mark.parametrize("joining", ["open", "invite"])
def test_whom_the_gm_has_sent_away_comes_back_only_if_the_gm_asks(joining: str) -> None:
    game = forming(joining=joining, seating="lot")
    seat = services.game_join(by=person("austria"), game=game, token=game.invite_token)
    services.seat_kick(by=game.gm, game=game, seat_id=seat.pk)
    with pytest.raises(NotAllowed, match="by an invitation"):
        services.game_join(by=person("austria"), game=game, token=game.invite_token)
    offer = desk.invitation_send(by=game.gm, game=game, to="austria", root="https://trekdip.example")
    desk.invitation_accept(by=person("austria"), token=desk.invitation_token(offer))
    assert game.seats.get().user == person("austria")
    services.game_leave(by=person("austria"), game=game)


def test_kicking_from_a_running_game_needs_a_reason() -> None:
    game = started()
    seat = game.seats.get(power="italy")
    with pytest.raises(BadInput):
        services.seat_kick(by=game.gm, game=game, seat_id=seat.pk)
    services.seat_kick(by=game.gm, game=game, seat_id=seat.pk, reason="abuse")
    seat.refresh_from_db()
    assert (seat.user, seat.power) == (None, "italy")


def test_cancelling_is_for_forming_tables() -> None:
    game = forming()
    services.game_cancel(by=game.gm, game=game, reason="too few")
    game.refresh_from_db()
    assert game.status == "cancelled"
    assert game.audit.get(act="game_cancel").reason == "too few"
    with pytest.raises(NotNow):
        services.game_join(by=person("ann"), game=game, power="austria")
    running = started()
    with pytest.raises(NotNow):
        services.game_cancel(by=running.gm, game=running)


def test_a_game_that_cannot_be_set_up_stays_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = full()

    def fault(*_: object, **__: object) -> None:
        raise RuntimeError("no chart")

    monkeypatch.setattr(adj, "new", fault)
    with pytest.raises(NotNow, match="could not be set up"):
        services.game_start(by=game.gm, game=game)
    game.refresh_from_db()
    assert (game.status, game.phases.count()) == ("forming", 0)
