"""Draws, concessions, ends: who has a vote, what passes, and that ballots tell nobody anything."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.games.clocks import heard
from tests.games.tables import OPENING, POWERS, current, person, started, submit_all
from tests.games.twins import _quiet, differing
from trekdip.games import selectors, services, signals
from trekdip.games.errors import BadInput, NotAllowed, NotFound, NotNow, Refusal
from trekdip.games.models import AuditEntry, Ballot, Game, Phase, Proposal
from trekdip.gm import services as desk

pytestmark = pytest.mark.django_db
THREE = ["austria", "england", "france"]
# What is random or a clock in every answer.
_NOISE = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|name="server-now" content="[^"]*"|"now":"[^"]*",'
    r'|datetime="[^"]*">[^<]*'
)


def propose(
    game: Game, power: str = "austria", kind: str = "draw", powers: Any = None, **given: Any
) -> Proposal:
    """A proposal of a power; a draw is among three unless it says among whom."""
    chosen = THREE if powers is None and kind == "draw" else powers
    return services.proposal_make(
        by=person(power), game=game, ordinal=current(game).ordinal, kind=kind, powers=chosen, **given
    )


def ballots(game: Game, proposal: Proposal, *powers: str, yes: bool = True) -> str:
    """These powers answer; what has become of the proposal."""
    for power in powers:
        services.ballot_cast(
            by=person(power), game=game, ordinal=current(game).ordinal, proposal_id=proposal.pk, yes=yes
        )
    game.refresh_from_db()
    proposal.refresh_from_db()
    return proposal.outcome


def test_a_draw_takes_everybody_and_opens_everything() -> None:
    game = started()
    with heard(signals.vote_called) as told:
        proposal = propose(game)
    assert told == [{"game": game, "kind": "draw", "by_power": None}]
    assert ballots(game, proposal, *POWERS[1:6]) == "open"
    with heard(signals.game_ended) as ended:
        assert ballots(game, proposal, "turkey") == "passed"
    assert ended == [{"game": game}]
    assert (game.status, game.outcome, game.winner) == ("finished", "draw", THREE)
    phase = current(game)
    assert (phase.status, phase.ordinal, phase.deadline) == ("resolved", 0, None)
    assert selectors.game_state(person("italy"), game).status == "finished"
    assert selectors.table(person("stranger"), game).seed == game.seed
    assert selectors.draws(person("stranger"), game).all_agree
    assert selectors.revealed(person("stranger"), game, 0, "italy").eyes == "italy"
    entry = selectors.audit(person("stranger"), game)[-1]
    assert (entry.act, entry.by) == ("game_end", None)
    assert "Draw between Austria, England and France" in page("stranger", game, "")
    assert not Phase.objects.filter(game=game, status__in=Phase.AT_WORK).exists()


def test_ballots_can_be_changed_and_a_refusal_ends_nothing() -> None:
    game = started()
    proposal = propose(game)
    assert ballots(game, proposal, *POWERS[1:], yes=False) == "open"
    assert ballots(game, proposal, "austria", yes=False) == "open"
    assert ballots(game, proposal, *POWERS[1:]) == "open"
    assert ballots(game, proposal, "austria") == "passed"


def test_a_concession_asks_all_but_the_winner() -> None:
    game = started()
    proposal = propose(game, kind="concede", powers=["france"])
    with pytest.raises(NotAllowed, match="conceded"):
        ballots(game, proposal, "france")
    others = [power for power in POWERS if power not in {"austria", "france"}]
    assert ballots(game, proposal, *others) == "passed"
    assert (game.outcome, game.winner) == ("concession", ["france"])
    assert "France wins by concession" in page("stranger", game, "")


def test_an_end_takes_all_players_and_the_gm() -> None:
    game = started()
    proposal = propose(game, kind="end")
    assert ballots(game, proposal, *POWERS[1:]) == "open"
    with pytest.raises(NotAllowed):
        services.end_agree(by=person("italy"), game=game, ordinal=0, proposal_id=proposal.pk, agrees=True)
    services.end_agree(by=game.gm, game=game, ordinal=0, proposal_id=proposal.pk, agrees=True)
    game.refresh_from_db()
    assert (game.status, game.outcome, game.winner) == ("finished", "ended", [])
    assert "Ended without a winner" in page("stranger", game, "")


def test_a_gm_who_plays_agrees_with_their_seat() -> None:
    game = started(by=person("austria"), gm_plays=True)
    assert ballots(game, propose(game, kind="end"), *POWERS[1:]) == "passed"


@pytest.mark.parametrize(
    ("name", "kind", "powers", "refusal"),
    [
        ("stranger", "draw", THREE, NotAllowed),
        ("gm", "draw", THREE, NotAllowed),
        ("austria", "mutiny", [], BadInput),
        ("austria", "draw", ["austria"], BadInput),
        ("austria", "draw", ["austria", "borg"], BadInput),
        ("austria", "concede", [], BadInput),
        ("austria", "concede", ["france", "england"], BadInput),
    ],
)
def test_what_cannot_be_proposed(name: str, kind: str, powers: list[str], refusal: type[Refusal]) -> None:
    game = started()
    with pytest.raises(refusal):
        propose(game, name, kind, powers)
    assert not Proposal.objects.exists()


def test_what_the_table_says_of_draws() -> None:
    survivors = started(draws="survivors")
    assert propose(survivors, powers=["austria", "england"]).powers == sorted(POWERS)
    never = started(title="To the end", draws="none")
    with pytest.raises(NotNow, match="no draws"):
        propose(never)
    assert propose(never, kind="concede", powers=["italy"]).outcome == "open"


def test_the_same_is_proposed_once_and_nobody_proposes_without_end() -> None:
    game = started()
    propose(game)
    with pytest.raises(NotNow, match="already"):
        propose(game, "italy")
    propose(game, kind="end")
    propose(game, kind="concede", powers=["italy"])
    with pytest.raises(NotNow, match="3 proposals"):
        propose(game, powers=["austria", "italy"])


def test_proposals_lapse_with_the_phase_or_when_a_seat_changes_hands_or_are_taken_back() -> None:
    game = started()
    proposal = propose(game)
    with pytest.raises(NotFound):
        services.proposal_withdraw(by=person("italy"), game=game, ordinal=0, proposal_id=proposal.pk)
    services.proposal_withdraw(by=person("austria"), game=game, ordinal=0, proposal_id=proposal.pk)
    assert ballots_are_over(game, proposal)
    changes: list[Callable[[], object]] = [
        lambda: services.game_leave(by=person("turkey"), game=game),
        lambda: desk.seat_replace(by=game.gm, game=game, power="turkey", newcomer=person("n"), reason="r"),
    ]
    for change in changes:
        again = propose(game, "italy")
        change()
        assert ballots_are_over(game, again)
    last = propose(game, "germany")
    submit_all(game, {power: OPENING[power] for power in POWERS if power != "turkey"})
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    last.refresh_from_db()
    assert last.outcome == "lapsed"
    assert not Ballot.objects.exists()
    with pytest.raises(NotNow):
        services.ballot_cast(by=person("italy"), game=game, ordinal=0, proposal_id=last.pk, yes=True)
    with pytest.raises(NotNow, match="over"):
        ballots(game, last, "italy")


def ballots_are_over(game: Game, proposal: Proposal) -> bool:
    """Whether a proposal takes no ballots any more."""
    proposal.refresh_from_db()
    with pytest.raises(NotNow, match="over"):
        ballots(game, proposal, "england")
    return proposal.outcome == "lapsed"


def test_a_draw_can_be_proposed_under_ones_name_and_everything_else_is() -> None:
    game = started()
    with heard(signals.vote_called) as told:
        propose(game, named=True)
        propose(game, "italy", kind="end")
    assert [values["by_power"] for values in told] == ["austria", "italy"]
    shown = selectors.agreements(person("stranger"), game).proposals
    assert [row.by for row in shown] == ["Austria", "Italy"]


def test_nothing_is_agreed_while_the_gm_has_the_results() -> None:
    game = started(holds=True)
    proposal = propose(game)
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    with pytest.raises(NotNow, match="results"):
        ballots(game, proposal, "italy")


def test_a_paused_or_stuck_game_can_end() -> None:
    game = started()
    desk.game_pause(by=game.gm, game=game, reason="r")
    assert ballots(game, propose(game), *POWERS[1:]) == "passed"
    assert (game.status, game.pause) == ("finished", "")
    stuck = started(title="Stuck")
    Phase.objects.filter(game=stuck).update(status="stuck", trace="why")
    assert ballots(stuck, propose(stuck), *POWERS[1:]) == "passed"


def test_a_vacant_seat_has_no_vote_but_may_share_the_draw() -> None:
    game = started()
    services.game_leave(by=person("turkey"), game=game)
    proposal = propose(game, powers=["austria", "turkey"])
    assert ballots(game, proposal, *POWERS[1:6]) == "passed"
    assert game.winner == ["austria", "turkey"]


def test_programs_are_told_of_proposals_and_of_their_own_answer_alone() -> None:
    game = started()
    end = propose(game, "italy", kind="end")
    draw = propose(game, named=True)
    ballots(game, end, "england", yes=False)
    services.end_agree(by=game.gm, game=game, ordinal=0, proposal_id=end.pk, agrees=True)

    def told(name: str) -> dict[str, tuple[str | None, bool, bool | None, bool]]:
        proposals = json.loads(page(name, game, "state"))["proposals"]
        return {one["kind"]: (one["by"], one["mine"], one["answer"], one["waits"]) for one in proposals}

    assert told("italy") == {"end": ("italy", True, True, False), "draw": ("austria", False, None, True)}
    assert told("england") == {"end": ("italy", False, False, False), "draw": ("austria", False, None, True)}
    assert told("gm") == {"end": ("italy", False, True, False), "draw": ("austria", False, None, False)}
    assert told("stranger") == {"end": ("italy", False, None, False), "draw": ("austria", False, None, False)}
    first = selectors.game_state(person("france"), game).proposals
    assert first is not None
    assert [(one.id, one.powers) for one in first] == [(end.pk, []), (draw.pk, THREE)]
    desk.deadline_force(by=game.gm, game=game, ordinal=0)
    assert told("italy") == {}
    assert selectors.game_state(person("italy"), game, 0).proposals == []


def page(name: str, game: Game, rest: str) -> str:
    """What somebody gets, without what is random or a clock in it."""
    client = Client()
    if name != "nobody":
        client.force_login(person(name))
    return _NOISE.sub("", client.get(f"/games/{game.slug}/{rest}").content.decode())


PLACES = ("", "state", "panels", "table", "clock", "press/", "phases/0/", "exports", "observers", "desk/")


@pytest.mark.parametrize("given", [{"italy": True}, {"italy": False}, {"italy": True, "france": False}])
def test_others_get_the_same_bytes_whatever_is_answered(given: dict[str, bool]) -> None:
    game = started()
    proposal = propose(game)
    others = ("austria", "england", "gm", "stranger", "nobody")
    before = {(name, rest): page(name, game, rest) for name in others for rest in PLACES}
    audited = AuditEntry.objects.count()
    with heard(signals.vote_called) as told:
        for power, yes in given.items():
            ballots(game, proposal, power, yes=yes)
    after = {(name, rest): page(name, game, rest) for name in others for rest in PLACES}
    assert after == before
    assert (told, AuditEntry.objects.count()) == ([], audited)
    assert Ballot.objects.filter(proposal=proposal).count() == 1 + len(given)


def test_who_proposed_a_draw_is_told_to_nobody() -> None:
    pages = []
    for power in ("austria", "italy"):
        with transaction.atomic():
            game = started(rhythm={})
            Game.objects.filter(pk=game.pk).update(slug="samegame", seed_hash="0" * 64)
            game.refresh_from_db()
            proposal = propose(game, power)
            told = {rest: page("england", game, rest) for rest in ("table", "clock", "panels", "state")}
            transaction.set_rollback(True)
        named = re.compile(rf'name="proposal" value="{proposal.pk}"|"id":{proposal.pk},')
        pages.append({rest: _quiet(named.sub("", text)) for rest, text in told.items()})
    assert {rest: differing(pages[0][rest], pages[1][rest]) for rest in told} == {rest: [] for rest in told}
