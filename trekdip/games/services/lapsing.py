"""The end of proposals that did not pass, and of the ballots on them: what is over needs no secrets kept."""

import datetime as dt

from django.db.models import QuerySet

from trekdip.games.models import Ballot, Proposal


def proposals_lapse(*, proposals: QuerySet[Proposal], at: dt.datetime) -> None:
    """End those of these proposals that are open; their ballots are gone. For services that hold the lock of
    the game.
    """
    open_ones = list(proposals.filter(outcome=Proposal.Outcome.OPEN).values_list("pk", flat=True))
    if not open_ones:
        return
    Ballot.objects.filter(proposal__in=open_ones).delete()
    Proposal.objects.filter(pk__in=open_ones).update(outcome=Proposal.Outcome.LAPSED, closed_at=at)
